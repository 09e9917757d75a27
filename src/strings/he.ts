/** Hebrew. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'קובץ אודיו בפורמט אחר',
  'protected-audio': 'הקלטה מוגנת מפני העתקה',
  video: 'סרטון בפורמט אחר',
  'silent-video': 'סרטון ללא קול',
  picture: 'תמונה',
  document: 'מסמך',
  archive: 'קובץ ארכיון',
  program: 'תוכנה',
  text: 'קובץ טקסט',
  'no-audio': 'קובץ שאין בו הקלטה',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'תמלול הקלטה',
    labelReady: (title) => (title === '' ? 'תמלול ההקלטה' : `תמלול: \u2068${title}\u2069`),
    drop: 'גררו הקלטה לכאן',
    dropNow: 'שחררו כדי לתמלל',
    or: 'או',
    choose: 'בחירת קובץ',
    otherFiles: 'קובצי שמע ווידאו אחרים',
    upTo: (amount) => `עד ${amount}`,
    offer: {
      interrupted: {
        heading: 'העיבוד לא הושלם:',
        hints: {
          nothing: '',
          permission: 'הדפדפן יבקש שוב הרשאה לקרוא את הקובץ.',
          recording: 'בחרו שוב את אותו הקובץ. מה שכבר הועלה לא יישלח שוב.',
        },
        sentAgain: 'בחרו שוב את אותו הקובץ. ההעלאה תתחיל מההתחלה.',
        accept: 'המשך ההעלאה',
        acceptUploaded: 'המשך',
        pick: 'בחירת הקובץ שוב',
        decline: 'לא להמשיך',
      },
      'in-other-tab': {
        heading: 'מתבצע בכרטיסייה אחרת:',
        hints: {
          nothing: 'אם תמשיכו כאן, העיבוד ייעצר בכרטיסייה האחרת.',
          permission:
            'אם תמשיכו כאן, העיבוד ייעצר בכרטיסייה האחרת. הדפדפן יבקש הרשאה לקרוא את הקובץ.',
          recording: 'כדי להמשיך כאן, בחרו את אותו הקובץ. העיבוד ייעצר בכרטיסייה האחרת.',
        },
        accept: 'המשך כאן',
        acceptUploaded: 'המשך כאן',
        pick: 'בחירת הקובץ והמשך כאן',
        decline: 'לא עכשיו',
      },
    },
    alreadyUploaded: (percent) => `הועלו ${percent}`,
    allUploaded: 'הועלה במלואו',
    anotherRecording: (title, size) => `זה קובץ אחר. בחרו את ״\u2068${title}\u2069״ (${size}).`,
    recordingNeeded: 'הדפדפן כבר לא יכול לקרוא את הקובץ הזה. כדי להמשיך, בחרו אותו שוב.',
    steps: { upload: 'העלאה', transcribe: 'תמלול', read: 'קריאה' },
    stepsLabel: 'שלבים',
    checking: 'הקובץ נבדק…',
    waiting: 'מוכן להעלאה',
    verifying: 'הקובץ מושווה למה שכבר הועלה…',
    planning: 'ההעלאה בהכנה…',
    uploading: 'מתבצעת העלאה',
    completing: 'ההעלאה מסתיימת…',
    offline: 'אין חיבור לאינטרנט',
    retrying: 'החיבור נקטע',
    troubleHints: {
      offline: 'ההעלאה תמשיך כשהחיבור יחזור.',
      retrying: 'מתבצע ניסיון חוזר אוטומטי.',
    },
    offlineUploaded: 'התמלול יופיע כאן כשהחיבור יחזור.',
    partTry: (part, attempt) => `חלק ${number(part)}, ניסיון ${number(attempt)}`,
    late: 'במהירות הזו ייתכן שההעלאה לא תסתיים בזמן ותתחיל מחדש. חיבור מהיר יותר יעזור.',
    uploadsAgain: 'תוקף ההעלאה הקודמת פג, ולכן הקובץ מועלה מחדש.',
    unkept: 'השאירו את הדף הזה פתוח: הדפדפן לא יכול לשמור את ההתקדמות.',
    paused: 'מושהה',
    submitting: 'התמלול מתחיל…',
    transcribing: 'מתבצע תמלול',
    taskStatus: {
      PENDING: 'בהמתנה בתור',
      RECEIVED: 'בהמתנה בתור',
      STARTED: 'ההקלטה נפתחת',
      PROGRESS: 'מתבצע זיהוי דיבור',
    },
    taskUnknown: 'בתהליך',
    keepOpen: 'זה יכול לקחת זמן. התמלול יופיע כאן כשיהיה מוכן.',
    uploadProgress: 'התקדמות ההעלאה',
    amount: (stored, total) => `הועלו ${stored} מתוך ${total}`,
    partsUploaded: (stored, total) =>
      `הועלו ${number(stored)} מתוך ${count(total, {
        one: 'חלק אחד',
        two: 'שני חלקים',
        other: '# חלקים',
      })}`,
    speed: (amount) => `בקצב ${amount} לשנייה`,
    left: (time) => `נותרו ${time}`,
    start: 'התחלה',
    pause: 'השהיה',
    resume: 'המשך',
    cancel: 'ביטול',
    retry: 'ניסיון חוזר',
    another: 'בחירת קובץ אחר',
    chooseAgain: 'בחירת הקובץ שוב',
    failed: 'משהו השתבש',
    failedBecause: {
      'unsupported-format': 'אי אפשר להשתמש בקובץ הזה',
      'file-empty': 'אי אפשר להשתמש בקובץ הזה',
      'file-too-large': 'אי אפשר להשתמש בקובץ הזה',
      'file-too-long': 'אי אפשר להשתמש בקובץ הזה',
      'file-changed': 'הקובץ השתנה',
      'token-unavailable': 'אי אפשר להעלות כרגע',
      'not-authorized': 'אי אפשר להעלות כרגע',
      'plan-invalid': 'לא ניתן היה להתחיל את ההעלאה',
      'etag-unreadable': 'ההעלאה נכשלה',
      'storage-rejected': 'ההעלאה נכשלה',
      'upload-expired': 'תוקף ההעלאה פג',
      'integrity-mismatch': 'הנתונים שהועלו אינם תואמים',
      network: 'החיבור נכשל',
      'no-sound': 'אין צליל',
      'task-failed': 'התמלול נכשל',
      'task-revoked': 'התמלול בוטל',
      cancelled: 'בוטל',
    },
    ready: 'התמלול מוכן',
    readerLoading: 'התמלול נפתח…',
    readerFailed:
      'התמלול מוכן, אבל הדף לא הצליח לטעון את הרכיב שמציג אותו. בדקו את החיבור ונסו שוב.',
    untitled: 'הקלטה ללא שם',
    required: 'הוסיפו הקלטה והמתינו עד שהתמלול יתחיל.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: 'שנייה אחת', two: 'שתי שניות', other: '# שניות' });
    const lines = (value: number): string =>
      count(value, { one: 'משפט אחד', two: 'שני משפטים', other: '# משפטים' });
    return {
      untitled: 'תמלול',
      newRecording: 'הקלטה חדשה',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, { one: 'דובר אחד', two: 'שני דוברים', other: '# דוברים' })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'נגן אודיו',
      play: 'הפעלה',
      pause: 'השהיה',
      back: (by) => `${seconds(by)} אחורה`,
      forward: (by) => `${seconds(by)} קדימה`,
      position: 'מיקום',
      positionValue: (position, length) => `${spoken(position)} מתוך ${spoken(length)}`,
      speed: 'מהירות ההשמעה',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'עוצמת הקול',
      volumeValue: percent,
      mute: 'השתקה',
      unmute: 'ביטול ההשתקה',
      muted: 'הקול כבוי',
      unmuted: 'הקול פועל',
      sound: 'קול',
      skipSilence: 'דילוג על שתיקות',
      skipSilenceOn: 'הדילוג על שתיקות פועל',
      skipSilenceOff: 'הדילוג על שתיקות כבוי',
      repeatPlaying: 'השמעה חוזרת של המשפט הנוכחי',
      repeating: (start, end) => `השמעה חוזרת: ${start}–${end}`,
      stopRepeating: 'ביטול ההשמעה החוזרת',
      stop: 'ביטול',
      playingOnly: (start, end) => `השמעת ${start}–${end} בלבד`,
      playOn: 'המשך השמעה',
      more: 'עוד',
      views: { paragraphs: 'פסקאות', lines: 'כל משפט בשורה' },
      noAudio: 'אין אודיו לתמלול הזה.',
      audioFailed: 'אי אפשר להשמיע את האודיו. עדיין אפשר לקרוא את כל התמלול.',
      tryAgain: 'ניסיון חוזר',
      chooseAudio: 'בחירת קובץ האודיו',
      chooseAudioHint: 'הקובץ מושמע רק במכשיר הזה ולא מועלה.',
      seekRefused: 'אי אפשר להתחיל את האודיו הזה במקום אחר: השרת שולח אותו רק מההתחלה.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `האודיו ארוך מהתמלול ב־${by}. ייתכן שזו הקלטה אחרת.`
          : `האודיו קצר מהתמלול ב־${by}. ייתכן שזו הקלטה אחרת.`,

      shortcuts: 'מקשי קיצור',
      shortcutsHint: 'כדי להשתמש במקשי הקיצור, לחצו קודם על הנגן או על התמלול.',
      characterKeys: 'שימוש באותיות, בספרות ובסימנים כמקשי קיצור',
      closeShortcuts: 'סגירה',
      spaceKey: 'רווח',
      shortcut: {
        toggle: 'הפעלה או השהיה',
        back: (by) => `${seconds(by)} אחורה`,
        forward: (by) => `${seconds(by)} קדימה`,
        previous: 'המשפט הקודם',
        next: 'המשפט הבא',
        repeat: 'השמעה חוזרת של המשפט, או ביטולה',
        slower: 'לאט יותר',
        faster: 'מהר יותר',
        mute: 'השתקה או ביטולה',
        skipSilence: 'דילוג על שתיקות או ביטולו',
        help: 'הצגת מקשי הקיצור',
      },

      transcript: 'תמלול',
      skipTranscript: 'דילוג על התמלול',
      endOfTranscript: 'סוף התמלול',
      unknownSpeaker: 'דובר לא מזוהה',
      numberedSpeaker: (nth) => `דובר ${nth}`,
      renameSpeaker: (name) => `שינוי השם ״\u2068${name}\u2069״`,
      playFrom: (clock) => `השמעה מ־${clock}`,
      goTo: (clock) => `מעבר אל ${clock}`,
      backTo: (clock) => `חזרה אל ${clock}`,
      notShown: 'אי אפשר להציג את התמלול. נסו שוב מאוחר יותר, או פנו לתמיכה.',
      noSpeech: 'לא נמצא דיבור בהקלטה הזו.',

      search: 'חיפוש בתמלול',
      previousHit: 'התוצאה הקודמת',
      nextHit: 'התוצאה הבאה',
      closeSearch: 'סגירת החיפוש',
      hitOf: (hit, total) => `תוצאה ${number(hit)} מתוך ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} מתוך ${number(total)}`,
      noHits: 'אין תוצאות',

      rowActions: (clock) => `אפשרויות ל־${clock}`,
      playOnce: 'השמעת המשפט הזה בלבד',
      repeat: 'השמעה חוזרת של המשפט הזה',
      copyLink: 'העתקת קישור למשפט הזה',
      copyPassageLink: 'העתקת קישור לקטע שנבחר',
      linkCopied: 'הקישור הועתק',
      editorFailed: 'החלק הזה לא נטען. בדקו את החיבור ונסו שוב.',
      linkFailed: 'הדפדפן לא אִפשר להעתיק את הקישור.',
      correctText: 'עריכת הטקסט',
      changeSpeaker: 'שינוי הדובר',
      joinBefore: 'חיבור למשפט הקודם',
      deleteLine: 'מחיקת המשפט הזה',
      startAt: (clock) => `התחלת המשפט הזה ב-${clock}`,
      text: (clock) => `טקסט: ${clock}`,
      save: 'שמירה',
      cancel: 'ביטול',
      editing: {
        saveNext: 'שמירה והבא',
        savePrevious: 'שמירה והקודם',
        leave: 'סגירה ושמירת הטיוטה',
        discard: 'ביטול השינויים',
        repeat: 'חזרה על הפסקה',
        whileTyping: 'בזמן עריכת טקסט',
        newSpeaker: 'שם חדש',
        fromCaret: 'רק מהסמן והלאה',
        fromHere: 'מישהו אחר מדבר מכאן',
        draftKept: 'הטיוטה נשמרה',
        draftAt: (clock) => `טקסט שלא נשמר: ${clock}`,
        continueDraft: 'המשך עריכה',
      },
      replacing: {
        open: 'החלפה',
        with: 'החלפה ב',
        one: 'החלפת התוצאה הזו',
        all: 'החלפת הכול',
        skip: 'דילוג',
        matchCase: 'התאמת רישיות',
        wholeWords: 'מילים שלמות',
        done: (value) => `תוצאות שהוחלפו: ${number(value)}`,
        again: (value) => `לשנות עוד ${number(value)}?`,
      },
      readingWaveform: (fraction) => `טעינת צורת הגל: ${percent(fraction)}`,
      speakerName: 'שם',
      otherSpeakers: 'דוברים אחרים',
      applyTo: 'החלה על',
      everywhere: (changed) => `כל התמלול (${lines(changed)})`,
      thisPassage: (changed) => `הקטע הזה בלבד (${lines(changed)})`,
      thisLine: 'המשפט הזה בלבד',
      mergeWith: (name) => `מיזוג עם ״\u2068${name}\u2069״`,
      mergeHint: (into) => `הדובר ״\u2068${into}\u2069״ כבר קיים. השניים יהפכו לדובר אחד.`,
      nameHint: 'מי מדבר?',
      nameSpeakers: 'הוספת שמות',
      dismissHint: 'סגירה',
      undo: 'ביטול הפעולה',
      redo: 'ביצוע מחדש',
      done: {
        renamed: (from, to) => `השם ״\u2068${from}\u2069״ שונה ל״\u2068${to}\u2069״`,
        merged: (from, into) =>
          `הדוברים ״\u2068${from}\u2069״ ו״\u2068${into}\u2069״ הם עכשיו דובר אחד`,
        assigned: (name) => `הדובר שונה ל״\u2068${name}\u2069״`,
        corrected: 'הטקסט נשמר',
        undone: 'התיקון בוטל',
        redone: 'התיקון בוצע מחדש',
        joined: 'המשפטים חוברו',
        deleted: 'המשפט נמחק',
        startsAt: (clock) => `המשפט הזה מתחיל עכשיו ב-${clock}`,
      },
      editProblems: {
        'name-empty': 'לכל דובר צריך להיות שם. הקלידו לפחות תו אחד.',
        'name-too-long': `שם של דובר יכול להכיל עד ${number(120)} תווים. קצרו אותו.`,
        'name-taken': 'כבר יש דובר אחר בשם הזה. אפשר למזג בין השניים.',
        'speaker-unknown': 'הדובר הזה כבר לא מופיע בתמלול. בחרו דובר אחר.',
        'segment-unknown': 'אין משפט כזה בתמלול. בחרו משפט אחר.',
        'split-misplaced': 'אפשר לפצל משפט רק בין שתי מילים שלו. בחרו מקום אחר.',
      },

      takeAway: 'ייצוא',
      download: 'הורדה',
      downloadFormat: {
        txt: 'טקסט פשוט',
        srt: 'כתוביות (SubRip)',
        vtt: 'כתוביות (WebVTT)',
        json: 'נתונים (JSON)',
        csv: 'גיליון אלקטרוני (CSV)',
        md: 'Markdown',
        docx: 'מסמך Word',
      },
      exporting: {
        format: 'פורמט',
        names: 'שמות הדוברים',
        times: 'זמנים',
        timesOf: { none: 'ללא', turn: 'לכל פסקה', line: 'לכל משפט' },
        speakers: 'דוברים',
        passage: 'רק הקטע שנבחר',
        withNames: 'עם שמות',
        withTimes: 'עם זמנים',
      },
      downloadStarted: 'ההורדה התחילה',
      downloadFailed: 'לא ניתן היה ליצור את הקובץ. בדקו את החיבור ונסו שוב.',
      copy: 'העתקה',
      copied: 'התמלול הועתק',
      copyFailed:
        'הדפדפן לא אִפשר להעתיק. סמנו את הטקסט והעתיקו אותו באמצעות המקלדת, או הורידו אותו.',
      print: 'הדפסה',
      printFailed: 'הדפדפן לא אִפשר להדפיס. הורידו את מסמך Word והדפיסו אותו.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'נעשה שימוש בצליל של הסרטון', audio: 'ההקלטה בהמרה' },
      converted: {
        video: (sizes) => `הצליל של הסרטון: ${sizes}`,
        audio: (sizes) => `ההקלטה לאחר ההמרה: ${sizes}`,
      },
      sizes: (from, to) => `${from} ← ${to}`,
      cutOff: (time) => `הקובץ אינו שלם. ההקלטה מסתיימת ב-${time}.`,
      progress: 'התקדמות ההמרה',
      hint: 'הקובץ מומר במכשיר הזה. השאירו את הדף הזה פתוח.',
      track: 'רצועת שמע',
      trackName: (track, language) =>
        `רצועה ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'אתם לא מחוברים לחשבון',
        'התחברו שוב, למשל בכרטיסייה אחרת. לאחר מכן העבודה תמשיך כאן מעצמה.',
      ],
      intercepted: [
        'החיבור נקטע',
        'משהו אחר עונה במקום השירות: המצב הלא־מקוון של הדף הזה, רשת של חברה או תוסף של הדפדפן.',
      ],
      merging: ['ההעלאה מסתיימת', 'השירות מחבר את חלקי ההקלטה.'],
    },
    transcribeAnyway: 'לתמלל בכל זאת',
  }),
  queue: ({ count, number }) => ({
    recordings: 'הקלטות',
    drop: 'גררו הקלטות לכאן',
    choose: 'בחירת קבצים',
    add: 'הוספת קבצים',
    readyOf: (ready, total) => `${number(ready)} מתוך ${number(total)} מוכנות`,
    counts: {
      uploading: (items) => `בהעלאה: ${number(items)}`,
      transcribing: (items) => `בתמלול: ${number(items)}`,
      waiting: (items) => `ממתינות: ${number(items)}`,
      unfinished: (items) => `לא הושלמו: ${number(items)}`,
      failed: (items) => `נכשלו: ${number(items)}`,
    },
    waiting: 'ממתינה',
    ready: 'מוכנה',
    unfinished: 'לא הושלמה',
    inOtherTab: 'מתבצע בכרטיסייה אחרת',
    open: 'פתיחה',
    remove: 'הסרה',
    removed: (name) => `״\u2068${name}\u2069״ הוסר.`,
    undo: 'ביטול הפעולה',
    back: 'כל ההקלטות',
    chooseAll: 'אפשר לבחור או לגרור את כל הקבצים החסרים בבת אחת.',
    added: (items) =>
      count(items, { one: 'נוספה הקלטה אחת', two: 'נוספו שתי הקלטות', other: 'נוספו # הקלטות' }),
    duplicate: (name) => `״\u2068${name}\u2069״ כבר נמצא ברשימה.`,
    duplicates: (files) => `${number(files)} מהקבצים האלה כבר נמצאים ברשימה.`,
    skipped: (files) =>
      count(files, {
        one: 'קובץ אחד בתיקייה אינו הקלטה ולכן דולג.',
        two: 'שני קבצים בתיקייה אינם הקלטות ולכן דולגו.',
        other: '# קבצים בתיקייה אינם הקלטות ולכן דולגו.',
      }),
    itemReady: (name) => `התמלול של ״\u2068${name}\u2069״ מוכן`,
    onlyOne: (name) => `רק הקלטה אחת בכל פעם: נוסף רק ״\u2068${name}\u2069״.`,
    emptyFolder: (name) => `אין הקלטות בתיקייה ״\u2068${name}\u2069״.`,
    droppedLink: 'זה קישור ולא קובץ. שמרו קודם את ההקלטה במכשיר הזה, ואז בחרו אותה משם.',
    droppedNothing: 'לא הגיע שום קובץ. שמרו קודם את ההקלטה במכשיר הזה, ואז בחרו אותה משם.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `הקובץ ״${name}״ ריק. בחרו הקלטה אחרת.`,
    'file-too-large': ({ name, size, limit }) =>
      `גודל הקובץ ״${name}״ הוא ${bytes(size)}, והמגבלה היא ${bytes(limit)}. בחרו הקלטה קטנה יותר.`,
    'file-too-long': ({ name, length, limit }) =>
      `אורך ההקלטה ״${name}״ הוא ${duration(length)}, והמגבלה היא ${duration(limit)}. בחרו הקלטה קצרה יותר.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `לא זיהינו הקלטה בקובץ ״${name}״.`
          : `הקובץ ״${name}״ הוא ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} בחרו קובץ MP3, M4A או WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `קובץ ה־M4A ״${name}״ אינו שלם: חלק ממנו חסר. העתיקו אותו שוב ממכשיר ההקלטה או בחרו הקלטה אחרת.`,
    'convert-undecodable': ({ name, codec }) =>
      `הדפדפן הזה לא יכול להמיר את הקובץ ״${name}״${codec === '' ? '' : ` (${codec})`}. שמרו אותו כ־MP3, M4A או WAV באפליקציה אחרת ובחרו את הקובץ הזה.`,
    'convert-unreadable': ({ name }) =>
      `אי אפשר להמיר את הקובץ ״${name}״ כי אי אפשר לקרוא את הצליל שבו. בדקו שהוא מתנגן, או בחרו קובץ MP3, M4A או WAV.`,
    'convert-no-space': ({ name }) =>
      `אין במכשיר הזה מספיק מקום פנוי להמרת הקובץ ״${name}״. פנו מקום ונסו שוב, או בחרו קובץ MP3, M4A או WAV.`,
    'convert-too-long': ({ name }) =>
      `הקובץ ״${name}״ ארוך מדי להמרה, כי הדפדפן הזה לא מאפשר לדף לשמור נתונים. צאו מגלישה פרטית, או בחרו קובץ MP3, M4A או WAV.`,
    'convert-unavailable': ({ name }) =>
      `הדף הזה לא יכול להמיר את הקובץ ״${name}״. בחרו קובץ MP3, M4A או WAV.`,
    'file-unreadable': () => 'אי אפשר לקרוא את הקובץ: הוא הועבר, השתנה או נמחק. בחרו אותו שוב.',
    'file-not-copied': () =>
      'הדף לא מצליח לקרוא את הקובץ באופן אמין, ואין מספיק מקום פנוי כדי להעתיק אותו. שמרו קודם את ההקלטה במכשיר הזה, ואז בחרו אותה משם.',
    'file-changed-while-uploading': () =>
      'הקובץ השתנה, הועבר או נמחק במהלך ההעלאה. בחרו אותו שוב. חלקים שכבר הועלו לא יישלחו שוב.',
    'file-gone': () => 'תוקף ההעלאה של ההקלטה הזו פג, והקובץ כבר לא זמין לדף. בחרו אותו שוב.',
    'another-file': ({ name, expected }) =>
      `הקובץ ״${name}״ אינו ההקלטה שהעלאתה נקטעה${expected === null ? '' : ` (״${expected}״)`}: התוכן שלו שונה. בחרו את ההקלטה ההיא, או נסו שוב כדי להעלות את הקובץ הזה מההתחלה.`,
    network: () => 'אין גישה לרשת, או שהיא חוסמת את הדף הזה. בדקו את החיבור ונסו שוב.',
    'place-refuses': ({ host }) =>
      `אפשר להגיע אל „${host}”, אבל משהו לא מאפשר לדף הזה להשתמש בו: ההגדרות שם, תוסף של הדפדפן או הרשת. נסו שוב בלי תוספים או ברשת אחרת. אם זה לא עוזר, פנו לתמיכה.`,
    'place-unreachable': ({ host }) =>
      `אי אפשר להגיע אל „${host}”, אף שהחיבור פועל. ייתכן שחומת אש, VPN או תוסף של הדפדפן חוסמים אותו. בדקו אותם ונסו שוב.`,
    'service-busy': () => 'השירות עמוס או לא זמין. שום דבר לא אבד. נסו שוב עוד רגע.',
    'response-unreadable': () =>
      'השירות שלח תשובה שאי אפשר לקרוא. נסו שוב. אם זה יקרה שוב, פנו לתמיכה.',
    'payment-required': () =>
      'שירות התמלול דורש תשלום לפני שיקבל את ההקלטה הזו. פנו לתמיכה ואז נסו שוב.',
    'recording-too-large': () => 'ההקלטה הזו גדולה מדי לשירות התמלול. בחרו הקלטה קטנה יותר.',
    'recording-refused': () =>
      'שירות התמלול לא קיבל את ההקלטה הזו. בחרו הקלטה אחרת. אם זה לא עוזר, פנו לתמיכה.',
    'result-unreadable': () => 'התמלול הסתיים, אבל אי אפשר לקרוא את התוצאה. פנו לתמיכה.',
    'submission-unknown': () =>
      'לא ידוע אם התמלול התחיל, כי התשובה לא הגיעה. ניסיון חוזר עלול לגרום לתמלול כפול של ההקלטה ולחיוב כפול.',
    'key-reused': () =>
      'ייתכן שההקלטה הזו כבר מתומללת, בהגדרות אחרות או מהעלאה קודמת. ניסיון חוזר עלול לגרום לתמלול כפול של ההקלטה ולחיוב כפול.',
    'token-unavailable': () => 'הדף לא קיבל הרשאה להעלות. התחברו שוב או רעננו את הדף, ואז נסו שוב.',
    'upload-not-allowed': () =>
      'השירות לא מאפשר להעלות מהדף הזה. התחברו שוב או רעננו את הדף, ואז נסו שוב.',
    'not-signed-in': () =>
      'לא התחברתם לחשבון, או שהדף הזה לא רשאי לתמלל. התחברו שוב או רעננו את הדף, ואז נסו שוב.',
    'another-user': () =>
      'משתמש אחר נכנס מאז שההקלטה נבחרה, ולכן היא לא תומללה. כדי לתמלל אותה בשם המשתמש שמחובר עכשיו, יש לבחור אותה שוב.',
    'backend-unavailable': () =>
      'אי אפשר לתמלל בדף הזה כרגע. נסו שוב מאוחר יותר. אם זה יקרה שוב, פנו לתמיכה.',
    'backend-refused': () => 'שירות התמלול לא קיבל את הבקשה של הדף הזה. פנו לתמיכה.',
    'task-unknown': () => 'התמלול הזה לא קיים, או שהוא שייך למישהו אחר.',
    'task-unavailable': () => 'התמלול לא נמצא. נסו שוב. אם זה יקרה שוב, פנו לתמיכה.',
    'upload-expired': () => 'תוקף ההעלאה הזו פג. נסו שוב כדי להעלות את ההקלטה מההתחלה.',
    'upload-not-assembled': () =>
      'השירות לא הצליח לחבר את חלקי ההקלטה. נסו שוב כדי להעלות אותה מחדש.',
    'upload-differs': () => 'ההקלטה שהועלתה שונה מהקובץ שבמכשיר הזה. נסו שוב כדי להעלות אותה מחדש.',
    'part-damaged': () => 'חלק מההקלטה נפגם כמה פעמים בדרך. נסו שוב ברשת אחרת.',
    'storage-rejected': () => 'שרת האחסון לא קיבל את ההקלטה. נסו שוב. אם זה יקרה שוב, פנו לתמיכה.',
    'storage-set-up': () => 'שרת האחסון אינו מוגדר להעלאה הזו. פנו לתמיכה ואז נסו שוב.',
    'storage-clock': () =>
      'שרת האחסון דחה את ההעלאה כי שעון של שירות התמלול אינו מכוון. פנו לתמיכה ואז נסו שוב.',
    'storage-full': () =>
      'שרת האחסון מלא, או שאינו מקבל הקלטה בגודל הזה. פנו לתמיכה או נסו שוב מאוחר יותר.',
    'etag-unreadable': () =>
      'אי אפשר להשלים את ההעלאה, כי הדף לא יכול לקרוא את הכותרת ETag של שרת האחסון. ייתכן שתוסף דפדפן מסתיר אותה: נסו בלי תוספים. אחרת, השרת צריך לשלוח ״Access-Control-Expose-Headers: ETag״.',
    'plan-invalid': () =>
      'השירות שלח תוכנית העלאה שלא מתאימה לקובץ הזה. נסו שוב. אם זה יקרה שוב, פנו לתמיכה.',
    stopped: () => 'התמלול נעצר. נסו שוב מתי שנוח לכם.',
    unexpected: () => 'אירעה שגיאה לא צפויה. נסו שוב. אם זה יקרה שוב, פנו לתמיכה.',
    'no-sound': () => 'לא נשמע דבר בהקלטה הזו. לתמלל אותה בכל זאת?',
    'task-failed': ({ again }) =>
      `השירות לא הצליח לתמלל את ההקלטה הזו.${again ? ' ודאו שאפשר להשמיע אותה ונסו שוב.' : ''}`,
    'task-revoked': ({ again }) =>
      `השירות עצר את התמלול.${again ? ' נסו שוב כדי להתחיל אותו מחדש.' : ''}`,
    'signed-out-page': () =>
      'דף אינטרנט ענה במקום השירות, כנראה כי אתם כבר לא מחוברים לחשבון. התחברו שוב או רעננו את הדף, ואז נסו שוב.',
    'answered-by-another': () =>
      'משהו אחר עונה במקום השירות: המצב הלא־מקוון של הדף הזה, רשת של חברה או תוסף של הדפדפן.',
    'not-set-up': ({ detail }) => `הדף הזה לא הוגדר לתמלול: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'הקלטה',
    fileName: 'הקלטה',
    heading: 'הקלטה במיקרופון',
    explain: 'הדפדפן ישאל אם הדף הזה רשאי להשתמש במיקרופון. בחרו ב״אישור״.',
    privacy: 'שום דבר לא נשלח עד שתבחרו ב״תמלול״.',
    proceed: 'להמשיך',
    asking: 'בהמתנה להרשאה…',
    askingHint: 'הדפדפן מבקש הרשאה למיקרופון. בחרו ב״אישור״.',
    failed: 'אי אפשר להשתמש במיקרופון',
    problems: {
      insecure:
        'הדף הזה לא יכול להשתמש במיקרופון כי הוא לא נטען דרך HTTPS. בחרו קובץ במקום זאת, או פנו לתמיכה.',
      unsupported: 'הדפדפן הזה לא יכול להקליט. השתמשו בדפדפן אחר או בחרו קובץ.',
      blocked: 'המיקרופון חסום בדף הזה. אשרו אותו בהגדרות האתר בדפדפן ונסו שוב.',
      dismissed: 'לא אישרתם את השימוש במיקרופון. נסו שוב ובחרו ב״אישור״.',
      embedded:
        'הדף שמכיל את הדף הזה לא מאפשר שימוש במיקרופון. פתחו את הדף הזה בנפרד או פנו לתמיכה.',
      system:
        'המכשיר לא מאפשר לדפדפן הזה להשתמש במיקרופון. אשרו זאת בהגדרות הפרטיות של המכשיר ונסו שוב.',
      'none-found': 'לא נמצא מיקרופון. חברו מיקרופון ונסו שוב.',
      busy: 'המיקרופון לא מופעל. סגרו יישומים אחרים שאולי משתמשים בו ונסו שוב.',
    },
    recording: 'מתבצעת הקלטה',
    elapsed: 'משך ההקלטה',
    device: 'מיקרופון',
    deviceNumber: (n) => `מיקרופון ${number(n)}`,
    silent: 'לא נקלט צליל. ודאו שנבחר המיקרופון הנכון ושהוא לא מושתק.',
    interrupted: {
      unplugged: 'המיקרופון נותק. מה שהקלטתם נשמר. חברו מיקרופון כדי להמשיך.',
      permission:
        'הדף הזה כבר לא רשאי להשתמש במיקרופון. מה שהקלטתם נשמר. אשרו את המיקרופון כדי להמשיך.',
      taken: 'ההקלטה הופסקה, למשל בגלל שיחה. מה שהקלטתם לפני כן נשמר.',
    },
    finish: 'סיום',
    discard: 'מחיקה',
    discardQuestion: 'למחוק את ההקלטה הזאת? אי אפשר לשחזר אותה.',
    keep: 'להשאיר',
    saving: 'ההקלטה נשמרת…',
    review: 'ההקלטה שלכם',
    reviewHint: 'הקשיבו לה לפני השליחה.',
    noPlayback: 'הדפדפן לא יכול להשמיע כאן את ההקלטה, אבל אפשר לתמלל אותה.',
    transcribe: 'תמלול',
    goOn: 'המשך הקלטה',
    endedBy: {
      limit: 'ההקלטה נעצרה כי הגיעה לאורך המרבי המותר כאן.',
      storage:
        'ההקלטה נעצרה כי לא ניתן היה להמשיך לשמור אותה. פנו מקום במכשיר הזה. מה שנשמר לא אבד.',
      left: 'ההקלטה הזאת עדיין לא נשלחה.',
    },
    unkept: 'השאירו את הדף הזה פתוח: הדפדפן לא יכול לשמור את ההקלטה.',
    unsent: 'עדיין לא נשלחה:',
    open: 'האזנה ושליחה',
    finished: (time) => `ההקלטה הסתיימה: ${time}`,
  }),
};

export default translation;
