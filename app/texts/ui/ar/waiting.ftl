# What is said at a table before play, and while it begins.

waiting-title = الطاولة
waiting-host = المضيف
waiting-new = لم تلعبا معًا من قبل
waiting-ready = على استعداد
waiting-not-ready = ليس بعد
waiting-free = مكان خالٍ
waiting-by-lot = المقاعد بالقرعة، تُسحب حين تبدأ المباراة.
waiting-watchers = قد يتفرّج على هذه المباراة من لا يلعب.
waiting-bot = معكم لاعب آلي: هذه مباراة تدريب، فلا تتغيّر بها نقاط أحد.
waiting-choose = اختر مقعدك
waiting-place-free = خالٍ
waiting-host-away = لا نصل إلى المضيف الآن، وما زلنا نحاول.
waiting-asking = نستأذن المضيف.
waiting-to-watch = نطلب مشاهدة المباراة.
waiting-no-seating = ننتظر جواب المضيف.
waiting-seats-free =
    { $count ->
        [one] بقي مكان واحد خالٍ.
        [two] بقي مكانان خاليان.
       *[few] بقيت { $count } أماكن خالية.
    }
waiting-for-you = اكتملت الطاولة، وبقي أن تقول: لنبدأ.
waiting-for = ننتظر { $names }.
waiting-begins = الجميع على استعداد، والمباراة تبدأ.
waiting-begin = لنبدأ
waiting-wait = مهلًا
waiting-stand = أقوم عن الطاولة
waiting-close = ألغِ الطاولة
waiting-close-title = تغلق الطاولة؟
waiting-close-about = يجلس إليها غيرك، وإن أغلقتها احتاجوا إلى طاولة أخرى.
waiting-close-now = أغلقها
waiting-invite = ادعُ من تحب
waiting-invite-about = أرسل الرابط إلى من تريد أن يجلس معك، أو دعه يصوّر المربع.
waiting-invite-private = طاولتك خاصة: من معه هذا الرابط يجلس، فلا ترسله إلا إلى من تريد.
waiting-invite-private-guest = هذه طاولة خاصة: من معه هذا الرابط يجلس، فلا تعطه إلا لمن يريده المضيف.
waiting-ask = ادعُ من لعبت معهم
waiting-ask-one = ادعُ
waiting-mute = كتم
waiting-hear = إلغاء الكتم
waiting-hear-name = إلغاء كتم { $name }
waiting-muted = لا تسمع كلام هذا الشخص
waiting-no-address = نبحث عن عنوان يصل منه الناس إليك.
waiting-copy = انسخ رابط الدعوة
waiting-copied = نُسخ
waiting-code = الدعوة مربعًا يُصوَّر
waiting-refused = لا تجلس إلى هذه الطاولة
waiting-over = هذه الطاولة لم تعد مفتوحة.
waiting-dealing = المباراة تبدأ
waiting-dealing-arkan = تُجرى قرعة المقاعد بين الجميع، ولا يقدر أحد أن يميل بها.
waiting-dealing-about = كلٌّ يخلط بدوره ويُثبت أنه لم يغيّر شيئًا، فلا يعرف الترتيبَ أحد.
waiting-lot-drawn = سُحبت القرعة
waiting-shuffled = تمّ الخلط وثبت: { $name }
waiting-no-table = لم تعد هذه الطاولة عند المضيف، أو تغيّرت الدعوة؛ اطلب دعوة جديدة.
waiting-full = كل المقاعد مأخوذة؛ اطلب دعوة أخرى.
waiting-unwanted = لا يرغب المضيف في اللعب معك.
waiting-dissolved = ألغى المضيف الطاولة قبل أن تبدأ المباراة.
waiting-foreign = في الطرف الآخر نسخة أخرى من البرنامج؛ ومن يجلسون إلى طاولة تلزمهم نسخة واحدة.
waiting-too-many = تجلس إلى طاولات كثيرة؛ قم عن إحداها أولًا.
waiting-too-many-open =
    { $count ->
        [one] لك طاولة مفتوحة؛ ألغها أولًا.
        [two] لك طاولتان مفتوحتان؛ ألغ إحداهما أولًا.
        [few] لك { $count } طاولات مفتوحة؛ ألغ إحداها أولًا.
       *[other] لك { $count } طاولة مفتوحة؛ ألغ إحداها أولًا.
    }
waiting-changed = غيّر المضيف شروط الطاولة؛ اجلس من جديد إن وافقت.
waiting-not-watched = لا تمكن مشاهدة المباراة على هذه الطاولة.
waiting-other = لا يمكن الجلوس إلى هذه الطاولة. { $reason }
