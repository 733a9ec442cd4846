# Texts of this table. Names begin with the game: four-.
