# What is said under the shield: what was checked, and what was found.

shield-whole = Shield: all was checked and holds
shield-broken = Shield: cheating was found
shield-title = Why you can trust it
shield-title-broken = Cheating was found
shield-intro = This computer has checked all of this itself and believed nobody.
shield-nothing = Nothing has happened yet.
shield-lot = Everybody had a part in drawing the lots, so nobody chose them.
shield-shuffles =
    { $count ->
        [one] { $name }: one shuffle, proved: no card more, none less, and nobody knows the order.
       *[other] { $name }: { $count } shuffles, proved: no card more, none less, and nobody knows the order.
    }
shield-shares =
    { $count ->
        [one] { $name }: helped to show one card to whom it belongs, with the right key.
       *[other] { $name }: helped to show { $count } cards to whom they belong, with the right key.
    }
shield-moves =
    { $count ->
        [one] { $name }: one move, signed and by the rules.
       *[other] { $name }: { $count } moves, signed and by the rules.
    }
shield-proved-highest = { $name }: proved that the tile asked for is not in this hand.
shield-proved-draw = { $name }: proved before drawing that no tile in this hand fits.
shield-proved-knock = { $name }: proved before knocking that no tile in this hand fits.
shield-proved-burn = { $name }: proved before burning that no card in this hand can move a marble.
shield-proved-other = { $name }: rule { $rule } was proved without showing the cards.
shield-times =
    { $count ->
        [one] once
       *[other] { $count } times
    }
shield-fault = { $name } broke the rules at step { $step } of the log, and the signature under it is the proof.
shield-fault-rule = Rule { $rule }: { $text }
shield-fault-log = The proof that came with it does not hold, or it does not belong here ({ $rule }).
shield-equivocated = { $name } signed two different things for the same step { $step }; both signatures are kept as proof.
shield-consequence = { $name } is out of the match and has lost it, and cannot deny it.
shield-hidden = Your cards were not shown by it.
