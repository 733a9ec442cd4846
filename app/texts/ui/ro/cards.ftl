# Cărți de joc.
cards-ace = as
cards-jack = valet
cards-queen = damă
cards-king = popă
cards-name =
    { $suit ->
        [clubs] { $rank } de treflă
        [diamonds] { $rank } de romb
        [hearts] { $rank } de cupă
       *[spades] { $rank } de pică
    }
