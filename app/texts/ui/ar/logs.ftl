# The logs of matches: the list, and what checking a file gives, in plain words.

logs = سجلات المباريات
logs-all = الكل
logs-game = اللعبة
logs-open = افتح
logs-path = ملف تفتحه
logs-path-hint = موضع الملف، أو أفلته في النافذة
logs-drop = أفلته هنا ليُفحص
logs-reading = القراءة جارية: { $done } من { $all }
logs-none = لا مباراة بعد. هنا يُحفظ سجل كل مباراة تلعبها، ولكل أحد أن يفحصه.
logs-none-behind = لا مباراة وراء هذا بعد.
logs-behind-points = المباريات التي أعطت هذه النقاط
logs-behind-rating = المباريات التي صنعت هذا التصنيف
logs-behind-game = مباريات { $game }
logs-behind-badge = المباريات المكسوبة في { $game }
logs-check = افحص { $match }، { $when }
logs-replay = أعد عرض { $match }، { $when }
logs-unchecked = لم يُفحص بعد
logs-unfinished = لم تنتهِ بعد
logs-refused = في هذا السجل خطأ
logs-unreadable-here = لا يُقرأ سجلًا
logs-checked = سجلّها مفحوص
logs-certificate = من شهادة
logs-next = الملف التالي
logs-watch = أعد العرض
logs-checking = يُفحص الآن…
logs-percent = { $percent } بالمئة
logs-what-was-checked = ما الذي فُحص
logs-exactly = بالتفصيل: { $sentence }
logs-valid = كل ما في هذا السجل صحيح
logs-unfinished-title = صحيح إلى حيث وصل
logs-unfinished-at = لم تنتهِ المباراة: لا نتيجة فيه، والمنتظَر الخطوة { $step }.
logs-invalid = هذا السجل ليس كما وُقِّع
logs-invalid-step = الخطأ في الخطوة { $step }، قبل البايت { $byte } من الملف.
logs-invalid-byte = الخطأ عند البايت { $byte } من الملف.
logs-invalid-closing = الخطأ في أوله، وهو ما اتفق عليه من حول الطاولة.
logs-invalid-about = غُيِّر أو تلف بعد توقيعه، فلا يثبت شيئًا من هذا الموضع. اطلب النسخة من غيره ممن كان حول الطاولة.
logs-not-a-log = ليس هذا الملف سجل مباراة.
logs-version = كتب هذا السجل برنامج أحدث، فاقرأه ببرنامج مثله.
logs-counts =
    { $moves ->
        [zero] لا نقلات، وفُحصت التوقيعات ({ $signatures }) والبراهين ({ $proofs }).
        [one] فُحصت نقلة واحدة، مع التوقيعات ({ $signatures }) والبراهين ({ $proofs }).
        [two] فُحصت نقلتان، مع التوقيعات ({ $signatures }) والبراهين ({ $proofs }).
        [few] فُحصت { $moves } نقلات، مع التوقيعات ({ $signatures }) والبراهين ({ $proofs }).
       *[other] فُحصت { $moves } نقلة، مع التوقيعات ({ $signatures }) والبراهين ({ $proofs }).
    }
logs-never-was = لم تبدأ المباراة: غاب عنها أحد اللاعبين.
logs-left = غادر { $name } عند الخطوة { $step }.
logs-absent = انقطع { $name } عند الخطوة { $step }، ومضى الباقون.
logs-grade-agreed = وقّع هذه النتيجةَ كلُّ من كان حاضرًا.
logs-grade-proved = السجل وحده يثبت هذه النتيجة، وإن لم يوقّعها الجميع.
logs-grade-claimed = طالب بهذه النتيجة طرف واحد بعد انقطاع الآخر.
logs-grade-contested = في سجل آخر أو شهادة أخرى نتيجة غير هذه للمباراة نفسها، فلا تُحسب.
logs-certificate-good = هذه الشهادة صحيحة
logs-certificate-weak = هذه الشهادة لا تثبت شيئًا وحدها
logs-certificate-bad = هذه الشهادة لا قيمة لها
logs-certificate-line = { $game }، { $name }: { $outcome }
logs-certificate-refused = غُيِّرت، أو فيها توقيع لا يصحّ.
logs-certificate-impossible = لا تنتهي مباراة هكذا.
logs-certificate-lacking = فيها من لم يوقّع النتيجة ولا مغادرته، ولا يبيّن السبب إلا السجل.
logs-strength-signed = وقّع هذه النتيجةَ كلُّ من حول الطاولة.
logs-strength-left = من لم يوقّع النتيجة وقّع مغادرته، وقد خسر.
logs-unknown = ليس هذا من ملفاتنا
logs-unknown-about = ليس سجلًا (.mlog) ولا شهادة (.cert) ولا مباراة أركان (.blksgf).
logs-unreadable = لا يمكن قراءة الملف
logs-record-good = كل نقلة وفق القواعد
logs-record-bad = في هذا الملف ما يخالف القواعد
logs-record-unsigned = لا توقيعات في ملف كهذا: يعرض مباراة ولا يثبت عنها شيئًا.
logs-record-moves =
    { $moves ->
        [zero] لا خطوة فيه للعرض.
        [one] يمكن عرض خطوة واحدة.
        [two] يمكن عرض خطوتين.
        [few] يمكن عرض { $moves } خطوات.
       *[other] يمكن عرض { $moves } خطوة.
    }
logs-record-node = عند العقدة { $node } من المباراة، في السطر { $line } من الملف:
logs-record-line = في السطر { $line } من الملف:
logs-record-rule = خالف القاعدة { $rule }.
logs-record-other-game = هذه مباراة من لعبة أخرى، { $game }.
logs-record-large = الملف أكبر من أن يكون مباراة.
logs-record-two-moves = نقلتان في موضع واحد.
logs-record-colour = { $name } اسم لون لا يلعب هنا.
logs-record-squares = فيه ما ليس قطعة على مربعات اللوح.
logs-record-piece = لا توضع القطعة على { $squares }.
logs-record-position = لا يكون وضع كهذا.
logs-record-form = شكل الملف خاطئ هناك: تالف أو ناقص.
