# What all screens and the frame round a table say.

app-name = مجلس
score = النقاط: { $score }
seat = المقعد { $seat }
game-arkan = أركان
game-domino = دومينو
game-four = أربعة مقلوبة
game-jackaroo = جاكارو
back = رجوع
close = إغلاق
rules = القواعد
settings = الإعدادات
keys = المفاتيح (F1)
keys-title = لوحة المفاتيح
keys-here = على هذه الطاولة
keys-everywhere = في كل مكان
key-help = هذه القائمة
key-next = إلى ما بعده، وبـ Shift إلى ما قبله
key-press = كالضغط بالفأرة
key-back = إغلاق أو رجوع
key-quit = إغلاق البرنامج
key-shield = الدرع
key-moves = النقلات
key-rules = قواعد اللعبة
your-turn = دورك
turn-of = دور { $name }
waits-lot = تُجرى القرعة
waits-shuffle = الخلط الآن: { $name }
waits-cards = تُوزَّع الأوراق
waits-tiles = تُوزَّع الأحجار
waits-answers = يُبحث عن صاحب الافتتاح
waits-ack = يُثبَّت خروج أحد اللاعبين
waits-result = تُوقَّع النتيجة
match-over = انتهت المباراة
last-move = آخر نقلة: { $name }، { $move }
no-move-yet = لم تُلعب نقلة بعد
moves = النقلات
move-line = { $number }. { $name }: { $move }
left-line = { $name } خارج المباراة
persons = حول الطاولة
me = { $name } (أنت)
bot = { $name } (آلي)
away = منقطع
left = غادر
to-move = عليه الدور
clock-none = بلا ساعة
clock-left = الوقت: { $time }
leave = مغادرة
leave-title = تغادر المباراة؟
leave-loses = تخسر المباراة، ويكسبها الطرف الآخر.
leave-partner = ويخسر معك شريكك { $name }.
leave-goes-on = تُسجَّل عليك خسارة، وتستمر المباراة بين الباقين.
leave-practice = هذه مباراة تدريب، فلا تتغيّر بها نقاط أحد.
leave-points = نقاطك من هذه المباراة: { $points }.
leave-stay = أبقى
end-won = فزت!
end-draw = تعادل
end-lost = خسرت هذه المرة
end-annulled = أُلغيت المباراة قبل أن تُعرف القرعة
end-line-won = { $name }: فوز، { $score }
end-line-draw = { $name }: تعادل، { $score }
end-line-lost = { $name }: خسارة، { $score }
end-points =
    { $points ->
        [zero] لا نقاط لملفّك
        [one] نقطة واحدة لملفّك
        [two] نقطتان لملفّك
        [few] { $points } نقاط لملفّك
        [many] { $points } نقطة لملفّك
       *[other] { $points } نقطة لملفّك
    }
end-practice = تدريب: لا تتغيّر نقاط أحد
end-log = السجل: { $path }
play-again = العب مرة أخرى
to-home = إلى البداية
to-table = إلى الطاولة
failed = تعذّر إكمال المباراة. { $reason }
