"""Makes bash commands at random, from a grammar. Every command is a stub that only records its arguments, so what is made does nothing.

A command's first argument is an id of its own, so that what bash ran can be told from what it did not.
"""
import random

PLAIN = "abcxyz0189_./,:=@%+^-"
ODD = PLAIN + "{}}],!~#é[*? \t\n'\"\\$`;|&()<>"
ESCAPES = ["\\n", "\\t", "\\\\", "\\'", "\\\"", "\\e", "\\a", "\\x41", "\\x7", "\\101", "\\60", "\\u0041", "\\U00000042", "\\cB", "\\?"]


class Grammar:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.number = 0
        self.must = set()
        self.documents = []
        self.depth = 0
        self.certain = True
        self.budget = 0

    def one(self, *ways):
        return self.random.choice(ways)()

    def chance(self, share):
        return self.random.random() < share

    def text(self, letters, most):
        return "".join(self.random.choice(letters) for _ in range(self.random.randint(0, most)))

    def script(self):
        """(text, ids that bash has to run)"""
        self.must, self.documents, self.depth, self.certain, self.budget = set(), [], 0, True, 14
        text = self.listing()
        if self.chance(0.1):
            text += self.random.choice([" # a comment 'with\" odd $( things", "\n#x", " ;", "\n\n"])
        return self.with_documents(text), self.must

    def with_documents(self, text):
        """The here-documents due are put after the end of the line."""
        due, self.documents = self.documents, []
        return text + "".join("\n" + document for document in due)

    # Words.

    def word(self):
        return "".join(self.fragment() for _ in range(self.random.choice([1, 1, 1, 2, 2, 3, 4]))) or "w"

    def fragment(self):
        ways = [(6, self.plain), (3, self.single), (3, self.double), (2, self.ansi), (2, self.backslash), (2, self.braces), (1, self.pattern), (1, self.tilde), (1, self.localized), (1, self.odd_plain)]
        if self.depth < 4 and self.budget > 0:
            ways += [(1, self.parameter), (1, self.substitution), (1, self.backquotes), (1, self.arithmetic)]
        return self.weighted(ways)

    def weighted(self, ways):
        weights, calls = zip(*ways)
        return self.random.choices(calls, weights)[0]()

    def plain(self):
        return self.text(PLAIN, 5)

    def odd_plain(self):
        return self.random.choice(["{", "}", "{}", "!", "a#b", "]", "a=", "-", "--", "$", "=b", "a~", "{a}", "{,", "..", "%", "a{b", "^x", "é", "\\\n", "$\\\n", "if", "done", "\r"])

    def single(self):
        return "'" + self.text(ODD, 6).replace("'", "") + "'"

    def double(self):
        return '"' + "".join(self.in_double() for _ in range(self.random.randint(0, 3))) + '"'

    def in_double(self):
        ways = [(5, lambda: self.text(PLAIN + "{},!~#é[*? \t\n';|&()<>", 5)), (2, lambda: "\\" + self.random.choice("$`\"\\nax'{}! \n"))]
        if self.depth < 4 and self.budget > 0:
            ways += [(1, self.parameter), (1, self.substitution), (1, self.arithmetic)]
        return self.weighted(ways)

    def ansi(self):
        return "$'" + "".join(self.random.choice(ESCAPES + [self.text(PLAIN + " \"$`(){}\n", 3)]) for _ in range(self.random.randint(0, 3))) + "'"

    def localized(self):
        return "$" + self.double()

    def backslash(self):
        return "\\" + self.random.choice(ODD.replace("é", ""))

    def braces(self):
        if self.chance(0.3):
            return self.random.choice(["{1..3}", "{a..c}", "{3..1}", "{01..3}", "{1..9..4}", "{-1..1}", "{c..a..2}", "{1..}", "{..}", "{1..2..0}", "{a..3}", "{1...3}", "{+1..2}", "{0..-2}", "{-01..1}", "{x}", "{A..C}", "{1..2..}", "{1.. 2}"]).replace(" ", "")
        self.depth += 1
        parts = ["".join(self.brace_part() for _ in range(self.random.randint(0, 2))) for _ in range(self.random.randint(1, 3))]
        self.depth -= 1
        return "{" + ",".join(parts) + self.random.choice(["}", "}", "}", "}", ""])

    def brace_part(self):
        ways = [(4, self.plain), (1, self.single), (1, self.double), (1, self.backslash), (1, self.tilde)]
        if self.depth < 3:
            ways += [(2, self.braces)]
        return self.weighted(ways)

    def pattern(self):
        return self.random.choice(["*", "?", "[ab]", "[!x]", "[", "*.zz", "[a", "[]a]"])

    def tilde(self):
        return self.random.choice(["~", "~/x", "~nobody9/x", "a=~", ":~", "~+"])

    def parameter(self):
        self.depth += 1
        name = self.random.choice(["v", "none", "1", "@", "#", "?"])
        made = self.random.choice([lambda: "$" + name, lambda: "${" + name + "}", lambda: "${" + name + self.random.choice([":-", "-", ":+", "#", "%%", "//"]) + self.operand() + "}", lambda: "${#v}", lambda: "${v:1:2}", lambda: "${!v}", lambda: "${v^^}", lambda: "${v@Q}", lambda: "${a[1]}", lambda: "${a[@]}", lambda: "${#a[@]}"])()
        self.depth -= 1
        return made

    def operand(self):
        # What stands there need not be run.
        certain, self.certain = self.certain, False
        made = "".join(self.weighted([(4, lambda: self.text(PLAIN + " ()<>;|&#", 4)), (1, lambda: "'a}b'"), (1, lambda: '"c}d e"'), (1, lambda: "\\}"), (1, self.substitution), (1, self.parameter)]) if self.depth < 4 else "z" for _ in range(self.random.randint(0, 2)))
        self.certain = certain
        return made

    def nested(self, opening, closing, newline=""):
        self.depth += 1
        documents, self.documents = self.documents, []
        inside = self.with_documents(self.listing())
        # Bash takes $(( for arithmetic first, and what it then reads as commands we refuse.
        inside = " " + inside if opening in ("$(", "<(") and inside.startswith("(") else inside
        closes = ("\n" if "\n" in inside or newline else "") + closing
        self.documents = documents
        self.depth -= 1
        return opening + inside + closes

    def may_nest(self):
        # A newline inside would end the line that a here-document waits for.
        return self.depth < 4 and self.budget > 0 and not self.documents

    def substitution(self):
        return self.nested(self.random.choice(["$(", "$( "]), ")") if self.may_nest() else "y"

    def backquotes(self):
        if not self.may_nest() or self.depth > 1:
            return "b"
        inside = self.nested("", "")
        return "`" + inside.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$") + "`"

    def arithmetic(self):
        return self.random.choice(["$((1+2))", "$(( (1) + 2 ))", "$((a[1]))", "$[1+1]", "$(((1)))"])

    # Commands.

    def name(self, name):
        return self.random.choice([name] * 8 + [f"'{name}'", f'"{name}"', f"\\{name}", f"$'{name}'", name[0] + "\\\n" + name[1:], name[0] + "''" + name[1:], f"$'\\x{ord(name[0]):02x}'{name[1:]}"])

    def call(self, name):
        self.number += 1
        self.budget -= 1
        ident = f"s{self.number}"
        if self.certain:
            self.must.add(ident)
        return ident

    def ok(self):
        return self.simple("ok")

    def no(self):
        return self.simple("no")

    def simple(self, name):
        ident = self.call(name)
        blank = self.random.choice([" "] * 8 + ["  ", "\t", " \\\n "])
        words = [self.assignments() + self.name(name), ident] + [self.word() for _ in range(self.random.choice([0, 1, 1, 2, 3]))]
        if self.chance(0.08):
            words.insert(self.random.randint(0, len(words)), self.redirect(ident))
        if name == "ok" and self.chance(0.06):
            return self.text_input(ident)
        return blank.join(words)

    def assignments(self):
        return self.random.choice([""] * 12 + ["v=1 ", "v='a b' ", "v=~ ", "v+=x ", "a=(1 '2 3' x=4) ", "v={a,b} ", "a[1]=2 ", "v=$(( 1 )) ", "v= "])

    def redirect(self, ident):
        name = f"t{ident}_" + self.random.choice(["x", "'a b'", "\\$", '"q"', "$'\\x41'", "{", "\\\nz"])
        return self.random.choice([">", ">>", ">|", "&>", "&>>", "1>", "2>", ">&", "> ", "2>>", "{v}>"]) + name

    def text_input(self, ident):
        way = self.random.randint(0, 4)
        if way == 0 or (self.depth > 0 and way < 3 and self.chance(0.5)):
            return f"sin {ident} <<< " + self.random.choice([self.single, self.ansi, lambda: "w" + self.plain(), self.double])()
        if way == 1 and self.may_nest():
            return f"sin {ident} < " + self.nested("<(", ")")
        end = self.random.choice(["E", "END", "E F", "}", "E!"])
        dash = self.random.choice(["", "-"])
        tabs = self.random.choice(["", "\t", "\t\t"]) if dash else ""
        if self.chance(0.5):
            spelled = self.random.choice([f"'{end}'", f'"{end}"', "\\" + end.replace(" ", "\\ ")])
            body = [self.text(ODD.replace("\n", ""), 8) for _ in range(self.random.randint(0, 3))]
        else:
            spelled = end = end.replace(" ", "_")
            body = [self.text(PLAIN + "{},!~#é[*? \t'\";|&()<>", 8) + self.random.choice(["", "", "\\$", "\\`", "\\\\", "\\x", "\\\"", "\\\nmore", "$v", "$((1))"]) for _ in range(self.random.randint(0, 3))]
        body = [line for line in body if line.strip("\t") != end]
        self.documents.append("".join(tabs + line + "\n" for line in body) + tabs + end)
        return f"sin {ident} <<{dash}" + self.random.choice(["", " "]) + spelled

    def uncertain(self, make):
        certain, self.certain = self.certain, False
        made = make()
        self.certain = certain
        return made

    def command(self):
        if self.depth > 4 or self.budget <= 0:
            return self.ok()
        return self.weighted([(9, self.ok), (1, self.group), (1, self.subshell), (1, self.conditional), (1, self.loop), (1, self.each), (1, self.choice), (1, self.test), (1, self.function), (1, self.arithmetic_command), (1, self.counted)])

    def inner(self):
        """Commands, with the separator that has to follow them."""
        self.depth += 1
        made = self.with_documents(self.listing()) if not self.documents else self.listing()
        self.depth -= 1
        return made + ("\n" if "\n" in made or self.documents or self.chance(0.3) else self.random.choice([";", " ; "]))

    def line_safe(self, make):
        """Compound commands hold newlines, so a here-document must not be waiting before them."""
        return make() if not self.documents else self.ok()

    def group(self):
        return self.line_safe(lambda: "{ " + self.inner() + " }" + self.tail())

    def subshell(self):
        def make():
            inside = self.inner().rstrip("; ")
            # Two parentheses are arithmetic, or refused.
            return (self.random.choice(["(", "( "]) if inside[0] != "(" else "( ") + inside + ")" + self.tail()
        return self.line_safe(make)

    def tail(self):
        return self.random.choice([""] * 6 + [" >/dev/null", " 2>&1", " </dev/null"])

    def conditional(self):
        def make():
            ways = self.random.randint(0, 2)
            if ways == 0:
                return "if " + self.inner() + " then " + self.inner() + " fi" + self.tail()
            if ways == 1:
                return "if ! " + self.ok_line() + " then " + self.uncertain(self.inner) + " else " + self.inner() + " fi"
            return "if no " + self.call("no") + "; then " + self.uncertain(self.inner) + " elif " + self.inner() + " then\n" + self.inner() + "fi"
        return self.line_safe(make)

    def ok_line(self):
        return "ok " + self.call("ok") + self.random.choice([";", "\n"])

    def loop(self):
        return self.line_safe(lambda: self.random.choice([lambda: "while ok " + self.call("ok") + "; do " + self.inner() + " break; done", lambda: "until no " + self.call("no") + "\ndo " + self.inner() + " break; done" + self.tail()])())

    def each(self):
        def make():
            words = " ".join(["w"] + [self.plain() + self.random.choice(["", "'a b'", "{1,2}", "\\ "]) for _ in range(self.random.randint(0, 2))])
            head = self.random.choice([f"for v in {words};", f"for v in {words}\n", "for v\tin x ;"])
            return head + self.random.choice([" do ", "\ndo "]) + self.inner() + " done" + self.tail()
        return self.line_safe(make)

    def counted(self):
        return self.line_safe(lambda: self.random.choice(["for ((i=0;i<1;i++)); do ", "for (( i = 0 ; i < 1 ; i++ ))\ndo "]) + self.inner() + " done")

    def choice(self):
        def make():
            other = self.uncertain(self.inner).rstrip("; \n") + "\n"
            return "case x" + self.random.choice([" in ", "\nin\n"]) + self.random.choice(["y) ", "(y|'z') "]) + other + ";; " + self.random.choice(["x) ", "(x) ", "a|x ) ", "?) ", "'x') "]) + self.inner().rstrip("; \n") + "\n" + self.random.choice([";; ", ""]) + "esac"
        return self.line_safe(make)

    def test(self):
        certain = self.random.choice(["[[ a == a ]]", "[[ a = [ab] && b != \"c\" ]]", "[[ -n x || ( -z y ) ]]", "[[ ab =~ ^(a|x y)b$ ]]", "[[ ! a == b ]]", "[[ a < b ]]", "[[ x == @(x|y) ]]", "[[ 1 -eq 1\n]]", "[[ a =~ [a-z] ]]", "[[ -e / ]]", "[[ a == !(b) ]]", "[ a = a ]"])
        return certain + " && " + self.ok()

    def arithmetic_command(self):
        return self.random.choice(["(( 1 + 2 ))", "((1))", "(( (1) ))", "((i=1, i<2))"]) + " && " + self.ok()

    def function(self):
        def make():
            name = self.random.choice(["fn", "f-n", "f.n"])
            head = self.random.choice([f"{name}() ", f"{name} ( )\n", f"function {name} ", f"function {name}() "])
            body = self.random.choice(["{ ", "{\n"]) + self.inner() + "}" if self.chance(0.7) else "( " + self.inner().rstrip("; ") + ")"
            return head + body + self.random.choice(["; ", "\n"]) + name
        return self.line_safe(make)

    def pipeline(self):
        made = self.random.choice(["", "", "", "", "! ", "time "]) if self.depth < 2 else ""
        if made:
            return made + self.ok() if made == "! " else made + "-p " + self.ok()
        parts = [self.command()]
        while self.chance(0.2):
            parts.append(self.ok())
        return self.random.choice([" | ", "|", " |& ", " |\n" if not self.documents else " | "]).join(parts)

    def and_or(self):
        made = self.pipeline()
        if made.startswith("! "):
            return made + " || " + self.ok()
        while self.chance(0.2) and self.budget > 0:
            made += self.random.choice([lambda: " && " + self.ok(), lambda: "&&" + ("\n" if not self.documents else "") + self.ok(), lambda: " || " + self.uncertain(self.ok)])()
        return made

    def listing(self):
        made = self.and_or()
        while self.chance(0.3) and self.budget > 0:
            if self.documents:
                made = self.with_documents(made) + "\n" + self.and_or()
            else:
                made += self.random.choice(["; ", ";", "\n", "\n\n", " ;\t", "\n# 'comment\n", " # b `\n", " & wait; "]) + self.and_or()
        return made
