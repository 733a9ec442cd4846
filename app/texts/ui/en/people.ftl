# What is said of the people met, and of the pictures of their keys.

people-nobody = You have not played with anybody yet. Open a table and send its link to those you like.
people-find = Find a name
people-not-found = Nobody of that name.
people-more = There are more; find them by their names.
people-today = today
people-yesterday = yesterday
people-days-ago =
    { $days ->
        [one] { $days } day ago
       *[other] { $days } days ago
    }
people-last-met = last met { $when }
people-matches =
    { $count ->
        [one] { $count } match together
       *[other] { $count } matches together
    }
people-verified = pictures compared
people-blocked = Blocked
people-has-table = Has a table open now
people-invite = New table
people-invite-name = New table, to play with { $name }
people-call = Invite to your table
people-call-name = Invite { $name } to your table
people-calling = Inviting now
people-called = The invitation has arrived
people-call-not-wanted = The invitation was not taken
people-call-not-reached = Not reached; try again, or send the link
people-seated = At your table now
people-about = More
people-about-name = More about { $name }
people-standing = This person is
people-met = Met
people-friend = A friend
people-block = Blocked
people-met-about = You have played together.
people-friend-about = A friend’s tables come first, and a friend is never forgotten.
people-block-about = You neither see this person’s tables nor hear what is said, and this person does not sit down at yours.
people-pictures = Pictures
people-pictures-of = The pictures of { $name }
people-pictures-about = Read them with { $name }, face to face or on the phone. If both of you see the same nine in the same order, nobody else goes by that name here.
people-own-pictures = Your pictures
people-own-pictures-about = These are your nine pictures. Read them to whoever wants to be sure that you are you.
people-verify = Yes, the same
people-not-verified = No longer sure
people-forget = Forget
