# What is said at a table before play, and while it begins.

waiting-title = Table
waiting-host = the host
waiting-new = never met before
waiting-ready = Ready
waiting-not-ready = Not ready yet
waiting-free = A free place
waiting-by-lot = Seats are drawn by lot when the match begins.
waiting-watchers = People who do not play may watch this match.
waiting-bot = A bot plays along: this is practice, and nobody’s points change.
waiting-choose = Choose your seat
waiting-place-free = free
waiting-host-away = The host cannot be reached at the moment; we keep trying.
waiting-asking = Asking the host for a seat.
waiting-to-watch = Asking to watch the match.
waiting-no-seating = Waiting for the host’s answer.
waiting-seats-free =
    { $count ->
        [one] { $count } place is still free.
       *[other] { $count } places are still free.
    }
waiting-for-you = Everybody is here; only your word is missing.
waiting-for = Waiting for { $names }.
waiting-begins = Everybody is ready: the match begins.
waiting-begin = Let us begin
waiting-wait = Not yet
waiting-stand = Get up
waiting-close = Close the table
waiting-close-title = Close the table?
waiting-close-about = Others sit at it. If you close it, they have to look for another one.
waiting-close-now = Close it
waiting-invite = Invite somebody
waiting-invite-about = Send the link to those you want to play with, or let them scan the code.
waiting-invite-private = Your table is private: whoever has this link may sit down, so send it only to those you want.
waiting-invite-private-guest = This table is private: whoever has this link may sit down. Pass it on only to those the host wants here.
waiting-ask = Ask somebody you have met
waiting-ask-one = Ask
waiting-mute = Mute
waiting-hear = Hear again
waiting-hear-name = Hear { $name } again
waiting-muted = You do not hear what is said
waiting-no-address = Looking for an address at which others can reach you.
waiting-copy = Copy the link
waiting-copied = Copied
waiting-code = The invitation as a code to scan
waiting-refused = You do not sit at this table
waiting-over = This table is no longer open.
waiting-dealing = The match begins
waiting-dealing-arkan = Everybody takes part in drawing lots for the seats, and nobody can sway it.
waiting-dealing-about = Each shuffles in turn and proves that nothing was changed, so nobody knows the order.
waiting-lot-drawn = Lots are drawn
waiting-shuffled = { $name } has shuffled, and proved it
waiting-no-table = The host has no such table any more, or the invitation was changed; ask for a new one.
waiting-full = All seats are taken; ask for another invitation.
waiting-unwanted = The host does not want to play with you.
waiting-dissolved = The host has closed the table before the match began.
waiting-foreign = The other side has another version of the program; everybody at a table needs the same.
waiting-too-many = You sit at too many tables; get up from one first.
waiting-too-many-open =
    { $count ->
        [one] { $count } table of yours is open already; close it first.
       *[other] { $count } tables of yours are open already; close one first.
    }
waiting-changed = The host has changed the terms; sit down again if you agree.
waiting-not-watched = The match at this table cannot be watched.
waiting-other = One cannot sit down at this table. { $reason }
