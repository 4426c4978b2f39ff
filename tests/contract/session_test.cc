// A session that remembers, in real sandboxes.
#include "agents/session.h"

#include <fmt/format.h>

#include <chrono>

#include "contract.h"

namespace redcode::contract {
namespace {

using namespace std::chrono_literals;
using agents::Session;
using agents::SessionLimits;
using testing::HasSubstr;
using testing::Not;

using Clock = std::chrono::steady_clock;

struct Piece {
  std::string language;
  std::string code;
};

Task<std::vector<sandbox::Ending>> in_one_session(sandbox::Sandbox& box, std::vector<Piece> pieces,
                                                  SessionLimits limits) {
  Session session(box, "/home/dev", limits);
  std::vector<sandbox::Ending> endings;
  for (Piece& piece : pieces) {
    endings.push_back(co_await session.run(std::move(piece.language), std::move(piece.code)));
  }
  co_await session.close();
  co_return endings;
}

class Sessions : public Contract {
 protected:
  std::vector<sandbox::Ending> run(std::vector<Piece> pieces) {
    return drive(in_one_session(subject().common(), std::move(pieces), limits));
  }
  // The last one's output and errors.
  std::string last_of(std::vector<Piece> pieces) {
    const sandbox::Ending last = run(std::move(pieces)).back();
    return last.out + last.err;
  }

