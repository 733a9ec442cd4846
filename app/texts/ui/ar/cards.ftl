# أوراق اللعب.
cards-ace = آص
cards-jack = ولد
cards-queen = بنت
cards-king = شايب
cards-name =
    { $suit ->
        [clubs] { $rank } السباتي
        [diamonds] { $rank } الديناري
        [hearts] { $rank } الكبة
       *[spades] { $rank } البستوني
    }
