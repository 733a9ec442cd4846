# The logs of matches: the list, and what checking a file gives, in plain words.

logs = Match logs
logs-all = All
logs-game = Game
logs-open = Open
logs-path = A file to open
logs-path-hint = Where the file lies; or drop it anywhere
logs-drop = Drop it here: it will be checked
logs-reading = Reading: { $done } of { $all }
logs-none = No match yet. The log of every match that you play is kept here, and anybody can check it.
logs-none-behind = No match stands behind this yet.
logs-behind-points = The matches that give these points
logs-behind-rating = The matches that make this rating
logs-behind-game = The matches of { $game }
logs-behind-badge = Won matches of { $game }
logs-check = Check { $match }, { $when }
logs-replay = Replay { $match }, { $when }
logs-unchecked = not checked yet
logs-unfinished = not over yet
logs-refused = something in this log is wrong
logs-unreadable-here = cannot be read as a log
logs-checked = checked
logs-certificate = from a certificate
logs-next = Next file
logs-watch = Replay
logs-checking = Checking…
logs-percent = { $percent } percent
logs-what-was-checked = What was checked
logs-exactly = Exactly: { $sentence }
logs-valid = Everything in this log holds
logs-unfinished-title = Good as far as it goes
logs-unfinished-at = The match was not over: its result is missing, and step { $step } is due.
logs-invalid = This log is not as it was signed
logs-invalid-step = Something is wrong at step { $step }, before byte { $byte } of the file.
logs-invalid-byte = Something is wrong at byte { $byte } of the file.
logs-invalid-closing = Its beginning, on which the people at the table agreed, is wrong.
logs-invalid-about = It was changed or damaged after it was signed, and proves nothing from there on. Ask somebody else who was at the table for theirs.
logs-not-a-log = The file is not a log of a match.
logs-version = A newer program wrote this log; get one to read it.
logs-counts =
    { $moves ->
        [one] One move, { $signatures } signatures and { $proofs } proofs were checked.
       *[other] { $moves } moves, { $signatures } signatures and { $proofs } proofs were checked.
    }
logs-never-was = The match never began: somebody was missing.
logs-left = { $name } left at step { $step }.
logs-absent = { $name } was gone at step { $step }, and the others went on.
logs-grade-agreed = Everybody who was there signed this result.
logs-grade-proved = The log alone proves this result; not everybody signed it.
logs-grade-claimed = One side claimed this result after the other had vanished.
logs-grade-contested = Another log or certificate tells another result of this match, so it counts for nothing.
logs-certificate-good = This certificate holds
logs-certificate-weak = This certificate proves nothing alone
logs-certificate-bad = This certificate is worth nothing
logs-certificate-line = { $game }, { $name }: { $outcome }
logs-certificate-refused = It was changed, or a signature under it is not valid.
logs-certificate-impossible = No match can come out like that.
logs-certificate-lacking = Somebody signed neither the result nor that he left; only the log can show why.
logs-strength-signed = Everybody at the table signed this result.
logs-strength-left = Who did not sign the result signed that he left, and has lost.
logs-unknown = This is none of ours
logs-unknown-about = It is no log (.mlog), no certificate (.cert) and no match of Arkan (.blksgf).
logs-unreadable = The file cannot be read
logs-record-good = Every move keeps the rules
logs-record-bad = The rules are broken in this file
logs-record-unsigned = Such a file has no signatures: it shows a match, and proves nothing about it.
logs-record-moves =
    { $moves ->
        [one] One step can be replayed.
       *[other] { $moves } steps can be replayed.
    }
logs-record-node = At node { $node } of the match, line { $line } of the file:
logs-record-line = At line { $line } of the file:
logs-record-rule = Rule { $rule } is broken.
logs-record-other-game = It is a match of another game, { $game }.
logs-record-large = The file is too large for a match.
logs-record-two-moves = Two moves stand in one place.
logs-record-colour = { $name } names a colour that does not play here.
logs-record-squares = Something there is not a piece on squares of the board.
logs-record-piece = The piece on { $squares } cannot lie there.
logs-record-position = Such a position cannot be.
logs-record-form = The form of the file is wrong there: it is damaged, or not whole.
