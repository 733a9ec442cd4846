# The table of Four Face-Down.
four-card-own = Your card { $place }, face down
four-card-own-seen = Your card { $place }, face up: { $card }
four-place-own = Your place { $place }, empty
four-card-of = { $name }, card { $place }, face down
four-card-of-seen = { $name }, card { $place }, face up: { $card }
four-place-of = { $name }, place { $place }, empty
four-stock =
    { $count ->
        [0] The stock is empty
        [one] Stock: { $count } card
       *[other] Stock: { $count } cards
    }
four-pile = Discard pile, on top the { $card }
four-pile-empty = The discard pile is empty
four-hand = In your hand: { $card }
four-hand-of = { $name } holds a card
four-call = Call
four-called = called
four-discard = Discard
four-match = Match
four-peek = Look at a card of yours
four-spy = Look at another’s card
four-swap = Swap two cards
four-continue = Go on
four-scores = Scores
four-standing = Total: { $total }
four-round = Round { $round }
four-total = Total
four-note-called = { $name } calls!
four-note-called-own = You called! Everybody else has one last turn.
four-note-right = { $name } was right: the two cards match.
four-note-right-own = You were right: the two cards match.
four-note-wrong = { $name } was wrong: another rank, and a penalty card.
four-note-wrong-own = You were wrong: another rank, and a penalty card.
four-note-end-call = Everybody has had a last turn: the rows are turned up.
four-note-end-row = A row has no card left: the round is over.
four-note-end-stock = The stock is empty: the round is over.
four-note-void = Somebody left: the round is void and dealt anew.
four-hint-turn = Your turn: take a card from the stock or the pile, or call.
four-hint-last = Your last turn: take a card from the stock or the pile.
four-hint-take = Touch the place where this card goes.
four-hint-hand = Touch a place to keep the card there, or choose a button.
four-hint-match = Touch the card that you think has its rank.
four-hint-peek = Touch one of your cards to look at it.
four-hint-spy = Touch a card of another player to look at it.
four-hint-swap = Touch the two cards to be swapped.
four-hint-swap-second = Touch the second card.
four-hint-give = You were right: touch a card of yours to fill the hole.
four-hint-wait = It is { $name }’s turn.
four-hint-thinks = { $name } has drawn a card and is thinking.
four-hint-cards = Cards are shuffled or turned…
four-hint-round-over = Round { $round } is over.
four-hint-over = The match is over.
four-key-stock = Draw from the stock
four-key-pile = Take from the discard pile
four-key-call = Call
four-key-slot = Touch a place of your row
four-key-discard = Discard the card
four-key-match = Match
four-key-use = Use the power
four-key-next = To the next card
four-key-touch = Touch what has the ring
four-key-back = Take the choice back
four-picture-first-look = The two nearest cards of your row are shown to you once, while the ring runs out.
four-picture-drawn = You drew a jack: keep it, discard it, use its power, or risk a match.
four-picture-hole = You matched an opponent’s card: fill the hole in that row with a card of yours.
four-picture-count = The end of a round: the king of diamonds counts nothing, nor does an empty place.
