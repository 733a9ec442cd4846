# Playing cards.
cards-ace = ace
cards-jack = jack
cards-queen = queen
cards-king = king
cards-name =
    { $suit ->
        [clubs] { $rank } of clubs
        [diamonds] { $rank } of diamonds
        [hearts] { $rank } of hearts
       *[spades] { $rank } of spades
    }
