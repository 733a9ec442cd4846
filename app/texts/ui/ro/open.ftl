# What is said where a table is opened, and of the terms of a table.

open-title = O masă nouă
open-game = Joc
open-players =
    { $count ->
        [one] un jucător
        [few] { $count } jucători
       *[other] { $count } de jucători
    }
open-clock = Minute pe rând
open-clock-about = Dacă timpul expiră, pierzi partida sau se joacă în locul tău, după regulile jocului
open-no-clock = Fără
open-clock-none = fără ceas
open-clock-minutes =
    { $minutes ->
        [one] un minut pe rând
        [few] { $minutes } minute pe rând
       *[other] { $minutes } de minute pe rând
    }
open-clock-seconds =
    { $seconds ->
        [one] o secundă pe rând
        [few] { $seconds } secunde pe rând
       *[other] { $seconds } de secunde pe rând
    }
open-seats = Locuri
open-seats-lot = La sorți
open-seats-chosen = Alese
open-seats-lot-about = Se trag la începutul partidei
open-seats-chosen-about = Fiecare își alege un loc liber; o astfel de partidă nu contează pentru clasament
open-who = Cine se poate așeza
open-shown = Oricine
open-private = Doar cu linkul
open-shown-about = Masa o văd cei din rețeaua ta și, dacă ai ales un releu, cei de pe internet
open-private-about = N-o vede nimeni; cine are linkul se poate așeza
open-watchers = Spectatori
open-watchers-about = Alții pot privi; cărțile ascunse nu li se arată
open-now = Deschide masa
