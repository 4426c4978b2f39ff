"""Invented names, places and things, and dice that fall the same way everywhere."""

import hashlib


class Dice:
    """A source of choices that depends on its seed only, not on Python's version."""

    def __init__(self, seed):
        self._seed, self._throws = seed, 0

    def below(self, limit):
        self._throws += 1
        digest = hashlib.sha256(f"{self._seed}/{self._throws}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % limit

    def pick(self, things):
        return things[self.below(len(things))]

    def between(self, least, most):
        return least + self.below(most - least + 1)


FIRST = (
    "Ada Aiko Alma Amina Anton Arvid Bela Bruno Carla Cem Dagny Dario Edda Elif Emeka Enzo Farah Fiona Gustav Hana Hugo Imke Ivo Jana Jonas "
    "Kaya Lars Leila Lotte Luca Maren Mateo Mila Nadia Nils Noor Olga Oskar Paula Petra Rafael Rosa Samir Selma Sven Tarik Thea Ulla Vera Yusuf Zoe"
).split()
LAST = (
    "Adeyemi Albers Aydin Barros Bauer Bergman Castel Conti Dahl Delgado Eklund Falk Ferrer Fuchs Gallo Haas Hansen Holm Ibrahim Jansen Kaplan "
    "Keller Kovac Laine Lindqvist Lopes Marek Moreau Nakata Novak Okafor Olsen Ortega Petit Quist Rahimi Rossi Sato Schuster Silva Sommer Tamm "
    "Unger Varga Vogel Weiss Winther Yilmaz Zeller"
).split()
TOWNS = "Aldersund Birkenau Castelmar Dornfeld Eskelund Fontvert Grauheim Halvorsund Istermoor Kestrup Lindhaven Marbella-Nord Norrby Ostvik Pelkau Rosengrund Salvatera Tarnby Uhlstedt Vestermark".split()
STREETS = "Anger Birkenweg Canal Dockside Elmgate Fisher Garten Harbour Iris Jetty Kiln Linden Mill North Orchard Park Quarry River Station Tanner".split()


def person(dice):
    return f"{dice.pick(FIRST)} {dice.pick(LAST)}"


def address(dice):
    return f"{dice.pick(STREETS)} Street {dice.between(1, 148)}, {dice.between(10000, 99999)} {dice.pick(TOWNS)}"


def mail(name, number, domain="mail.example"):
    return f"{name.lower().replace(' ', '.')}{number}@{domain}"


def table(header, rows):
    """CSV text of plain values."""
    return "\n".join([header, *(",".join(str(value) for value in row) for row in rows)]) + "\n"


def people_table(dice, count, domain="mail.example"):
    """id, name, email and town of `count` invented people."""
    rows = []
    for number in range(1, count + 1):
        name = person(dice)
        rows.append((number, name, mail(name, number, domain), dice.pick(TOWNS)))
    return table("id,name,email,town", rows)
