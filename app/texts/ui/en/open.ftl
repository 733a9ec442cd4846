# What is said where a table is opened, and of the terms of a table.

open-title = A new table
open-game = Game
open-players =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
open-clock = Minutes a turn
open-clock-about = If it runs out, the match is lost or the turn is played for you: the rules of the game say which
open-no-clock = None
open-clock-none = no clock
open-clock-minutes =
    { $minutes ->
        [one] { $minutes } minute a turn
       *[other] { $minutes } minutes a turn
    }
open-clock-seconds =
    { $seconds ->
        [one] { $seconds } second a turn
       *[other] { $seconds } seconds a turn
    }
open-seats = Seats
open-seats-lot = By lot
open-seats-chosen = Chosen
open-seats-lot-about = Drawn when the match begins
open-seats-chosen-about = Each picks a free seat; such a match is not rated
open-who = Who may sit down
open-shown = Anybody
open-private = With the link
open-shown-about = People on your network see the table, and those on the internet if you have chosen a relay
open-private-about = Nobody sees it; whoever has the link may sit down
open-watchers = Watchers
open-watchers-about = Others may look on; nobody’s hidden cards are shown to them
open-now = Open the table
