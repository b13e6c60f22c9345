"""The help of the terminal player: every command with what it does and an example."""

from typing import NamedTuple

from coterie_client.terminal.lines import OrderError


class Entry(NamedTuple):
    """One command: how to write it, what it does, an example."""

    usage: str
    what: str
    example: str


FIRST = """\
Begin with a character, then roll:

  char new "Zoë" clan Toreador hunger 2
  roll 6 d4 "Manipulation + Persuasion"
  reroll 0 1          spend Willpower on the regular dice at places 0 and 1
  pass                or let the roll stand

Dice are drawn by shape: (7) is a regular die, <7> a Hunger die, a star marks a pair of tens,
(3>8) a die that was rerolled. Things on the screen have numbers such as #3 to refer to.
Who sees a roll: public, private, blind, secret (Storytellers), whisper NAME.
With hide the others learn the outcome of a roll, and no die.

Commands: {commands}
help COMMAND explains one."""

GUIDE: dict[str, Entry] = {
    "roll": Entry(
        'roll DICE|TRAIT+TRAIT [dN] ["label"] [as NAME] [+N "why"] [specialty "X"] [who sees]\n'
        "  V5: [surge] [physical|social|mental]; V20: [buy] [needs N] [again N] [automatic N]",
        "Roll a pool, against a difficulty or for a report. Your only character acts by itself; "
        "bare rolls without one, hunger N then sets the Hunger dice. In V20 buy spends a Willpower "
        "on a success.",
        'roll 6 d4 "Manipulation + Persuasion" private surge',
    ),
    "reroll": Entry(
        "reroll [#N] PLACE [PLACE] [PLACE]",
        "Spend a Willpower to roll one to three regular dice again; places count from 0, left to "
        "right, and Hunger dice stay. Without a number it is your newest roll that still stands.",
        "reroll 0 1",
    ),
    "pass": Entry("pass [#N]", "Let a roll stand; its consequences open.", "pass"),
    "rouse": Entry(
        'rouse [power N] ["label"] [as NAME] [who sees]', "Make a Rouse check.", "rouse power 2"
    ),
    "remorse": Entry("remorse [as NAME]", "Test Remorse for a character with Stains.", "remorse"),
    "frenzy": Entry(
        "frenzy fury|hunger|terror dN [as NAME]",
        "Test whether a character gives in to the Beast.",
        "frenzy terror d2",
    ),
    "reveal": Entry(
        "reveal [#N] [to NAME] [outcome]",
        "Show a roll to everyone or to some, whole or its outcome alone. Nothing is un-revealed.",
        "reveal #4 to Ben",
    ),
    "contest": Entry(
        "contest DICE|TRAIT+TRAIT against NAME [physical|social|mental] [weapon N] [aggravated]\n"
        "  V20: [dN] [attack] [lethal|bashing|aggravated]",
        "Roll against another character, who answers.",
        'contest 5 against "The Bouncer" social',
    ),
    "answer": Entry("answer [#N] DICE ...", "Roll the other side of a contest.", "answer 4"),
    "withdraw": Entry("withdraw [#N]", "Call an unanswered contest off.", "withdraw"),
    "confirm": Entry(
        "confirm [#N] [CHOICE] [AMOUNT]",
        "Let a proposed consequence happen (Storytellers).",
        "confirm #7 2",
    ),
    "dismiss": Entry("dismiss [#N]", "Let a proposed consequence go (Storytellers).", "dismiss #7"),
    "spend": Entry(
        "spend ignore_wounds|control|hold_frenzy|hold_derangement|other [of NAME]",
        "Spend a Willpower on what is no roll: V5 has the first two, V20 all but control.",
        "spend ignore_wounds",
    ),
    "recover": Entry(
        "recover session|night|ambition|desire|acting_out [of NAME]",
        "Recover without Blood, once for each occasion (V5).",
        "recover desire",
    ),
    "aid": Entry(
        "aid NAME with SKILL [as NAME]",
        "Help another character on its next roll with a Skill (V5).",
        'aid "Zoë" with Larceny',
    ),
    "declare": Entry(
        "declare close_combat|ranged|joining|other | declare initiative N | declare WORDS",
        "Say what the character does in this turn: a step in V5, words in V20.",
        "declare ranged",
    ),
    "blood": Entry(
        "blood wake | heal N bashing|lethal|aggravated [resting] | strength|dexterity|stamina [N]"
        "\n  blood discipline|other [N]",
        "Spend blood points (V20).",
        "blood heal 2 lethal",
    ),
    "drink": Entry("drink N [other] [before N]", "Drink blood points (V20).", "drink 3 before 2"),
    "sin": Entry("sin N [dD]", "Roll for degeneration after a sin of level N (V20).", "sin 5"),
    "resist": Entry("resist frenzy|rotschreck D", "Resist the Beast (V20).", "resist frenzy d6"),
    "initiative": Entry(
        "initiative [celerity N] [fixed]", "Roll for when you act (V20).", "initiative"
    ),
    "char": Entry(
        "char new NAME [clan C] [vampire|mortal|...] [hunger N] [stamina N] [for NAME] [hidden]\n"
        "  char list | char show NAME | char give NAME to MEMBER | char unhide NAME | "
        "char remove NAME\n"
        "  char save FILE [of NAME] | char load FILE [for NAME] [hidden]",
        "Make, look at or hand on characters; keep one as a file, and bring it to another table.",
        'char new "Zoë" clan Toreador stamina 2 composure 3 resolve 2 hunger 2',
    ),
    "as": Entry("as NAME", "Play this character from now on; as alone forgets it.", "as Zoë"),
    "damage": Entry(
        "damage N [health|willpower] [superficial|aggravated] [whole] [of NAME] [who sees]",
        "Deal damage; a vampire's Superficial Health damage is halved unless whole.",
        "damage 3 of Zoë",
    ),
    "heal": Entry(
        "heal N [health|willpower] [superficial|aggravated]", "Take marks off.", "heal 1"
    ),
    "stains": Entry("stains N [of NAME]", "Add Stains.", "stains 2 of Zoë"),
    "set": Entry(
        "set hunger|humanity|stains|blood_potency N [of NAME]",
        "Put a tracker to a value by hand.",
        "set hunger 3 of Zoë",
    ),
    "audience": Entry(
        "audience TRACKER table|owner|storytellers [of NAME]",
        "Say who sees a tracker from now on.",
        "audience hunger owner",
    ),
    "invite": Entry(
        "invite [player|storyteller|spectator|bot] [uses N]",
        "Make a link for somebody to join by (Storytellers).",
        "invite player uses 3",
    ),
    "device": Entry("device", "Make a link for one more device of yours.", "device"),
    "role": Entry("role MEMBER ROLE", "Give a member another role.", "role Ben storyteller"),
    "remove": Entry("remove MEMBER", "Take a member out of the room.", "remove Ben"),
    "say": Entry(
        "say [private] WORDS", "Say something, to all or to the Storytellers.", "say Good evening."
    ),
    "whisper": Entry(
        "whisper MEMBER WORDS", "Say something to one member.", "whisper Ben He lies."
    ),
    "note": Entry(
        "note WORDS", "Note something for you and the Storytellers.", "note The ring is gone."
    ),
    "rename": Entry(
        "rename NEW NAME | rename room NEW NAME",
        "Take another name, or give the room one.",
        "rename Zoë",
    ),
    "session": Entry("session start|end", "Begin or close the evening.", "session start"),
    "night": Entry("night [TITLE] | night end", "Begin or end a night.", "night The first"),
    "turn": Entry("turn | turn end", "Begin or end a turn.", "turn"),
    "scene": Entry("scene [TITLE] | scene end", "Begin or end a scene.", "scene At the gallery"),
    "dice": Entry(
        "dice [shake|renew|check]",
        "Show the book of dice that is live. Shake puts fresh entropy of yours into the pot; renew "
        "opens a new book (Storytellers); check goes through all that you ever saw.",
        "dice check",
    ),
    "leave": Entry(
        "leave really", "Leave the room for good, with all your devices.", "leave really"
    ),
    "log": Entry("log [N]", "Show the last N events that you may see.", "log 50"),
    "who": Entry("who", "Show who is in the room, and who is here.", "who"),
    "business": Entry("business", "Show rolls, contests and proposals that are open.", "business"),
    "status": Entry("status", "Show the connection and the server's clock.", "status"),
    "help": Entry("help [COMMAND]", "Show this.", "help roll"),
    "quit": Entry("quit", "Close the terminal; you stay a member.", "quit"),
}


def help_text(command: str = "") -> str:
    """
    The help for one command, or where to begin.

    Raises:
        OrderError: There is no such command.
    """
    if not command:
        return FIRST.format(commands=", ".join(GUIDE))
    entry = GUIDE.get(command.lower())
    if entry is None:
        raise OrderError(f"there is no command {command!r}; help lists them all")
    return f"  {entry.usage}\n{entry.what}\nFor example: {entry.example}"
