/** Arabic. */
import type { FoundKind } from '../protocol/errors.js';
import type { Translation } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'ملف صوتي بتنسيق آخر',
  'protected-audio': 'تسجيل محمي من النسخ',
  video: 'فيديو بتنسيق آخر',
  'silent-video': 'فيديو بلا صوت',
  picture: 'صورة',
  document: 'مستند',
  archive: 'ملف مضغوط',
  program: 'برنامج',
  text: 'ملف نصي',
  'no-audio': 'ملف لا يحتوي على تسجيل',
};

const translation: Translation = {
  element: ({ count, number }) => ({
    label: 'تحويل تسجيل صوتي إلى نص',
    labelReady: (title) => (title === '' ? 'نص التسجيل' : `نص التسجيل: ${title}`),
    drop: 'اسحب تسجيلًا إلى هنا',
    dropNow: 'أفلِت التسجيل لتحويله إلى نص',
    or: 'أو',
    choose: 'اختيار ملف',
    otherFiles: 'ملفات صوت وفيديو أخرى',
    upTo: (amount) => `حتى ${amount}`,
    offer: {
      interrupted: {
        heading: 'عملية لم تكتمل:',
        hints: {
          nothing: '',
          permission: 'سيطلب المتصفح الإذن بقراءة الملف مرة أخرى.',
          recording: 'اختر الملف نفسه مرة أخرى. لن يُعاد إرسال ما تم رفعه من قبل.',
        },
        sentAgain: 'اختر الملف نفسه مرة أخرى. سيبدأ الرفع من البداية.',
        accept: 'متابعة الرفع',
        acceptUploaded: 'متابعة',
        pick: 'إعادة اختيار الملف',
        decline: 'تجاهل',
      },
      'in-other-tab': {
        heading: 'قيد التنفيذ في علامة تبويب أخرى:',
        hints: {
          nothing: 'إذا تابعت هنا، فستتوقف العملية في علامة التبويب الأخرى.',
          permission:
            'إذا تابعت هنا، فستتوقف العملية في علامة التبويب الأخرى. سيطلب المتصفح الإذن بقراءة الملف.',
          recording: 'للمتابعة هنا، اختر الملف نفسه. ستتوقف العملية عندئذٍ في علامة التبويب الأخرى.',
        },
        accept: 'المتابعة هنا',
        acceptUploaded: 'المتابعة هنا',
        pick: 'اختيار الملف والمتابعة هنا',
        decline: 'ليس الآن',
      },
    },
    alreadyUploaded: (percent) => `تم رفع ${percent}`,
    allUploaded: 'تم الرفع بالكامل',
    anotherRecording: (title, size) => `هذا ملف مختلف. اختر «${title}» (${size}).`,
    recordingNeeded: 'لم يعد بإمكان المتصفح قراءة هذا الملف. اختره مرة أخرى للمتابعة.',
    steps: { upload: 'الرفع', transcribe: 'التفريغ', read: 'القراءة' },
    stepsLabel: 'الخطوات',
    checking: 'جارٍ فحص الملف…',
    waiting: 'جاهز للرفع',
    verifying: 'جارٍ مقارنة الملف بما تم رفعه…',
    planning: 'جارٍ تجهيز الرفع…',
    uploading: 'جارٍ الرفع',
    completing: 'جارٍ إنهاء الرفع…',
    offline: 'لا يوجد اتصال بالإنترنت',
    retrying: 'انقطع الاتصال',
    troubleHints: {
      offline: 'سيُستأنف الرفع عند عودة الاتصال.',
      retrying: 'تُعاد المحاولة تلقائيًا.',
    },
    offlineUploaded: 'سيظهر النص هنا عند عودة الاتصال.',
    partTry: (part, attempt) => `الجزء ${number(part)}، المحاولة ${number(attempt)}`,
    late: 'بهذه السرعة قد تنتهي مهلة الرفع فيبدأ من جديد. يفيد استخدام اتصال أسرع.',
    uploadsAgain: 'انتهت صلاحية الرفع السابق، لذا يتم رفع الملف من جديد.',
    unkept: 'أبقِ هذه الصفحة مفتوحة: لا يمكن للمتصفح حفظ التقدّم.',
    paused: 'متوقف مؤقتًا',
    submitting: 'جارٍ بدء التفريغ…',
    transcribing: 'جارٍ تفريغ التسجيل',
    taskStatus: {
      PENDING: 'في قائمة الانتظار',
      RECEIVED: 'في قائمة الانتظار',
      STARTED: 'جارٍ فتح التسجيل',
      PROGRESS: 'جارٍ التعرّف على الكلام',
    },
    taskUnknown: 'قيد التنفيذ',
    keepOpen: 'قد يستغرق ذلك بعض الوقت. سيظهر النص هنا عندما يصبح جاهزًا.',
    uploadProgress: 'تقدّم الرفع',
    amount: (stored, total) => `${stored} من ${total}`,
    partsUploaded: (stored, total) =>
      `تم رفع ${number(stored)} من ${count(total, {
        zero: '# جزء',
        one: 'جزء واحد',
        two: 'جزأين',
        few: '# أجزاء',
        many: '# جزءًا',
        other: '# جزء',
      })}`,
    speed: (amount) => `${amount}/ث`,
    left: (time) => `يتبقى ${time}`,
    start: 'بدء',
    pause: 'إيقاف مؤقت',
    resume: 'استئناف',
    cancel: 'إلغاء',
    retry: 'إعادة المحاولة',
    another: 'اختيار ملف آخر',
    chooseAgain: 'إعادة اختيار الملف',
    failed: 'حدث خطأ ما',
    failedBecause: {
      'unsupported-format': 'لا يمكن استخدام هذا الملف',
      'file-empty': 'لا يمكن استخدام هذا الملف',
      'file-too-large': 'لا يمكن استخدام هذا الملف',
      'file-too-long': 'لا يمكن استخدام هذا الملف',
      'file-changed': 'لقد تغيّر الملف',
      'token-unavailable': 'لا يمكنك الرفع الآن',
      'not-authorized': 'لا يمكنك الرفع الآن',
      'plan-invalid': 'تعذّر بدء الرفع',
      'etag-unreadable': 'تعذّر الرفع',
      'storage-rejected': 'تعذّر الرفع',
      'upload-expired': 'انتهت صلاحية الرفع',
      'integrity-mismatch': 'البيانات المرفوعة غير مطابقة',
      network: 'تعذّر الاتصال',
      'no-sound': 'لا يوجد صوت',
      'task-failed': 'تعذّر تفريغ التسجيل',
      'task-revoked': 'تم إلغاء التفريغ',
      cancelled: 'تم الإلغاء',
    },
    ready: 'النص جاهز',
    readerLoading: 'جارٍ فتح النص…',
    readerFailed:
      'النص جاهز، لكن تعذّر على هذه الصفحة تحميل الجزء الذي يعرضه. تحقّق من الاتصال ثم أعد المحاولة.',
    untitled: 'تسجيل بلا عنوان',
    required: 'أضِف تسجيلًا وانتظر حتى يبدأ التفريغ.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, {
        zero: '# ثانية',
        one: 'ثانية واحدة',
        two: 'ثانيتين',
        few: '# ثوانٍ',
        many: '# ثانية',
        other: '# ثانية',
      });
    const lines = (value: number): string =>
      count(value, {
        zero: '# جملة',
        one: 'جملة واحدة',
        two: 'جملتان',
        few: '# جمل',
        many: '# جملة',
        other: '# جملة',
      });
    return {
      untitled: 'نص التسجيل',
      newRecording: 'تسجيل جديد',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, {
                zero: '# متحدث',
                one: 'متحدث واحد',
                two: 'متحدثان',
                few: '# متحدثين',
                many: '# متحدثًا',
                other: '# متحدث',
              })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'مشغّل الصوت',
      play: 'تشغيل',
      pause: 'إيقاف مؤقت',
      back: (by) => `الرجوع ${seconds(by)}`,
      forward: (by) => `التقديم ${seconds(by)}`,
      position: 'الموضع',
      positionValue: (position, length) => `${spoken(position)} من ${spoken(length)}`,
      speed: 'سرعة التشغيل',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'مستوى الصوت',
      volumeValue: percent,
      mute: 'كتم الصوت',
      unmute: 'إلغاء كتم الصوت',
      muted: 'تم كتم الصوت',
      unmuted: 'تم إلغاء كتم الصوت',
      sound: 'الصوت',
      skipSilence: 'تخطّي الصمت',
      skipSilenceOn: 'تخطّي الصمت مفعّل',
      skipSilenceOff: 'تخطّي الصمت متوقف',
      repeatPlaying: 'تكرار الجملة الحالية',
      repeating: (start, end) => `تكرار ${start}–${end}`,
      stopRepeating: 'إيقاف التكرار',
      stop: 'إيقاف',
      playingOnly: (start, end) => `تشغيل ${start}–${end} فقط`,
      playOn: 'متابعة التشغيل',
      more: 'المزيد',
      views: { paragraphs: 'فقرات', lines: 'كل جملة في سطر' },
      noAudio: 'لا يتوفّر صوت لهذا النص.',
      audioFailed: 'يتعذّر تشغيل الصوت. لا يزال بإمكانك قراءة النص كاملًا.',
      tryAgain: 'إعادة المحاولة',
      chooseAudio: 'اختيار الملف الصوتي',
      chooseAudioHint: 'يُشغَّل الملف على هذا الجهاز فقط ولا يتم رفعه.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `الصوت أطول من النص بمقدار ${by}. قد يكون تسجيلًا مختلفًا.`
          : `الصوت أقصر من النص بمقدار ${by}. قد يكون تسجيلًا مختلفًا.`,

      shortcuts: 'اختصارات لوحة المفاتيح',
      shortcutsHint: 'لاستخدام هذه الاختصارات، انقر أولًا على المشغّل أو النص.',
      closeShortcuts: 'إغلاق',
      spaceKey: 'مسافة',
      shortcut: {
        toggle: 'تشغيل أو إيقاف مؤقت',
        back: (by) => `الرجوع ${seconds(by)}`,
        forward: (by) => `التقديم ${seconds(by)}`,
        previous: 'الجملة السابقة',
        next: 'الجملة التالية',
        repeat: 'تكرار هذه الجملة أو إيقاف التكرار',
        slower: 'أبطأ',
        faster: 'أسرع',
        mute: 'كتم الصوت أو إلغاء كتمه',
        skipSilence: 'تخطّي الصمت أو عدم تخطّيه',
        help: 'عرض اختصارات لوحة المفاتيح',
      },

      transcript: 'النص',
      skipTranscript: 'تخطّي النص',
      endOfTranscript: 'نهاية النص',
      unknownSpeaker: 'متحدث غير معروف',
      numberedSpeaker: (nth) => `المتحدث ${nth}`,
      renameSpeaker: (name) => `تغيير اسم «${name}»`,
      playFrom: (clock) => `تشغيل من ${clock}`,
      goTo: (clock) => `الانتقال إلى ${clock}`,
      backTo: (clock) => `العودة إلى ${clock}`,
      noSpeech: 'لم يُعثر على كلام في هذا التسجيل.',

      search: 'البحث في النص',
      previousHit: 'النتيجة السابقة',
      nextHit: 'النتيجة التالية',
      closeSearch: 'إغلاق البحث',
      hitOf: (hit, total) => `النتيجة ${number(hit)} من ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} من ${number(total)}`,
      noHits: 'لا توجد نتائج',

      rowActions: (clock) => `خيارات ${clock}`,
      playOnce: 'تشغيل هذه الجملة فقط',
      repeat: 'تكرار هذه الجملة',
      copyLink: 'نسخ رابط هذه الجملة',
      linkCopied: 'تم نسخ الرابط',
      editorFailed: 'تعذّر تحميل المحرّر. تحقّق من الاتصال ثم أعد المحاولة.',
      linkFailed: 'لم يسمح المتصفح بنسخ الرابط.',
      correctText: 'تعديل النص',
      changeSpeaker: 'تغيير المتحدث',
      text: (clock) => `النص عند ${clock}`,
      save: 'حفظ',
      cancel: 'إلغاء',
      editing: {
        saveNext: 'حفظ والتالي',
        savePrevious: 'حفظ والسابق',
        leave: 'إغلاق والاحتفاظ بالمسودة',
        discard: 'تجاهل التغييرات',
        repeat: 'تكرار هذه الفقرة',
        whileTyping: 'أثناء تحرير النص',
        newSpeaker: 'اسم جديد',
        fromCaret: 'من موضع المؤشر فقط',
        notBetween: 'لتغيير المتحدث من موضع المؤشر، ضعه بين جملتين.',
        draftKept: 'تم الاحتفاظ بالمسودة',
        draftAt: (clock) => `نص غير محفوظ عند ${clock}`,
        continueDraft: 'متابعة التحرير',
      },
      replacing: {
        open: 'استبدال',
        with: 'استبدال بـ',
        one: 'استبدال هذه النتيجة',
        all: 'استبدال الكل',
        skip: 'تخطي',
        matchCase: 'مطابقة حالة الأحرف',
        wholeWords: 'كلمات كاملة',
        done: (value) => `النتائج المستبدلة: ${number(value)}`,
      },
      readingWaveform: (fraction) => `جارٍ تحميل الموجة الصوتية: ${percent(fraction)}`,
      speakerName: 'الاسم',
      otherSpeakers: 'المتحدثون الآخرون',
      applyTo: 'تطبيق على',
      everywhere: (changed) => `النص كاملًا (${lines(changed)})`,
      thisPassage: (changed) => `هذا المقطع فقط (${lines(changed)})`,
      thisLine: 'هذه الجملة فقط',
      mergeWith: (name) => `دمج مع «${name}»`,
      mergeHint: (into) => `المتحدث «${into}» موجود بالفعل. سيصبح الاثنان متحدثًا واحدًا.`,
      nameHint: 'مَن يتحدث؟',
      nameSpeakers: 'إضافة الأسماء',
      dismissHint: 'إغلاق',
      undo: 'تراجع',
      redo: 'إعادة',
      done: {
        renamed: (from, to) => `تم تغيير اسم «${from}» إلى «${to}»`,
        merged: (from, into) => `أصبح «${from}» و«${into}» متحدثًا واحدًا`,
        assigned: (name) => `تم تغيير المتحدث إلى «${name}»`,
        corrected: 'تم حفظ النص',
        undone: 'تم التراجع عن التصحيح',
        redone: 'تمت إعادة التصحيح',
      },
      editProblems: {
        'name-empty': 'يجب أن يكون للمتحدث اسم. اكتب حرفًا واحدًا على الأقل.',
        'name-too-long': `يجب ألا يتجاوز اسم المتحدث ${number(120)} حرفًا. اكتب اسمًا أقصر.`,
        'name-taken': 'هذا الاسم مستخدم لمتحدث آخر. ادمج المتحدثَين بدلًا من ذلك.',
        'speaker-unknown': 'لم يعد هذا المتحدث موجودًا في النص. اختر متحدثًا آخر.',
        'segment-unknown': 'لا توجد جملة كهذه في النص. اختر جملة أخرى.',
      },

      takeAway: 'تصدير',
      download: 'تنزيل',
      downloadFormat: {
        txt: 'نص عادي',
        srt: 'ترجمة (SubRip)',
        vtt: 'ترجمة (WebVTT)',
        json: 'بيانات (JSON)',
        csv: 'جدول بيانات (CSV)',
        docx: 'مستند Word',
      },
      downloadStarted: 'بدأ التنزيل',
      downloadFailed: 'تعذّر إنشاء الملف. تحقّق من الاتصال ثم أعد المحاولة.',
      copyAll: 'نسخ الكل',
      copied: 'تم نسخ النص',
      copyFailed: 'لم يسمح المتصفح بالنسخ. حدِّد النص وانسخه باستخدام لوحة المفاتيح، أو نزِّله.',
      print: 'طباعة',
      printFailed: 'لم يسمح المتصفح بالطباعة. نزِّل مستند Word واطبعه.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'جارٍ استخدام صوت الفيديو', audio: 'جارٍ تحويل التسجيل' },
      converted: {
        video: (sizes) => `صوت الفيديو: ${sizes}`,
        audio: (sizes) => `التسجيل بعد التحويل: ${sizes}`,
      },
      sizes: (from, to) => `${from} ← ${to}`,
      cutOff: (time) => `الملف غير مكتمل. ينتهي التسجيل عند ${time}.`,
      progress: 'تقدّم التحويل',
      hint: 'يُحوَّل الملف على هذا الجهاز. أبقِ هذه الصفحة مفتوحة.',
      track: 'المسار الصوتي',
      trackName: (track, language) =>
        `المسار ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    transcribeAnyway: 'التفريغ رغم ذلك',
  }),
  queue: ({ number }) => ({
    recordings: 'التسجيلات',
    drop: 'اسحب التسجيلات إلى هنا',
    choose: 'اختيار ملفات',
    add: 'إضافة ملفات',
    readyOf: (ready, total) => `جاهز: ${number(ready)} من ${number(total)}`,
    counts: {
      uploading: (items) => `قيد الرفع: ${number(items)}`,
      transcribing: (items) => `قيد التفريغ: ${number(items)}`,
      waiting: (items) => `في الانتظار: ${number(items)}`,
      unfinished: (items) => `غير مكتمل: ${number(items)}`,
      failed: (items) => `فشل: ${number(items)}`,
    },
    waiting: 'في الانتظار',
    ready: 'جاهز',
    unfinished: 'غير مكتمل',
    inOtherTab: 'قيد التنفيذ في علامة تبويب أخرى',
    open: 'فتح',
    remove: 'إزالة',
    back: 'كل التسجيلات',
    chooseAll: 'يمكنك اختيار كل الملفات الناقصة أو سحبها دفعة واحدة.',
    added: (items) => `عدد التسجيلات المضافة: ${number(items)}`,
    duplicate: (name) => `«${name}» موجود في القائمة من قبل.`,
    duplicates: (files) => `عدد الملفات الموجودة في القائمة من قبل: ${number(files)}.`,
    skipped: (files) => `عدد ملفات المجلد التي ليست تسجيلات وتم تجاوزها: ${number(files)}.`,
    itemReady: (name) => `نص «${name}» جاهز`,
    onlyOne: (name) => `تسجيل واحد فقط في كل مرة: أُضيف «${name}» فقط.`,
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `الملف «${name}» فارغ. اختر تسجيلًا آخر.`,
    'file-too-large': ({ name, size, limit }) =>
      `حجم الملف «${name}» هو ${bytes(size)}، والحد الأقصى ${bytes(limit)}. اختر تسجيلًا أصغر.`,
    'file-too-long': ({ name, length, limit }) =>
      `مدة التسجيل «${name}» هي ${duration(length)}، والحد الأقصى ${duration(limit)}. اختر تسجيلًا أقصر.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `تعذّر التعرّف على الملف «${name}» كتسجيل.`
          : `الملف «${name}» هو ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} اختر ملفًا بتنسيق MP3 أو M4A أو WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `ملف M4A «${name}» غير مكتمل: جزء منه مفقود. انسخه مرة أخرى من جهاز التسجيل، أو اختر تسجيلًا آخر.`,
    'convert-undecodable': ({ name, codec }) =>
      `لا يمكن لهذا المتصفح تحويل الملف «${name}»${codec === '' ? '' : ` (${codec})`}. احفظه بتنسيق MP3 أو M4A أو WAV في تطبيق آخر، ثم اختر ذلك الملف.`,
    'convert-unreadable': ({ name }) =>
      `لا يمكن تحويل الملف «${name}» لأن صوته غير قابل للقراءة. تأكد من أنه يعمل، أو اختر ملفًا بتنسيق MP3 أو M4A أو WAV.`,
    'convert-no-space': ({ name }) =>
      `لا توجد مساحة فارغة كافية على هذا الجهاز لتحويل الملف «${name}». وفّر مساحة وحاول مرة أخرى، أو اختر ملفًا بتنسيق MP3 أو M4A أو WAV.`,
    'convert-too-long': ({ name }) =>
      `الملف «${name}» أطول من أن يُحوَّل، لأن هذا المتصفح لا يسمح للصفحة بحفظ البيانات. اخرج من التصفح الخاص، أو اختر ملفًا بتنسيق MP3 أو M4A أو WAV.`,
    'convert-unavailable': ({ name }) =>
      `لا يمكن لهذه الصفحة تحويل الملف «${name}». اختر ملفًا بتنسيق MP3 أو M4A أو WAV.`,
    'file-unreadable': () => 'تتعذّر قراءة الملف: تم نقله أو تغييره أو حذفه. اختره مرة أخرى.',
    'file-not-copied': () =>
      'لا تستطيع هذه الصفحة قراءة الملف بشكل موثوق، ولا توجد مساحة كافية لنسخه. احفظ التسجيل على هذا الجهاز أولاً، ثم اختره من هناك.',
    'file-changed-while-uploading': () =>
      'تم تغيير الملف أو نقله أو حذفه أثناء الرفع. اختره مرة أخرى. لن يُعاد إرسال الأجزاء التي تم رفعها.',
    'file-gone': () =>
      'انتهت صلاحية رفع هذا التسجيل، ولم يعد الملف متاحًا لهذه الصفحة. اختره مرة أخرى.',
    'another-file': ({ name, expected }) =>
      `الملف «${name}» ليس التسجيل الذي انقطع رفعه${expected === null ? '' : ` («${expected}»)`}: محتواه مختلف. اختر ذلك التسجيل، أو أعد المحاولة لرفع هذا الملف من البداية.`,
    network: () =>
      'يتعذّر الوصول إلى الشبكة، أو أنها تحظر هذه الصفحة. تحقّق من الاتصال ثم أعد المحاولة.',
    'service-busy': () => 'الخدمة مشغولة أو غير متاحة. لم يُفقد أي شيء. أعد المحاولة بعد لحظات.',
    'response-unreadable': () =>
      'أرسلت الخدمة ردًا تتعذّر قراءته. أعد المحاولة. إذا تكرر الخطأ، فتواصل مع الدعم.',
    'payment-required': () =>
      'تطلب خدمة التفريغ الدفع قبل قبول هذا التسجيل. تواصل مع الدعم ثم أعد المحاولة.',
    'recording-too-large': () => 'هذا التسجيل أكبر مما تقبله خدمة التفريغ. اختر تسجيلًا أصغر.',
    'recording-refused': () =>
      'لم تقبل خدمة التفريغ هذا التسجيل. اختر تسجيلًا آخر. إذا لم يُجدِ ذلك، فتواصل مع الدعم.',
    'result-unreadable': () => 'انتهى التفريغ، لكن تتعذّر قراءة نتيجته. تواصل مع الدعم.',
    'submission-unknown': () =>
      'لا نعرف ما إذا كان التفريغ قد بدأ، لأن الرد لم يصل. قد تؤدي إعادة المحاولة إلى تفريغ التسجيل واحتساب تكلفته مرتين.',
    'token-unavailable': () =>
      'لم تحصل هذه الصفحة على إذن بالرفع. سجّل الدخول مرة أخرى أو أعد تحميل الصفحة، ثم أعد المحاولة.',
    'upload-not-allowed': () =>
      'لا تسمح الخدمة بالرفع من هذه الصفحة. سجّل الدخول مرة أخرى أو أعد تحميل الصفحة، ثم أعد المحاولة.',
    'not-signed-in': () =>
      'لم تسجّل الدخول، أو لا يُسمح بالتفريغ من هذه الصفحة. سجّل الدخول مرة أخرى أو أعد تحميل الصفحة، ثم أعد المحاولة.',
    'another-user': () =>
      'سجّل مستخدم آخر الدخول منذ أن اخترت هذا التسجيل، لذلك لم يُفرَّغ. اختره مرة أخرى لتفريغه باسم المستخدم الذي سجّل الدخول الآن.',
    'backend-unavailable': () =>
      'التفريغ غير متاح على هذه الصفحة حاليًا. أعد المحاولة لاحقًا. إذا تكرر الخطأ، فتواصل مع الدعم.',
    'backend-refused': () => 'لم تقبل خدمة التفريغ طلب هذه الصفحة. تواصل مع الدعم.',
    'task-unknown': () => 'عملية التفريغ هذه غير موجودة، أو أنها تخص شخصًا آخر.',
    'task-unavailable': () =>
      'تعذّر العثور على عملية التفريغ. أعد المحاولة. إذا تكرر الخطأ، فتواصل مع الدعم.',
    'upload-expired': () => 'انتهت صلاحية هذا الرفع. أعد المحاولة لرفع التسجيل من البداية.',
    'upload-not-assembled': () =>
      'تعذّر على الخدمة تجميع أجزاء هذا التسجيل. أعد المحاولة لرفعه من جديد.',
    'upload-differs': () =>
      'يختلف التسجيل المرفوع عن الملف الموجود على هذا الجهاز. أعد المحاولة لرفعه من جديد.',
    'part-damaged': () => 'تلف جزء من التسجيل عدة مرات أثناء النقل. أعد المحاولة على شبكة أخرى.',
    'storage-rejected': () =>
      'لم يقبل خادم التخزين التسجيل. أعد المحاولة. إذا تكرر الخطأ، فتواصل مع الدعم.',
    'storage-set-up': () => 'خادم التخزين غير مُعدّ لهذا الرفع. تواصل مع الدعم، ثم أعد المحاولة.',
    'storage-clock': () =>
      'رفض خادم التخزين الرفع لأن إحدى ساعات خدمة التفريغ غير مضبوطة. تواصل مع الدعم، ثم أعد المحاولة.',
    'storage-full': () =>
      'خادم التخزين ممتلئ، أو لا يقبل تسجيلًا بهذا الحجم. تواصل مع الدعم، أو أعد المحاولة لاحقًا.',
    'etag-unreadable': () =>
      'يتعذّر إكمال الرفع، لأن هذه الصفحة لا تستطيع قراءة الترويسة ETag من خادم التخزين. يجب أن يرسل الخادم «Access-Control-Expose-Headers: ETag».',
    'plan-invalid': () =>
      'أرسلت الخدمة خطة رفع لا تناسب هذا الملف. أعد المحاولة. إذا تكرر الخطأ، فتواصل مع الدعم.',
    stopped: () => 'تم إيقاف التفريغ. أعد المحاولة متى شئت.',
    unexpected: () => 'حدث خطأ غير متوقع. أعد المحاولة. إذا تكرر الخطأ، فتواصل مع الدعم.',
    'no-sound': () => 'لا نسمع شيئًا في هذا التسجيل. هل تريد تفريغه رغم ذلك؟',
    'task-failed': ({ again }) =>
      `تعذّر على الخدمة تفريغ هذا التسجيل.${again ? ' تأكد من أنه يعمل ثم أعد المحاولة.' : ''}`,
    'task-revoked': ({ again }) =>
      `أوقفت الخدمة عملية التفريغ.${again ? ' أعد المحاولة لبدئها من جديد.' : ''}`,
    'signed-out-page': () =>
      'أجاب العنوان المحدد في «backend-url» بصفحة ويب بدلًا من معالج الخادم. سجّل الدخول مرة أخرى أو أعد تحميل الصفحة. إذا تكرر الخطأ، فتواصل مع الدعم.',
    'not-set-up': ({ detail }) => `لم يتم إعداد هذه الصفحة للتفريغ: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'تسجيل',
    fileName: 'تسجيل',
    heading: 'التسجيل بالميكروفون',
    explain: 'سيسأل المتصفح عمّا إذا كان يُسمح لهذه الصفحة باستخدام الميكروفون. اختر «السماح».',
    privacy: 'لا يُرسل أي شيء حتى تختار «تفريغ».',
    proceed: 'متابعة',
    asking: 'في انتظار إذنك…',
    askingHint: 'يطلب المتصفح إذن استخدام الميكروفون. اختر «السماح».',
    failed: 'تعذّر استخدام الميكروفون',
    problems: {
      insecure:
        'لا يمكن لهذه الصفحة استخدام الميكروفون لأنها لم تُحمَّل عبر HTTPS. اختر ملفًا بدلًا من ذلك أو تواصل مع الدعم.',
      unsupported: 'لا يستطيع هذا المتصفح التسجيل. استخدم متصفحًا آخر أو اختر ملفًا.',
      blocked:
        'الميكروفون محظور في هذه الصفحة. اسمح به في إعدادات الموقع في المتصفح، ثم أعد المحاولة.',
      dismissed: 'لم تسمح باستخدام الميكروفون. أعد المحاولة واختر «السماح».',
      embedded:
        'الصفحة التي تتضمن هذه الصفحة لا تسمح باستخدام الميكروفون. افتح هذه الصفحة وحدها أو تواصل مع الدعم.',
      system:
        'لا يسمح جهازك لهذا المتصفح باستخدام الميكروفون. اسمح به في إعدادات الخصوصية في الجهاز، ثم أعد المحاولة.',
      'none-found': 'لم يُعثر على ميكروفون. وصّل ميكروفونًا، ثم أعد المحاولة.',
      busy: 'لا يعمل الميكروفون. أغلق التطبيقات الأخرى التي قد تستخدمه، ثم أعد المحاولة.',
    },
    recording: 'جارٍ التسجيل',
    elapsed: 'مدة التسجيل',
    device: 'الميكروفون',
    deviceNumber: (n) => `الميكروفون ${number(n)}`,
    silent: 'لا يصل أي صوت. تأكد من اختيار الميكروفون الصحيح ومن أنه غير مكتوم.',
    interrupted: {
      unplugged: 'انفصل الميكروفون. ما سجّلته محفوظ. وصّل ميكروفونًا للمتابعة.',
      permission:
        'لم يعد يُسمح لهذه الصفحة باستخدام الميكروفون. ما سجّلته محفوظ. اسمح بالميكروفون للمتابعة.',
      taken: 'انقطع التسجيل، بسبب مكالمة مثلًا. ما سجّلته قبل ذلك محفوظ.',
    },
    finish: 'إنهاء',
    discard: 'تجاهل',
    discardQuestion: 'هل تريد تجاهل هذا التسجيل؟ لا يمكن استعادته.',
    keep: 'إبقاء',
    saving: 'جارٍ حفظ التسجيل…',
    review: 'تسجيلك',
    reviewHint: 'استمع إليه قبل إرساله.',
    noPlayback: 'لا يستطيع المتصفح تشغيل التسجيل هنا، لكن يمكن تفريغه.',
    transcribe: 'تفريغ',
    goOn: 'متابعة التسجيل',
    endedBy: {
      limit: 'توقف التسجيل لأنه بلغ أقصى مدة مسموح بها هنا.',
      storage: 'توقف التسجيل لأنه لم يعد ممكنًا حفظه. وفّر مساحة على هذا الجهاز. ما تم حفظه باقٍ.',
      left: 'لم يُرسل هذا التسجيل بعد.',
    },
    unkept: 'أبقِ هذه الصفحة مفتوحة: لا يمكن للمتصفح حفظ التسجيل.',
    unsent: 'لم يُرسل بعد:',
    open: 'استماع وإرسال',
    finished: (time) => `انتهى التسجيل: ${time}`,
  }),
};

export default translation;
