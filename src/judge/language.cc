#include "judge/language.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "judge/letters.h"

namespace redcode::judge {
namespace {

// Of a text longer than this the beginning tells.
constexpr std::size_t far_enough = 6000;

struct SmallWords {
  std::string_view language;
  std::string_view words;
  bool read = true;
};

constexpr std::array<SmallWords, 10> small_words{{
    {"en",
     "the and of to is are was were it this that these those i you we they not no yes with for "
     "from have has had will would can could should be been do does did but or if then there here "
     "your my its which what when while because so an a in on at as by into about before after "
     "without only all any done let me won't can't don't i'm i'll i've it's that's"},
    {"de",
     "der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine "
     "keinen ich du sie er wir ihr mir mich dir dich ist sind war waren wird werden werde wurde "
     "habe hat haben hatte kann können könnte soll sollte muss mit für von vom zu zum zur auf aus "
     "bei nach über unter vor wenn dass weil also noch schon nur auch so wie was hier da damit "
     "bitte nein ja es im am bevor ohne mehr alle alles diese dieser dieses dafür darauf doch "
     "jetzt nichts etwas sonst mache lasse gibt"},
    {"es",
     "el la los las un una unos unas y o pero no sí que de del al en con por para sin sobre entre "
     "se me te le lo les mi tu su sus este esta esto estos estas ese esa eso es son era está están "
     "he ha han hay voy va vas puedo puede puedes debo quiero si como cuando porque antes después "
     "más muy ya también solo sólo todo todos nada aquí ahora hacer hacerlo aún así ni archivo "
     "fue ser estoy hecho listo"},
    {"fr",
     "le la les un une des du de et ou mais ne pas je tu il elle nous vous ils on me te se ce cet "
     "cette ces c'est est sont était suis ai a ont avez avoir être fait faire peux peut pouvez "
     "dois veux avec pour par sans sur sous dans en au aux que qui quoi si comme quand parce donc "
     "plus très déjà aussi tout tous rien ici maintenant avant après votre vos ton ta tes mon ma "
     "mes son sa ses leur n'ai n'est j'ai d'abord oui non puis encore cela ça fichier y"},
    {"hi",
     "hai hain nahi nahin mat main mein maine aap aapka aapke apna apne yeh ye woh wo kya kyun "
     "kyunki kar karo karna karne karunga karungi karta karti kiya kar diya diye dunga dungi raha "
     "rahi rahe hoga hogi sakta sakti sakte hoon hun ke ki ka ko se par aur ya lekin magar agar "
     "toh bhi sirf abhi pehle baad liye wala wali kuch koi sab haan ji bata batao chahiye"},
    {"pt",
     "o os uma umas e ou mas não sim que do da dos das no na nos nas com por para sem sobre se "
     "você eu ele ela nós isso isto esse essa este é são foi está estão vou vai posso pode devo "
     "quero quando porque antes depois mais muito já também só tudo nada aqui agora fazer arquivo "
     "ao à pelo pela seu sua meu minha foram ser tem",
     false},
    {"it",
     "il lo gli una uno e o ma non sì che di del della dei delle al alla nel nella con per senza "
     "su tra mi ti si ci vi questo questa questi quello è sono era ho ha hanno posso può devo "
     "voglio se come quando perché prima dopo più molto già anche solo tutto tutti niente qui ora "
     "fare farlo file stato essere della nessun",
     false},
    {"nl",
     "de het een en of maar niet geen ik je jij u hij zij wij ze we dit dat deze die is zijn was "
     "waren wordt worden heb heeft hebben had kan kunnen zal zou moet met voor van op uit bij naar "
     "over onder als omdat dus nog al alleen ook zo hoe wat hier daar nee ja eerst zonder meer "
     "alle alles niets bestand om te er mijn jouw uw",
     false},
    {"pl",
     "nie tak to jest są był była było i lub ale że na w z do od po przed przez dla bez jak kiedy "
     "ponieważ już też tylko wszystko nic tu teraz mogę można muszę chcę się mi ci go ten ta te "
     "plik pliki który która będę zostało żeby czy",
     false},
    {"tr",
     "bir bu şu ve veya ama değil yok var evet hayır için ile gibi daha çok ben sen biz siz onlar "
     "ne neden çünkü önce sonra şimdi dosya dosyayı yapamam yapmam olarak olan kadar her hiç mi "
     "mı",
     false},
}};

class Counter {
 public:
  Counter() {
    for (const SmallWords& one : small_words) {
      for (const std::string& word : split(one.words, ' ')) lists_[word].push_back(one.language);
    }
  }

  // A word that several share counts less for each.
  void count(const std::string& word, std::unordered_map<std::string_view, double>& counts) const {
    const auto found = lists_.find(word);
    if (found == lists_.end()) return;
    for (const std::string_view language : found->second)
      counts[language] += 1.0 / static_cast<double>(found->second.size());
  }

 private:
  std::unordered_map<std::string, std::vector<std::string_view>> lists_;
};

struct Scripts {
  std::size_t latin = 0;
  std::size_t kana = 0;
  std::size_t ideographs = 0;
  std::size_t devanagari = 0;
  std::size_t others = 0;
};

Scripts scripts_in(std::string_view text) {
  Scripts found;
  for (std::size_t i = 0; i < text.size();) {
    const Letter letter = letter_at(text, i);
    i += letter.size;
    const bool ascii = (letter.code >= 'a' && letter.code <= 'z');
    if (ascii || (letter.code >= 0xC0 && letter.code <= 0x24F)) {
      ++found.latin;
    } else if (is_kana(letter.code)) {
      ++found.kana;
    } else if (is_ideograph(letter.code)) {
      ++found.ideographs;
    } else if (is_devanagari(letter.code)) {
      ++found.devanagari;
    } else if (is_foreign_letter(letter.code)) {
      ++found.others;
    }
  }
  return found;
}

std::string_view latin_language(std::string_view text) {
  static const Counter counter;
  std::unordered_map<std::string_view, double> counts;
  std::string word;
  for (std::size_t i = 0; i <= text.size();) {
    const Letter letter = i < text.size() ? letter_at(text, i) : Letter{};
    const bool belongs = (letter.code >= 'a' && letter.code <= 'z') || letter.code == '\'' ||
                         is_foreign_letter(letter.code);
    if (belongs) {
      word += text.substr(i, letter.size);
    } else if (!word.empty()) {
      counter.count(word, counts);
      word.clear();
    }
    i += letter.size;
  }
  const auto* const best = std::ranges::max_element(
      small_words, {}, [&](const SmallWords& one) { return counts[one.language]; });
  // English where nothing speaks for another: developers' words are English everywhere.
  if (counts["en"] + 0.5 >= counts[best->language]) return "en";
  return best->read ? best->language : "other";
}

}  // namespace

std::string_view language_of(std::string_view text) {
  const std::string plain = lower_latin(text.substr(0, far_enough));
  const Scripts found = scripts_in(plain);
  const std::size_t eastern = found.kana + found.ideographs;
  // A sign says about as much as three letters.
  if (3 * eastern > found.latin / 3 && eastern > 0 && eastern >= found.others)
    return found.kana * 12 >= eastern ? "ja" : "zh";
  if (found.devanagari * 3 > found.latin && found.devanagari >= found.others) return "hi";
  if (found.others * 2 > found.latin) return "other";
  if (found.latin == 0) return "";
  return latin_language(plain);
}

bool runs_together(std::string_view language) { return language == "zh" || language == "ja"; }

}  // namespace redcode::judge
