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
home-persons-count =
    { $count ->
        [two] لاعبان
        [few] { $count } لاعبين
       *[other] { $count } لاعبين
    }
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
settings-unsaved = لم تُحفظ الإعدادات: { $reason }
