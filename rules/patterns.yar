// Byte patterns (YARA, no modules) for code that no parser reads: other languages, too long, cut short.
// They run over every file, so each needs several independent strings that stand close together, written as
// code writes them. Of each string only the first 200 places are looked at, so that stuffed files take no time.
// Rules named ...-by-bytes in the family files turn matches into findings.

rule destroy_backups {
  strings:
    $run = /(Command::new|Process\.Start|ProcessStartInfo|\.exec|ProcessBuilder|shell_exec|passthru|system|popen|WinExec|\.Run)[ \("'\[]/ nocase
    $batch = "@echo off" nocase
    $what1 = /vssadmin(\.exe)?["', .()\[\]args]{1,14}delete["', .()\[\]args]{1,14}shadows/ nocase
    $what2 = /wbadmin(\.exe)?["', .()\[\]args]{1,14}delete["', .()\[\]args]{1,14}(catalog|systemstatebackup)/ nocase
    $what3 = /wmic(\.exe)?["', .()\[\]args]{1,14}shadowcopy["', .()\[\]args]{1,14}delete/ nocase
    $what4 = /bcdedit[^\n]{1,40}recoveryenabled["', .()\[\]args]{1,14}no\b/ nocase
  condition:
    (for any of ($what*): (# > 0 and $run in (@ - 60..@)))
    or ($batch in (0..200) and 2 of ($what*))
}

rule demand_payment {
  strings:
    $locked = /your (personal |important )?(files|documents|data)[^\n<>]{0,20} (are|were|been)( all)? (encrypted|locked)/ nocase
    $money = /(send|pay|transfer) [^\n]{0,50}(bitcoin|\bbtc\b|monero|\bxmr\b|\bwallet\b)/ nocase
    $show = /(fs::write|write_all|WriteAllText|file_put_contents|File\.write|Files\.write|FileWriter|MessageBox|showMessageDialog|println|<h1|echo )/ nocase
  condition:
    for any i in (1..200): (
      $money in (@locked[i]..@locked[i] + 500) and $show in (@locked[i] - 200..@locked[i]))
}

rule encrypt_in_place {
  strings:
    $walk = /(WalkDir::new|Files\.walk|Directory\.(GetFiles|EnumerateFiles)|Dir\.glob|RecursiveDirectoryIterator|listFiles)\s?\(/ nocase
    $cipher = /(\.encrypt\w{0,12}\(|encrypt_\w{1,20}\(|\bencrypt\(|CreateEncryptor\(|openssl_encrypt\(|ENCRYPT_MODE|\.doFinal\()/ nocase
    $read1 = /(ReadAllBytes|fs::read|binread|file_get_contents|File\.read)\s?\([&$]?(file|f)\)/ nocase
    $read2 = /(ReadAllBytes|fs::read|binread|file_get_contents|File\.read)\s?\([&$]?(path|p)\)/ nocase
    $read3 = /(ReadAllBytes|fs::read|binread|file_get_contents|File\.read)\s?\([&$]?(entry|name)(\.path\(\))?\)/ nocase
    $write1 = /(WriteAllBytes|fs::write|Files\.write|binwrite|file_put_contents|File\.write)\s?\([&$]?(file|f),/ nocase
    $write2 = /(WriteAllBytes|fs::write|Files\.write|binwrite|file_put_contents|File\.write)\s?\([&$]?(path|p),/ nocase
    $write3 = /(WriteAllBytes|fs::write|Files\.write|binwrite|file_put_contents|File\.write)\s?\([&$]?(entry|name)(\.path\(\))?,/ nocase
  condition:
    $walk and $cipher and (
      (#read1 > 0 and $write1 in (@read1..@read1 + 800)) or (#read2 > 0 and $write2 in (@read2..@read2 + 800))
      or (#read3 > 0 and $write3 in (@read3..@read3 + 800)))
}

rule destroy_original {
  strings:
    $walk = /(WalkDir::new|Files\.walk|Directory\.(GetFiles|EnumerateFiles)|Dir\.glob|RecursiveDirectoryIterator|listFiles)\s?\(/ nocase
    $cipher = /(\.encrypt\w{0,12}\(|encrypt_\w{1,20}\(|\bencrypt\(|CreateEncryptor\(|openssl_encrypt\(|ENCRYPT_MODE|\.doFinal\()/ nocase
    $name = /["'}]\.(locked|lock3d|encrypted|crypt)["']/ nocase
    $gone = /(fs::remove_file|File\.Delete|Files\.delete|unlink)\s?\([&$]?(file|f|path|p|entry|name)(\.path\(\))?\)/ nocase
  condition:
    $walk and $cipher and for any i in (1..200): ($gone in (@name[i]..@name[i] + 600))
}

rule hide_entries {
  strings:
    $own1 = /extern "C" fn (readdir(64)?|getdents(64)?)\s?\(/
    $own2 = /struct dirent(64)? ?\* ?(readdir|readdir64)\s?\(\s?DIR/
    $next = /dlsym\([^\n]{0,20}RTLD_NEXT/
    $compare = /d_name[^\n]{0,60}(starts_with|contains|==)|(strstr|strcmp|strncmp)\([^\n]{0,30}d_name/
  condition:
    any of ($own*) and $next and $compare
}

rule hook_kernel {
  strings:
    $table = /sys_call_table\s?(\[\s?__NR_\w{2,20}\s?\]|\.(add|offset)\([^\n]{1,40}\)[^\n]{0,12})\s?=[^=]/
    $unlock = /(write_cr0|set_memory_rw|make_rw|kallsyms_lookup_name|update_mapping_prot)\w{0,10}\s?\(/
    $unlist = /list_del(_init)?\s?\(\s?&\s?(THIS_MODULE|__this_module)\s?(->|\.)\s?list/
    $module = /module_init\s?\(|init_module\s?\(|MODULE_LICENSE\s?\(/
  condition:
    ($table and $unlock) or ($unlist and $module)
}

rule preload_everywhere {
  strings:
    $list = "/etc/ld.so.preload"
    $write = /(fs::write|OpenOptions|file_put_contents|File\.(write|open|AppendAllText|WriteAllText)|FileWriter|Files\.write\w{0,6}|File::create)[ \(:]/
    $library = /\/[\w.-]{1,40}\.so(\.\d)?(\\n)?["']/
    $windows = "AppInit_DLLs"
    $enable = "LoadAppInit_DLLs"
    $set = /(SetValue(Ex[AW]?)?\s?\(|reg add |set_value\s?\()/ nocase
  condition:
    (for any i in (1..200): ($write in (@list[i] - 80..@list[i]) and $library in (@list[i] - 300..@list[i] + 300)))
    or for any i in (1..200): ($enable and $set in (@windows[i] - 160..@windows[i] + 60))
}

rule erase_traces {
  strings:
    $log1 = /wevtutil(\.exe)?["', .()\[\]args]{1,14}(cl|clear-log)["', .()\[\]args]{1,14}security/ nocase
    $log2 = /wevtutil(\.exe)?["', .()\[\]args]{1,14}(cl|clear-log)["', .()\[\]args]{1,14}(system|application)/ nocase
    $log3 = /(remove_file|File\.(delete|write|truncate)|unlink|fs::write|File::create|file_put_contents|Files\.delete\w{0,8}|FileWriter)\s?\((Paths?\.(get|of)\()?["']\/var\/log\/(wtmp|btmp|lastlog)/ nocase
    $log4 = /(remove_file|File\.(delete|write|truncate)|unlink|fs::write|File::create|file_put_contents|Files\.delete\w{0,8}|FileWriter)\s?\((Paths?\.(get|of)\()?["']\/var\/log\/(auth\.log|secure)/ nocase
    $log5 = /(remove_file|File\.(delete|write|truncate)|unlink|fs::write|File::create|file_put_contents|Files\.delete\w{0,8}|FileWriter)\s?\([^\n]{0,40}\.bash_history/ nocase
  condition:
    2 of them
}

rule log_keys {
  strings:
    $hook1 = /SetWindowsHookEx\w?\s?\(/
    $kind1 = /WH_KEYBOARD_LL|LowLevelKeyboardProc/
    $code1 = /\bvkCode\b|ReadInt32\(lParam\)/
    $keep1 = /(AppendAllText|AppendText|StreamWriter|UploadString|PostAsync|OpenOptions::new)\s?\(/
    $hook2 = /addNativeKeyListener\s?\(/
    $code2 = /getKeyText\s?\(/
    $keep2 = /(new FileWriter|Files\.write\w{0,6}|HttpURLConnection)\b/
    $hook3 = /rdev::listen\s?\(|EventType::KeyPress\s?\(|DeviceState::new\s?\(/
    $keep3 = /\.append\(true\)|TcpStream::connect\s?\(|reqwest::/
    $code3 = /\.get_keys\s?\(|event\.name\b/
    $hook4 = /(document|window)\.(addEventListener\(\s?["']key(down|press|up)|onkey(down|press|up)\s?=)/
    $code4 = /\w\s?\+=\s?\w{1,10}\.key\b|\.push\(\w{1,10}\.key\)/
    $keep4 = /sendBeacon\s?\(\s?["'`]https?:|fetch\(\s?["'`]https?:\/\/[^\n]{0,120}POST/
  condition:
    ($hook1 and $kind1 and for any i in (1..200): ($keep1 in (@code1[i] - 300..@code1[i] + 300)))
    or ($hook2 and for any i in (1..200): ($keep2 in (@code2[i] - 300..@code2[i] + 300)))
    or ($hook3 and for any i in (1..200): ($keep3 in (@code3[i] - 600..@code3[i] + 400)))
    or for any i in (1..200): (
      $code4 in (@hook4[i]..@hook4[i] + 200) and $keep4 in (@hook4[i] - 600..@hook4[i] + 600))
}

rule watch_screen {
  strings:
    $grab = /(\.CopyFromScreen|\.createScreenCapture|Screen::all|Capturer::new)\s?\(/
    $again = /while\s?\(\s?true\s?\)|\bloop\s?\{|scheduleAtFixedRate\s?\(/
    $wait = /(Thread\.Sleep|thread::sleep|Task\.Delay|scheduleAtFixedRate)\s?\(/ nocase
    $send = /(UploadFile|UploadData|PostAsync|HttpURLConnection|SmtpClient|reqwest::\S{0,20}Client|TcpStream::connect|\.setRequestMethod\("POST)/
  condition:
    for any i in (1..200): (
      $again in (@grab[i] - 500..@grab[i] + 500) and $wait in (@grab[i] - 800..@grab[i] + 800)
      and $send in (@grab[i] - 800..@grab[i] + 800))
}

rule watch_clipboard {
  strings:
    $read = /(Clipboard\.GetText|getSystemClipboard\(\)\.getData|\.get_text|get_clipboard_string)\s?\(/
    $what = /clipboard/ nocase
    $again = /while\s?\(\s?true\s?\)|\bloop\s?\{|scheduleAtFixedRate\s?\(/
    $keep = /(AppendAllText|UploadString|PostAsync|new FileWriter|HttpURLConnection|\.append\(true\)|TcpStream::connect|reqwest::)/
  condition:
    $what and for any i in (1..200): (
      $again in (@read[i] - 400..@read[i] + 400) and $keep in (@read[i] - 600..@read[i] + 600))
}

rule collect_browsing {
  strings:
    $store1 = /(User Data|Google|google-chrome|Chromium|Microsoft\\{1,2}Edge)[^\n]{0,40}[\/\\"']{1,4}(History|Cookies)["']/
    $store2 = /["'\/\\](places|cookies)\.sqlite["']/
    $take = /(fs::(read|copy)|File\.(Copy|ReadAllBytes|read|binread)|Files\.(copy|readAllBytes)|file_get_contents|copy|FileUtils\.cp)\s?\(/
    $send = /(UploadFile|UploadData|PostAsync|HttpURLConnection|HttpRequest\.newBuilder|Net::HTTP\.post|curl_exec|TcpStream::connect|reqwest::|\.post\()/
  condition:
    for any of ($store*): (# > 0 and $take in (@ - 600..@ + 600) and $send in (@ - 1200..@ + 1200))
}

rule steal_stored_logins {
  strings:
    $store1 = /["'\/\\]Login Data["']/
    $store2 = /["'\/\\]key[34]\.db["']/
    $store3 = /\.ssh\/id_(rsa|ed25519)["']/
    $store4 = /\.aws[\/\\]{1,2}credentials["']/
    $store5 = /["'\/\\]wallet\.dat["']/
    $store6 = /["'\/\\]logins\.json["']/
    $store7 = /["']\/etc\/shadow["']/
    $take = /(fs::(read|read_to_string|copy)|File\.(Copy|ReadAllBytes|ReadAllText|read|binread)|Files\.(copy|readAllBytes|readString)|file_get_contents|copy|FileUtils\.cp)[ \(]/
    $send = /(UploadFile|UploadData|UploadString|PostAsync|HttpURLConnection|HttpRequest\.newBuilder|Net::HTTP\.post|curl_exec|TcpStream::connect|reqwest::|\.post\()/
  condition:
    2 of ($store*)
    and for any of ($store*): (# > 0 and $take in (@ - 600..@ + 600) and $send in (@ - 1200..@ + 1200))
}

rule drop_and_run {
  strings:
    $held = /(Convert\.FromBase64String|getDecoder\(\)\.decode|base64::decode|STANDARD\.decode|Base64\.decode64|base64_decode|include_bytes!)\s?\(/
    $put = /(WriteAllBytes|fs::write|Files\.write|binwrite|file_put_contents)\s?\(/
    $start = /(Process\.Start|Command::new|getRuntime\(\)\.exec|ProcessBuilder|shell_exec|spawn|exec)\s?\(/
    $hidden = /CreateNoWindow\s?=\s?true|WindowStyle\.Hidden|creation_flags\(0x0?8000000\)|Stdio::null\(\)|Redirect\.DISCARD|>\s?\/dev\/null 2>&1 &|out: File::NULL/
    $layers = /eval\s?\(\s?(gzinflate|gzuncompress|str_rot13|base64_decode)\s?\(\s?(base64_decode|str_rot13|gzinflate)\s?\(/ nocase
    $php = "<?php" nocase
  condition:
    (for any i in (1..200): (
      $put in (@held[i] - 200..@held[i] + 500) and $start in (@held[i]..@held[i] + 900)
      and $hidden in (@held[i]..@held[i] + 1200)))
    or ($php and $layers)
}

rule fetch_and_run {
  strings:
    $code1 = /Assembly\.Load\s?\([^\n]{0,60}(DownloadData|GetByteArrayAsync)\s?\(/
    $code2 = /\beval\s?\(\s?(file_get_contents\s?\(\s?["']https?:|Net::HTTP\.get|URI\.open\s?\(|URI\(["'])/
    $get1 = /\.(DownloadFile|DownloadData)\s?\(\s?["']https?:/
    $run1 = /Process\.Start\s?\(|Assembly\.Load\s?\(/
    $hidden1 = /CreateNoWindow\s?=\s?true|WindowStyle\.Hidden|GetTempPath\s?\(/
    $get2 = /certutil(\.exe)? [^\n]{0,30}-urlcache [^\n]{0,30}https?:|bitsadmin(\.exe)? [^\n]{0,20}\/transfer [^\n]{0,60}https?:/ nocase
    $run2 = /\n\s{0,8}@?(start |call |%temp%|%tmp%|cmd \/c )/ nocase
    $get3 = /(reqwest|ureq)::\S{0,20}get\s?\(\s?["'A-Z]/
    $run3 = /from_mode\(0o7[0-9]{2}\)|Stdio::null\(\)/
    $start3 = /Command::new\s?\(\s?&?(path|target|file|dest|tmp|temp|exe|bin)\b/
    $check = /sha-?(256|512)|checksum|signature|verify/ nocase
    $lang = /#\[|\busing System|<\?php|@echo off|\bfn |\brequire ["']|\bdef |\bclass / nocase
  condition:
    not $check and $lang and (
      any of ($code*)
      or (for any i in (1..200): (
        $run1 in (@get1[i] - 100..@get1[i] + 500) and $hidden1 in (@get1[i] - 500..@get1[i] + 500)))
      or (for any i in (1..200): ($run2 in (@get2[i]..@get2[i] + 400)))
      or (for any i in (1..200): (
        $run3 in (@get3[i]..@get3[i] + 800) and $start3 in (@get3[i]..@get3[i] + 800))))
}

rule disable_protection {
  strings:
    $run = /(Command::new|Process\.Start|ProcessStartInfo|\.exec|ProcessBuilder|shell_exec|passthru|system|popen|WinExec|\.Run)[ \("'\[]/ nocase
    $batch = "@echo off" nocase
    $what1 = /Set-MpPreference [^\n]{0,40}-DisableRealtimeMonitoring (\$true|1)/ nocase
    $what2 = /DisableAntiSpyware["', ]{1,4}[^\n]{0,40}\b1\b/ nocase
    $what3 = /advfirewall["', .()\[\]args]{1,14}set["', .()\[\]args]{1,14}allprofiles["', .()\[\]args]{1,14}state["', .()\[\]args]{1,14}off/ nocase
    $what4 = /\b(sc|net)(\.exe)?["', .()\[\]args]{1,14}(stop|delete)["', .()\[\]args]{1,14}(WinDefend|MpsSvc|wuauserv)/ nocase
    $what5 = /Add-MpPreference [^\n]{0,10}-ExclusionPath ["'\\]{0,3}C:\\{0,2}["' ]/ nocase
  condition:
    (for any of ($what1, $what2, $what3, $what5): (# > 0 and $run in (@ - 100..@)))
    or ($batch in (0..200) and 2 of ($what*))
}

rule infect_files {
  strings:
    $own = /file_get_contents\(\s?__FILE__\s?\)|File\.(read|binread|readlines)\(\s?(__FILE__|\$0)\s?\)|current_exe\(\)|GetExecutingAssembly\(\)\.Location|type "?%~?f?0"?/
    $found = /glob\s?\(?["'][^"'\n]{0,40}\*\.(php|rb|html?|exe|bat)|Directory\.GetFiles\([^\n]{0,60}\*\.(exe|cs|bat)|in \(\*\.(bat|cmd)\)|extension\(\)[^\n]{0,30}"(exe|sh|rs)"/ nocase
    $into = /file_put_contents\(\s?\$\w{1,12},|File\.(open|write)\(\s?\w{1,12},|File\.(WriteAllBytes|AppendAllText)\(\s?\w{1,12},|>>\s?"?%%~?f?\w|fs::write\(\s?&?\w{1,12},|\.append\(true\)/
  condition:
    for any i in (1..200): (
      $own in (@found[i] - 600..@found[i] + 600) and $into in (@found[i]..@found[i] + 600))
}

rule copy_itself {
  strings:
    $own = /current_exe\(\)|GetExecutingAssembly\(\)\.Location|WScript\.ScriptFullName|getProtectionDomain\(\)\.getCodeSource\(\)/
    $copy = /(fs::copy|File\.Copy|Files\.copy|\.CopyFile)\s?[\( ]/
    $many = /DriveInfo\.GetDrives\s?\(|File\.listRoots\s?\(|For Each \w{1,10} In \w{1,12}\.Drives|for \w{1,12} in WalkDir::new|\bloop\s?\{/ nocase
  condition:
    for any i in (1..200): ($copy in (@many[i]..@many[i] + 400) and $own in (@many[i] - 600..@many[i] + 400))
}

rule remote_shell {
  strings:
    $net = /(new (Server)?Socket|new TcpClient|TcpListener|fsockopen|TCPSocket\.(new|open)|TcpStream::connect|TcpListener::bind)\s?\(/
    $shell = /(ProcessBuilder|\.exec|proc_open|shell_exec|IO\.popen|\bexec|Command::new|\.FileName\s?=|ProcessStartInfo)\s?[\( ]{0,2}(new String\[\]\s?\{\s?)?["'](\/bin\/(ba)?sh|cmd(\.exe)?|powershell(\.exe)?|sh)\b/
    $tie = /getInputStream\(\)|RedirectStandard(Input|Output)\s?=\s?true|\$pipes|from_raw_fd|Stdio::piped\(\)|\.gets\b|in: ?\w{1,10}, ?out:|try_clone\(\)/
    $php = "<?php" nocase
    $web = /\b(system|shell_exec|passthru|proc_open|popen|assert|eval)\s?\(\s?\$_(GET|POST|REQUEST|COOKIE)\s?\[/ nocase
    $jsp = /getRuntime\(\)\.exec\(\s?request\.getParameter\(/
    $page = "<%"
    $dev = /\b(ba)?sh -i[^\n]{0,12}>&? ?\/dev\/tcp\/[^\n]{1,60}0>&1/
    $runs = /(\.exec|Command::new|system|shell_exec|ProcessBuilder|Process\.Start)\s?\(/
  condition:
    (for any i in (1..200): (
      $shell in (@net[i] - 700..@net[i] + 900) and $tie in (@net[i] - 900..@net[i] + 1200)))
    or ($php and $web) or ($page and $jsp)
    or for any i in (1..200): ($runs in (@dev[i] - 80..@dev[i]))
}

rule obey_server {
  strings:
    $again = /while\s?\(?\s?true\b|\bloop\s?\{|\bloop do\b/
    $ask = /(reqwest::blocking::get|ureq::get|\.DownloadString|GetStringAsync|\.openStream|Net::HTTP\.get|URI\.open|file_get_contents)\s?\(/
    $obey = /Command::new\("(sh|bash|cmd|\/bin\/sh)"\)\s{0,20}\.arg(s?)\([^\n]{0,30}\)?\s{0,20}(\.arg\()?&?\w|"\/[cC] "\s?\+\s?\w|getRuntime\(\)\.exec\(\s?[a-z]\w{0,14}\s?\)|(shell_exec|passthru|\bsystem)\s?\(\s?\$?[a-z]\w{0,14}\s?\)|`#\{\w{1,14}\}`/
  condition:
    for any i in (1..200): (
      $ask in (@again[i]..@again[i] + 600) and $obey in (@again[i]..@again[i] + 900))
}

rule spread_to_hosts {
  strings:
    $own = /current_exe\(\)|__FILE__|\$PROGRAM_NAME|getProtectionDomain\(\)|GetExecutingAssembly\(\)\.Location/
    $login = /userauth_password\s?\(|Net::SSH\.start\s?\(|Net::SCP\.(start|upload!)|\.setPassword\s?\(|new (SshClient|ScpClient|SftpClient)\s?\(/
    $send = /scp_send\s?\(|\.upload!?\s?\(|\.put\s?\(|UploadFile\s?\(|Net::SCP\.upload!/
    $hosts = /for \w{1,10} in 1\.\.|for\s?\(\s?int \w{1,4}\s?=\s?[01];[^\n]{0,20}25[456]|\(?1\.\.25[456]\)?\.each|for (each )?\(?[^\n]{0,16}(in|:) ?\w{0,12}hosts|hosts\.each/
  condition:
    for any i in (1..200): (
      $login in (@hosts[i]..@hosts[i] + 800) and $send in (@hosts[i]..@hosts[i] + 1000)
      and $own in (@hosts[i] - 800..@hosts[i] + 1000))
}

rule try_logins {
  strings:
    $login = /userauth_password\s?\(|Net::SSH\.start\s?\(|Net::FTP\.(new|open)\s?\(|\.setPassword\s?\(|new SshClient\s?\(|ssh2_auth_password\s?\(|ftp_login\s?\(/
    $list = /(for|foreach)\s?\(?[^\n]{0,30}(passwords|wordlist|password_list|candidates)\b|(passwords|wordlist|password_list)\.(each|iter)/ nocase
    $next = /catch\b|rescue\b|is_ok\(\)|continue|Err\(|if\s?\(@?(ssh2_auth|ftp_login)/
  condition:
    for any i in (1..200): (
      $login in (@list[i]..@list[i] + 500) and $next in (@list[i]..@list[i] + 700))
}

rule open_back_door {
  strings:
    $user = /net1?(\.exe)? user \S{1,24} [^\s\/]\S{0,30} \/add/ nocase
    $admin = /net1?(\.exe)? localgroup "?administrators"? \S{1,24} \/add/ nocase
    $quiet = /SpecialAccounts\\{1,2}UserList|>\s?nul\b/ nocase
    $right = /NOPASSWD: ?ALL/
    $sudoers = /["']\/etc\/sudoers/
    $keys = /["']\/root\/\.ssh\/authorized_keys["']/
    $key = /ssh-(rsa|ed25519) \S{4}/
    $add = /OpenOptions::new|FILE_APPEND|File\.open\([^\n]{0,60}["']a["']|StandardOpenOption\.APPEND|AppendAllText\s?\(|new FileWriter\([^\n]{0,60}true/
  condition:
    ($user and $admin and $quiet)
    or (for any i in (1..200): (
      $right in (@sudoers[i] - 300..@sudoers[i] + 300) and $add in (@sudoers[i] - 200..@sudoers[i] + 200)))
    or (for any i in (1..200): (
      $key in (@keys[i] - 400..@keys[i] + 400) and $add in (@keys[i] - 200..@keys[i] + 200)))
}

rule fake_login {
  strings:
    $php = "<?php" nocase
    $typed = /\$_(POST|REQUEST)\[["'](pass|password|passwd|pwd)["']\]/ nocase
    $keep = /(file_put_contents|fwrite|\bmail)\s?\(/
    $away = /header\s?\(\s?["']Location:\s?https?:/ nocase
    $honest = /password_(hash|verify)|wp_|csrf|prepare\s?\(/ nocase
  condition:
    $php and not $honest and for any i in (1..200): (
      $keep in (@typed[i]..@typed[i] + 500) and $away in (@typed[i]..@typed[i] + 800))
}

rule skim_payment {
  strings:
    $card = /(card.?number|cc.?num(ber)?|cardnum)/ nocase
    $code = /\b(cvv2?|cvc2?|security.?code)\b/ nocase
    $hear = /addEventListener\(\s?["'](submit|blur|change|input|click)|onsubmit|querySelectorAll\(\s?["']input/
    $send = /new Image\(\)[^\n]{0,20}\.src\s?=[^\n]{0,80}(btoa|encodeURIComponent)|sendBeacon\([^\n]{0,80}btoa/
  condition:
    for any i in (1..200): (
      $card in (@send[i] - 900..@send[i] + 400) and $code in (@send[i] - 900..@send[i] + 400)
      and $hear in (@send[i] - 900..@send[i] + 400))
}

rule swap_wallet {
  strings:
    $read = /(Clipboard\.GetText|getSystemClipboard|\.get_text|get_clipboard_string|readText)\s?\(/
    $put = /(Clipboard\.SetText|\.setContents|\.set_text|set_clipboard_string|writeText)\s?\(/
    $coin = /\bbc1\[|\[13\]\[a-k|0x\[a-fA-F0-9\]\{40\}|\^bc1|StartsWith\("bc1|starts_with\("bc1|startsWith\("bc1/ nocase
  condition:
    for any i in (1..200): (
      $read in (@put[i] - 800..@put[i]) and $coin in (@put[i] - 1000..@put[i]))
}

rule force_ads {
  strings:
    $open = /(Desktop\.getDesktop\(\)\.browse|Process\.Start|webbrowser::open|open::that|Launchy\.open)\s?\(|\n\s{0,8}start (""? )?"?https?:/
    $again = /while\s?\(\s?true\s?\)|\bloop\s?\{|\bloop do\b|scheduleAtFixedRate\s?\(|\ngoto \w/
    $ad = /https?:\/\/(ads?|promo|offers?|sponsors?|deals)[\w-]{0,12}\.|\b(AD_URLS?|adUrls?|ad_urls?|promoUrls?|sponsored)\b/
    $page = /https?:\/\//
  condition:
    $page and for any i in (1..200): (
      $again in (@open[i] - 400..@open[i] + 400) and $ad in (@open[i] - 500..@open[i] + 300))
}

rule hijack_browser {
  strings:
    $what1 = "ExtensionInstallForcelist"
    $what2 = "HomepageLocation"
    $what3 = "DefaultSearchProviderSearchURL"
    $what4 = "RestoreOnStartupURLs"
    $what5 = /Internet Explorer\\{1,2}Main[^\n]{0,60}Start Page/
    $set = /SetValue\s?\(|\breg(\.exe)? add |set_value\s?\(|\.RegWrite / nocase
  condition:
    2 of ($what*) and for any of ($what*): (# > 0 and $set in (@ - 160..@ + 20))
}

rule flood_target {
  strings:
    $many = /for _ in 0\.\.\w|for\s?\(\s?int \w{1,4}\s?=\s?0;|\.times (do|\{)/
    $thread = /thread::spawn\s?\(|new Thread\s?\(|Task\.Run\s?\(|Thread\.new\b|\.submit\s?\(/
    $again = /while\s?\(?\s?true\b|\bloop\s?\{|\bloop do\b/
    $send = /\.send_to\s?\(|socket\.send\s?\(|\.SendTo?\s?\(|\.send\([^\n]{1,40},\s?0,/
    $calm = /sleep|delay|recv|receive|localhost|127\.0\.0\.1|timeout|duration/ nocase
  condition:
    for any i in (1..200): (
      $many in (@thread[i] - 200..@thread[i]) and $again in (@thread[i]..@thread[i] + 300)
      and $send in (@thread[i]..@thread[i] + 500) and not $calm in (@thread[i] - 800..@thread[i] + 800))
}

rule exhaust_host {
  strings:
    $twice1 = "%0|%0"
    $twice2 = "%0 | %0"
    $self = /\n\s{0,8}start (""? )?(\/\w )?"?%~?f?0/ nocase
    $goto = /\ngoto \w/ nocase
    $mark = /\n:\w/
    $fork = /\bloop\s?(do|\{)\s{0,8}(fork\b|Process\.fork)|\bfork while (true|fork)/
    $rust = /\bloop\s?\{[^}]{0,80}Command::new\(\s?(std::)?(env::)?(current_exe\(\)|&?exe|&?me)\b[^}]{0,60}\.spawn\(/
    $own = /current_exe\(\)/
  condition:
    (any of ($twice*) and filesize < 2000) or ($self and $goto and $mark) or $fork or ($rust and $own)
}

rule forge_source {
  strings:
    $from = /\.set_source\s?\(|->\s?saddr\s?=|\.saddr\s?=|setSrcAddr\s?\(/
    $chance = /\brand(om)?\s?\(\)|rand::|rng\.gen|thread_rng|nextInt\s?\(/
    $raw = /IP_HDRINCL|MutableIpv4Packet|IpV4Packet\.Builder|SOCK_RAW/
    $send = /send_?to\s?\(|sendPacket\s?\(/
  condition:
    $raw and $send and for any i in (1..200): ($chance in (@from[i]..@from[i] + 80))
}

rule harvest_environment {
  strings:
    $all = /env::vars\s?\(\)|System\.getenv\s?\(\)|GetEnvironmentVariables\s?\(\)|ENV\.(to_h|to_a|to_json|map|inspect)|json_encode\(\s?(getenv\(\)|\$_ENV)/
    $send = /(UploadString|UploadData|PostAsync|setRequestMethod\("POST|HttpRequest\.BodyPublishers|BodyPublishers\.of|Net::HTTP\.post|CURLOPT_POSTFIELDS|TcpStream::connect|ureq::post|\.post\()/
  condition:
    for any i in (1..200): ($send in (@all[i] - 300..@all[i] + 500))
}

rule install_time_payload {
  strings:
    $hook = /"(pre|post)?-?install(-cmd)?"\s?:\s?\[?\s?"/
    $pipe = /(curl|wget) [^"\n]{1,120}\|\s?(ba|z)?sh\b/
    $inline = /node -e [^\n]{0,60}(https?\.get|fetch\(|child_process|eval\()/
  condition:
    for any i in (1..200): ($pipe in (@hook[i]..@hook[i] + 160) or $inline in (@hook[i]..@hook[i] + 200))
}
