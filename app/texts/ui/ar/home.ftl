# What is said at the home screen, the first start, and in the settings.

home-hello = أهلًا { $name }
home-play-now = العب الآن مع الآليين
home-play = العب
home-play-game = العب { $game }
home-about-arkan = ضع أشكالك ركنًا إلى ركن، ولا تترك لخصمك مكانًا
home-about-domino = سلسلة تطول حجرًا بعد حجر، وأول مئة نقطة تكسب
home-about-four = أربع أوراق لا تراها؛ احفظ، وبدّل، وقلّل مجموعك
home-about-jackaroo = أدخل أحجارك إلى الأمان قبل أن تُؤكل
home-persons = اللاعبون
home-sides = الجهات
home-alone = فردي
home-partners = زوجي
home-length = الطول
home-quick = سريعة
home-full = كاملة
welcome-title = أهلًا بك في المجلس
welcome-language = اللغة
welcome-name = ما اسمك؟
welcome-name-hint = الاسم الذي يراه من يلعب معك
welcome-start = ابدأ
bot-names = سلمى، عمر، ليلى، ياسين
settings-name = اسمك
settings-language = اللغة
settings-digits = الأرقام
settings-digits-western = 123
settings-digits-arabic = ١٢٣
settings-theme = المظهر
settings-theme-system = كالنظام
settings-theme-light = فاتح
settings-theme-dark = داكن
settings-text = حجم النص
settings-text-small = صغير
settings-text-usual = معتاد
settings-text-large = كبير
settings-text-larger = أكبر
settings-sounds = الأصوات
settings-volume = علوّ الصوت
settings-motion = حركة أقل
settings-motion-about = تقف القطع في مواضعها بلا تحريك
settings-marks = علامات على الألوان
settings-marks-about = نقش لكل لون، لمن تلتبس عليه الألوان
settings-profile = مجلد ملفّك
settings-report = سجل البرنامج، لمن يريد الإبلاغ عن خلل
settings-unsaved = لم تُحفظ الإعدادات. { $reason }
home-open = طاولة جديدة
home-open-game = طاولة جديدة: { $game }
home-open-hint = العب مع الناس، قريبين كانوا أو بعيدين
home-people = رفاق اللعب
home-matches = تابع اللعب
home-resume = تابع
home-resume-match = تابع { $game } مع { $names }
home-with = مع { $names }
home-comma = ،
home-on = المباراة جارية
home-resting = متوقّفة إلى أن يعود الجميع
home-paused = استراحة
home-watching = مشاهدة { $game }
home-your-tables = طاولاتك
home-own-table = طاولتك
home-table-of = طاولة { $name }
home-game-with = { $game } مع { $name }
home-back-to-table = إلى الطاولة
home-seats = جلس { $taken } من { $persons }
home-invited = دعوات إليك
home-invites = دعوة من { $name } إلى { $game }
home-invited-minutes =
    { $minutes ->
        [one] تنتهي بعد دقيقة
        [two] تنتهي بعد دقيقتين
        [few] تنتهي بعد { $minutes } دقائق
        [many] تنتهي بعد { $minutes } دقيقةً
       *[other] تنتهي بعد { $minutes } دقيقة
    }
home-invited-over = انتهت هذه الدعوة.
home-not-now = ليس الآن
home-not-now-name = ليس الآن: دعوة { $name }
home-around = حولك الآن
home-more =
    { $count ->
        [one] طاولة أخرى
        [two] طاولتان أخريان
        [few] { $count } طاولات أخرى
       *[other] { $count } طاولة أخرى
    }
home-friend = من أصدقائك
home-local = على شبكتك
home-internet = عبر الإنترنت
home-full-table = يلعبون الآن
home-sit = اجلس
home-sit-with = اجلس مع { $name }
home-watch = شاهد
home-watch-table = شاهد طاولة { $name }
home-version-newer = تلزم هذه الطاولة نسخة أحدث من البرنامج ({ $what })؛ حدّث برنامجك لتجلس إليها.
home-version-older = هذه الطاولة من نسخة أقدم ({ $what })؛ اطلب من المضيف أن يحدّث برنامجه.
home-version-protocol = لغة التخاطب
home-version-rules = القواعد
home-version-proofs = البراهين
home-link = عندي دعوة
home-link-title = اجلس بدعوة
home-link-about = ألصق هنا الرابط الذي وصلك من المضيف.
home-link-field = رابط الدعوة
home-link-paste = ألصق
home-link-none = هذه ليست دعوة؛ فالدعوة تبدأ بـ {"\u2066"}majlis:{"\u2069"}
home-link-long = هذا أطول من أن يكون دعوة؛ انسخ الرابط وحده.
home-link-character = الحرف رقم { $at } «{ $character }» لا يكون في رابط؛ انسخ الرابط من جديد.
home-link-mistyped = الرابط ناقص أو فيه خطأ؛ انسخه كاملًا من جديد.
home-link-format = الدعوة من نسخة أحدث؛ حدّث برنامجك.
home-link-content = لا تصلح هذه الدعوة؛ اطلب دعوة جديدة.
home-link-own = هذه دعوة إلى طاولتك أنت؛ أرسلها إلى غيرك.
home-handler = افتح روابط الدعوات بهذا البرنامج
home-handler-about = يكفي بعدها أن تنقر الرابط حيث وصلك. وتعود فيه بنقرة أخرى.
home-handler-failed = لم يُغيَّر ما يفتح روابط الدعوات. { $reason }
