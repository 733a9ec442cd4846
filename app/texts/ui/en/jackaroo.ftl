# The table of Jackaroo.
jackaroo-at-home = at home
jackaroo-at-base = on its base
jackaroo-at-cell = on cell { $cell }
jackaroo-at-safe = in the safe zone, cell { $cell }
jackaroo-marble-own =
    { $colour ->
        [blue] Your blue marble { $number }
        [yellow] Your yellow marble { $number }
        [red] Your red marble { $number }
       *[green] Your green marble { $number }
    }
jackaroo-marble-of =
    { $colour ->
        [blue] Blue marble { $number } of { $name }
        [yellow] Yellow marble { $number } of { $name }
        [red] Red marble { $number } of { $name }
       *[green] Green marble { $number } of { $name }
    }
jackaroo-marble = { $marble }, { $place }
jackaroo-destination = { $marble } to: { $place }
jackaroo-card-hidden = Card { $place }, face down
jackaroo-card-lifted = { $card }, lifted
jackaroo-card-dead = { $card }, moves nothing
jackaroo-stand-own = Our side: { $in } of { $of } brought in
jackaroo-stand-other = Other side: { $in } of { $of } brought in
jackaroo-stand-of = { $one } and { $two }: { $in } of { $of } brought in
jackaroo-deck =
    { $count ->
        [0] The deck is empty
        [one] Deck: { $count } card
       *[other] Deck: { $count } cards
    }
jackaroo-fire-empty = The fire pile is empty
jackaroo-fire = Fire pile, on top the { $card }
jackaroo-hand =
    { $count ->
        [one] { $name }: { $count } card
       *[other] { $name }: { $count } cards
    }
jackaroo-hand-partner =
    { $count ->
        [one] Your partner { $name }: { $count } card
       *[other] Your partner { $name }: { $count } cards
    }
jackaroo-partner = Partner: { $name }
jackaroo-standing = Safe: { $in } of { $of }
jackaroo-note-shuffled = The deck is used up: the fire pile is shuffled and becomes the deck.
jackaroo-note-partner = All marbles of { $name } are in: now { $name } plays for { $partner }.
jackaroo-note-burned = { $name } burned the { $card }
jackaroo-hint-wait = It is { $name }’s turn.
jackaroo-hint-cards = Cards are shuffled and dealt…
jackaroo-hint-burn = No card of yours can be played: choose one to burn.
jackaroo-hint-card = Your turn: lift a card to see what it moves.
jackaroo-hint-for-partner = Your marbles are all in: now play with those of { $name }.
jackaroo-hint-marble = Touch the marble to move.
jackaroo-hint-steps = How many cells?
jackaroo-hint-seven = How many of the seven for this marble?
jackaroo-hint-rest =
    { $count ->
        [one] Touch the marble that goes the last one.
       *[other] Touch the marble that goes the other { $count }.
    }
jackaroo-hint-swap = Touch the opponent’s marble to swap with.
jackaroo-burn = Burn
jackaroo-back = Take the choice back
jackaroo-key-card = Lift a card of your hand
jackaroo-key-next = To the next card or marble
jackaroo-key-touch = Touch what has the ring
jackaroo-key-back = Take the choice back
jackaroo-key-burn = Burn the card that is lifted
jackaroo-picture-safe-zone = A nine takes the marble from 70 to the deepest cell of its safe zone.
jackaroo-picture-four = A four takes the marble from its base back to 72, four steps from its safe zone.
jackaroo-picture-king = A king goes 13 and sends home two marbles that it passes.
jackaroo-picture-block = A block of two marbles: its front is protected and cannot be passed.
jackaroo-picture-out = An ace brings a marble out and sends home the opponent’s on the base, though it is the front of a block.
jackaroo-picture-deepest = Three from 74 ends in the safe zone, and the marble settles in the deepest free cell.