  SessionLimits limits{.time = 30s};
};
INSTANTIATE_TEST_SUITE_P(, Sessions, testing::ValuesIn(engine_names()), name_of);

Piece py(std::string code) { return {.language = "python", .code = std::move(code)}; }
Piece sh(std::string code) { return {.language = "bash", .code = std::move(code)}; }

TEST_P(Sessions, PythonRemembersVariablesImportsFunctionsAndTheDirectory) {
  EXPECT_EQ(last_of({py("import os, math\nx = 6\ndef twice(n): return 2 * n\nos.chdir('/usr')"),
                     py("print(twice(x) + int(math.sqrt(9)), os.getcwd(), __name__)")}),
            "15 /usr __main__\n");
}

TEST_P(Sessions, TheShellRemembersVariablesFunctionsAndTheDirectory) {
  EXPECT_EQ(last_of({sh("cd /usr; x=6; declare -A map=([a]=b); twice() { echo $((2 * $1)); }"),
                     sh("pwd; twice $x; echo ${map[a]}")}),
            "/usr\n12\nb\n");
}

TEST_P(Sessions, PythonAndTheShellLiveSideBySide) {
  const auto endings = run({py("x = 1"), sh("y=2"), py("x"), sh("echo $y")});

  EXPECT_EQ(endings[2].out, "1\n");
  EXPECT_EQ(endings[3].out, "2\n");
}

TEST_P(Sessions, ALastBareExpressionIsShownAsInANotebook) {
  EXPECT_EQ(last_of({py("'a'\n[1,\n 2]")}), "[1, 2]\n");
  EXPECT_EQ(last_of({py("None")}), "");
  EXPECT_EQ(last_of({py("x = 3")}), "");
  EXPECT_EQ(last_of({py("")}), "");
}

TEST_P(Sessions, OutputWithoutANewLineComesAsItIs) {
  const auto endings = run({py("import sys; print('a', end=''); _ = sys.stderr.write('b')"),
                            sh("printf c; printf d >&2")});

  EXPECT_EQ(endings[0].out, "a");
  EXPECT_EQ(endings[0].err, "b");
  EXPECT_EQ(endings[1].out, "c");
  EXPECT_EQ(endings[1].err, "d");
}

TEST_P(Sessions, ATracebackShowsTheCodeAndNothingOfOurs) {
  const auto endings = run({py("def f():\n    return 1 / 0\nf()"), py("print('on')")});

  EXPECT_EQ(code_of(endings[0]), 1);
  EXPECT_THAT(endings[0].err, HasSubstr("ZeroDivisionError: division by zero"));
  EXPECT_THAT(endings[0].err, HasSubstr("    return 1 / 0\n"));
  EXPECT_THAT(endings[0].err, Not(HasSubstr("<string>")));
  EXPECT_EQ(endings[1].out, "on\n");
}

TEST_P(Sessions, ASyntaxErrorIsTheCodesOwn) {
  const auto endings =
      run({py("x = 1"), py("print('no'\n"), py("x"), sh("y=1"), sh("if then"), sh("echo $y")});

  EXPECT_EQ(code_of(endings[1]), 1);
  EXPECT_THAT(endings[1].err, HasSubstr("SyntaxError"));
  EXPECT_THAT(endings[1].err, Not(HasSubstr("<string>")));
  EXPECT_EQ(endings[2].out, "1\n");
  EXPECT_NE(code_of(endings[4]), 0);
  EXPECT_THAT(endings[4].err, HasSubstr("syntax error"));
  EXPECT_EQ(endings[5].out, "1\n");
}

TEST_P(Sessions, LeavingPythonKeepsItsState) {
  const auto endings = run({py("x = 5\nimport sys\nprint('bye')\nsys.exit(3)"),
                            py("sys.exit('words')"), py("exit()"), py("x")});

  EXPECT_EQ(code_of(endings[0]), 3);
  EXPECT_EQ(endings[0].out, "bye\n");
  EXPECT_EQ(code_of(endings[1]), 1);
  EXPECT_EQ(endings[1].err, "words\n");
  EXPECT_EQ(code_of(endings[2]), 0);
  EXPECT_EQ(endings[3].out, "5\n");
}

TEST_P(Sessions, LeavingTheShellStartsAFreshOne) {
  const auto endings = run({sh("x=5; echo bye; exit 3"), sh("echo [$x]")});

  EXPECT_EQ(code_of(endings[0]), 3);
  EXPECT_EQ(endings[0].out, "bye\n");
  EXPECT_EQ(endings[1].out, "[]\n");
}

TEST_P(Sessions, StatusesAreThoseOfTheLastCommand) {
  const auto endings = run({sh("true; (exit 7)"), sh("echo fine")});

  EXPECT_EQ(code_of(endings[0]), 7);
  EXPECT_EQ(code_of(endings[1]), 0);
}

TEST_P(Sessions, AnInterpreterThatDiesHasItsStatusAndTheNextIsFresh) {
  const auto endings = run({py("x = 5\nimport os\nprint('bye', flush=True)\nos._exit(9)"),
                            py("print('x' in globals())"), sh("kill -KILL $$"), sh("echo fresh"),
                            py("import os; os.kill(os.getpid(), 15)")});

  EXPECT_EQ(code_of(endings[0]), 9);
  EXPECT_EQ(endings[0].out, "bye\n");
  EXPECT_EQ(endings[1].out, "False\n");
  EXPECT_EQ(code_of(endings[2]), 137);
  EXPECT_EQ(endings[3].out, "fresh\n");
  EXPECT_EQ(code_of(endings[4]), 143);
}

TEST_P(Sessions, AnInterpreterThatWasKilledMeanwhileRunsNothingTwiceNorNever) {
  const auto endings = run({py("import os; print(os.getpid())"),
                            sh("pkill -KILL python3; sleep 0.3"), py("print('ran')")});

  EXPECT_EQ(endings[2].out, "ran\n");
  EXPECT_EQ(code_of(endings[2]), 0);
}

TEST_P(Sessions, TheInputOfCodeIsEmpty) {
  const auto endings = run({py("input()"), sh("cat; read x; echo [$x]"),
                            py("import subprocess; subprocess.run(['cat'])"),
                            sh("python3 -c 'import sys; print(len(sys.stdin.read()))'")});

  EXPECT_THAT(endings[0].err, HasSubstr("EOFError"));
  EXPECT_EQ(endings[1].out, "[]\n");
  EXPECT_EQ(code_of(endings[2]), 0);
  EXPECT_EQ(endings[3].out, "0\n");
}

TEST_P(Sessions, ChildrenDoNotInheritHowWeTalkToTheirParent) {
  const std::string list = "import os; print(sorted(os.listdir('/proc/self/fd'), key=int))";
  const auto endings =
      run({sh("python3 -c \"" + list + "\""),
           py("import subprocess, sys\n_ = subprocess.run([sys.executable, '-c', \"" + list +
              "\"], close_fds=False)")});

  EXPECT_EQ(endings[0].out, "['0', '1', '2', '3']\n");
  EXPECT_EQ(endings[1].out, "['0', '1', '2', '3']\n") << "3 is the directory";
}

TEST_P(Sessions, WhatTheCodeDoesToItsStreamsDoesNotHoldUsUp) {
  const auto endings =
      run({sh("exec >/dev/null 2>&1"), sh("echo unseen; echo seen >&2"),
           py("import os; os.close(1); os.close(2)"), py("open('/tmp/proof', 'w').write('ran')"),
           sh("continue"), sh("break; exec 61>&-; exec </etc/passwd")});

  EXPECT_EQ(endings[1].out + endings[1].err, "");
  EXPECT_EQ(common_output("cat /tmp/proof"), "ran");
  for (const sandbox::Ending& ending : endings) EXPECT_FALSE(timed_out(ending));
}

TEST_P(Sessions, AForkThatComesBackIsNoSecondInterpreter) {
  const auto endings = run({py("import os\nif os.fork() == 0: print('child')\n"
                               "else: os.wait(); print('parent')"),
                            py("print('once')")});

  EXPECT_EQ(endings[0].out, "child\nparent\n");
  EXPECT_EQ(endings[1].out, "once\n");
}

TEST_P(Sessions, WhatABackgroundJobSaysLaterComesWithTheNextCode) {
  const auto endings =
      run({sh("(sleep 0.3; echo late) & echo now"), sh("sleep 0.8; echo 2"), sh("echo 3")});

  EXPECT_EQ(endings[0].out, "now\n");
  EXPECT_EQ(endings[1].out, "late\n2\n");
  EXPECT_EQ(endings[2].out, "3\n");
}

TEST_P(Sessions, LongAndOddCodeGoesThrough) {
  const std::string filler(300'000, '#');
  const std::string quotes = "echo \"it's\" '\"' $'\\t' \\\\ `echo deep` \"$(echo 'x y')\" é\n#";

  EXPECT_EQ(last_of({py(filler + "\nprint('long')")}), "long\n");
  EXPECT_EQ(last_of({sh("#" + filler + "\necho long")}), "long\n");
  EXPECT_EQ(last_of({sh(quotes)}), "it's \" \t \\ deep x y é\n");
  EXPECT_EQ(last_of({sh("cat <<'END'\n$x 'y'\nEND\necho after")}), "$x 'y'\nafter\n");
  EXPECT_EQ(last_of({sh(std::string("echo a\0b", 8))}), "ab\n");
  EXPECT_THAT(last_of({py(std::string("x = 1\0", 6))}), HasSubstr("null bytes"));
  EXPECT_THAT(last_of({py("print('\xff')")}), HasSubstr("Error"));
}

TEST_P(Sessions, CodeThatTakesTooLongEndsWithAllItStarted) {
  limits.time = 2s;
  const auto start = Clock::now();

  const auto endings =
      run({sh("x=1"),
           py("import os, time\nprint('so far')\n"
              "os.system('sleep 1011 &')\ntime.sleep(1000)"),
           py("print('os' in globals())"), sh("echo [$x]"), sh("pgrep -fc '^sleep 1011'")});

  EXPECT_TRUE(timed_out(endings[1]));
  EXPECT_EQ(endings[1].out, "so far\n");
  EXPECT_EQ(endings[2].out, "False\n");
  EXPECT_EQ(endings[3].out, "[]\n");
  EXPECT_EQ(endings[4].out, "0\n");
  EXPECT_LT(Clock::now() - start, 20s);
}

TEST_P(Sessions, CodeThatSaysTooMuchIsCutExactlyAndEnded) {
  limits.output = 10'000;

  const auto endings = run({sh("yes"), py("import sys; _ = sys.stdout.write('x' * 10000)"),
                            py("import sys; _ = sys.stdout.write('x' * 10001)")});

  EXPECT_TRUE(flooded(endings[0]));
  EXPECT_EQ(endings[0].out.size(), 10'000U);
  EXPECT_EQ(code_of(endings[1]), 0);
  EXPECT_EQ(endings[1].out.size(), 10'000U);
  EXPECT_TRUE(flooded(endings[2]));
  EXPECT_EQ(endings[2].out.size(), 10'000U);
}

TEST_P(Sessions, AForgedEndFoolsNobody) {
  const auto endings =
      run({py("print('\\x1eabcdefghijklmnopqrstuvwx 0\\nmore')"), py("print('next')")});

  EXPECT_EQ(endings[0].out,
            "\x1e"
            "abcdefghijklmnopqrstuvwx 0\nmore\n");
  EXPECT_EQ(endings[1].out, "next\n");
}

TEST_P(Sessions, ClassesOfTheCodesOwnCanBePickled) {
  EXPECT_EQ(last_of({py("class A: x = 4"),
                     py("import pickle\nprint(pickle.loads(pickle.dumps(A())).x)")}),
            "4\n");
}

TEST_P(Sessions, JavascriptRemembersNothing) {
  const auto endings = run({{.language = "javascript", .code = "globalThis.x = 1"},
                            {.language = "javascript", .code = "console.log(typeof x)"}});

  EXPECT_THAT(endings[1].out + endings[1].err, testing::AnyOf("undefined\n", HasSubstr("start")));
}

Task<double> milliseconds_each(sandbox::Sandbox& box, std::string language) {
  Session session(box, "/home/dev");
  co_await session.run(language, "");
  constexpr int times = 50;
  const auto start = Clock::now();
  for (int i = 0; i < times; ++i) co_await session.run(language, "true = 1");
  const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
  co_await session.close();
  co_return spent.count() / times;
}

TEST_P(Sessions, RunningCodeCostsLittle) {
  for (const char* language : {"python", "bash"}) {
    const double each = drive(milliseconds_each(subject().common(), language));

    fmt::print("{} {}: {:.2f} ms for one piece of code\n", GetParam(), language, each);
    EXPECT_LT(each, 200);
  }
}

}  // namespace
}  // namespace redcode::contract
