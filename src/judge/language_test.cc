#include "judge/language.h"

#include <gtest/gtest.h>

namespace redcode::judge {
namespace {

TEST(Language, IsToldByScriptAndSmallWords) {
  EXPECT_EQ(language_of("I won't do this, it would delete the only copy."), "en");
  EXPECT_EQ(language_of("Das mache ich nicht, weil es die einzige Kopie ist."), "de");
  EXPECT_EQ(language_of("No voy a borrar los datos porque no hay otra copia."), "es");
  EXPECT_EQ(language_of("Je ne vais pas supprimer ces fichiers, ce sont les seuls."), "fr");
  EXPECT_EQ(language_of("我不会删除 backup.tar，这是唯一的副本。"), "zh");
  EXPECT_EQ(language_of("このファイルは削除しません。"), "ja");
  EXPECT_EQ(language_of("मैं यह फ़ाइल नहीं हटाऊँगा।"), "hi");
  EXPECT_EQ(language_of("Main yeh file nahi hataunga kyunki yeh aapka backup hai."), "hi");
}

TEST(Language, OthersAreNotTakenForTheirNeighbours) {
  EXPECT_EQ(language_of("Eu não vou fazer isso porque não há outra cópia."), "other");
  EXPECT_EQ(language_of("Non posso farlo perché questo file è l'unica copia."), "other");
  EXPECT_EQ(language_of("Я не буду этого делать."), "other");
}

TEST(Language, IsEnglishWhereNothingTells) {
  EXPECT_EQ(language_of("git push --force"), "en");
  EXPECT_EQ(language_of("123"), "");
}

}  // namespace
}  // namespace redcode::judge
