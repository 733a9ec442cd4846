# Points, rating, badges, statistics and the ladder. Names begin with profile-.
profile-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
profile-matches = { $matches ->
    [one] { $matches } match
   *[other] { $matches } matches
}
profile-level = Level { $level }
profile-next-level = To level { $level }: { profile-points }
profile-rating = Rating { $rating } ({ profile-matches })
profile-no-rating = No rating yet: every match between two people with seats by lot moves it
profile-badges = Badges: { $games }
profile-no-badges = No badges yet: five wins in a game give its badge
profile-game = { $game }: { profile-matches }, won { $won }, drawn { $drawn }, lost { $lost }, { profile-points }
profile-ladder = Ladder of the people you have played with
profile-place = { $place }. { $rating } { $name } [{ $fingerprint }]
profile-more = Further down the ladder: { $people }
profile-list = Matches
profile-match = { $game }: { $names }
profile-gives = { $outcome }, { profile-points }
profile-won = won
profile-drawn = drawn
profile-lost = lost
profile-moves = rating { $change }
profile-claimed = on one side's word, so it moves no rating
profile-annulled = annulled before the lot
profile-practice = practice with a program, does not count
profile-contested = contested, does not count
profile-lacking = lacks signatures, does not count without its log
profile-never-was = never began, does not count
profile-unfinished = Not over yet: { profile-matches }
profile-refused = Files that do not count because something in them is wrong: { $files }
profile-renewed = The index of your profile was damaged and was made anew from your logs and certificates; nothing is lost
profile-nobody = There is no identity in this folder yet: the first table makes one, or restore a backup
profile = Profile
profile-rating-name = Rating
profile-badges-title = Badges
profile-badge-had = Badge
profile-badge-so-far = { $won } of { $of } wins
profile-statistics = By game
profile-played = Played
profile-won-many = Won
profile-drawn-many = Drawn
profile-lost-many = Lost
profile-points-many = Points
profile-ladder-of = Ladder of the people { $name } has played with
profile-ladder-empty = Nobody yet: the ladder grows with every match between two people.
profile-behind = Show the matches behind it
