# What is said where a table is opened, and of the terms of a table.

open-title = طاولة جديدة
open-game = اللعبة
open-players =
    { $count ->
        [one] لاعب واحد
        [two] لاعبان
        [few] { $count } لاعبين
       *[other] { $count } لاعبًا
    }
open-clock = دقائق الدور
open-clock-about = إن انتهى الوقت خُسرت المباراة أو لُعب الدور عن صاحبه، كما تقول قواعد اللعبة
open-no-clock = بلا ساعة
open-clock-none = بلا ساعة
open-clock-minutes =
    { $minutes ->
        [one] دقيقة للدور
        [two] دقيقتان للدور
        [few] { $minutes } دقائق للدور
       *[other] { $minutes } دقيقة للدور
    }
open-clock-seconds =
    { $seconds ->
        [one] ثانية للدور
        [two] ثانيتان للدور
        [few] { $seconds } ثوانٍ للدور
       *[other] { $seconds } ثانية للدور
    }
open-seats = المقاعد
open-seats-lot = بالقرعة
open-seats-chosen = مختارة
open-seats-lot-about = تُسحب حين تبدأ المباراة
open-seats-chosen-about = يختار كل واحد مقعدًا خاليًا؛ ولا تُصنَّف مباراة كهذه
open-who = من يجلس؟
open-shown = من شاء
open-private = من معه الدعوة
open-shown-about = يرى الطاولةَ من على شبكتك، ومن على الإنترنت إن اخترت مُرحِّلًا
open-private-about = لا يراها أحد، ومن معه رابط الدعوة يجلس
open-watchers = المشاهدون
open-watchers-about = يتفرّج من لا يلعب، ولا يرى ورقًا مخفيًّا لأحد
open-now = افتح الطاولة
