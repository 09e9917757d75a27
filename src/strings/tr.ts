/** Turkish. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'başka biçimde bir ses dosyası',
  'protected-audio': 'kopya korumalı bir kayıt',
  video: 'başka biçimde bir video',
  'silent-video': 'sesi olmayan bir video',
  picture: 'bir resim',
  document: 'bir belge',
  archive: 'bir arşiv dosyası',
  program: 'bir program',
  text: 'bir metin dosyası',
  'no-audio': 'kayıt içermeyen bir dosya',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Kaydı yazıya dök',
    labelReady: (title) => (title === '' ? 'Kaydın transkripti' : `Transkript: ${title}`),
    drop: 'Bir kaydı buraya sürükleyin',
    dropNow: 'Yazıya dökmek için bırakın',
    or: 'veya',
    choose: 'Dosya seç',
    otherFiles: 'diğer ses ve video dosyaları',
    upTo: (amount) => `en fazla ${amount}`,
    offer: {
      interrupted: {
        heading: 'Yarım kalan işlem:',
        hints: {
          nothing: '',
          permission: 'Tarayıcınız dosyayı yeniden okumak için izin isteyecek.',
          recording: 'Aynı dosyayı yeniden seçin. Yüklenmiş olan kısım bir daha gönderilmez.',
        },
        sentAgain: 'Aynı dosyayı yeniden seçin. Yükleme baştan başlayacak.',
        accept: 'Yüklemeye devam et',
        acceptUploaded: 'Devam et',
        pick: 'Dosyayı yeniden seç',
        decline: 'Yüklemeyi sil',
      },
      'in-other-tab': {
        heading: 'Başka bir sekmede sürüyor:',
        hints: {
          nothing: 'Burada devam ederseniz diğer sekmedeki işlem durur.',
          permission:
            'Burada devam ederseniz diğer sekmedeki işlem durur. Tarayıcınız dosyayı okumak için izin isteyecek.',
          recording:
            'Burada devam etmek için aynı dosyayı seçin. Ardından diğer sekmedeki işlem durur.',
        },
        accept: 'Burada devam et',
        acceptUploaded: 'Burada devam et',
        pick: 'Dosyayı seç ve burada devam et',
        decline: 'Şimdi değil',
      },
    },
    alreadyUploaded: (percent) => `${percent} yüklendi`,
    allUploaded: 'tamamı yüklendi',
    anotherRecording: (title, size) => `Bu farklı bir dosya. “${title}” (${size}) dosyasını seçin.`,
    recordingNeeded:
      'Tarayıcınız bu dosyayı artık okuyamıyor. Devam etmek için dosyayı yeniden seçin.',
    steps: { upload: 'Yükleme', transcribe: 'Yazıya dökme', read: 'Okuma' },
    stepsLabel: 'Adımlar',
    checking: 'Dosya kontrol ediliyor…',
    waiting: 'Yüklemeye hazır',
    verifying: 'Dosya, yüklenmiş olan kısımla karşılaştırılıyor…',
    planning: 'Yükleme hazırlanıyor…',
    uploading: 'Yükleniyor',
    completing: 'Yükleme tamamlanıyor…',
    offline: 'Çevrimdışısınız',
    retrying: 'Bağlantı kesildi',
    troubleHints: {
      offline: 'Yeniden çevrimiçi olduğunuzda yükleme devam eder.',
      retrying: 'Otomatik olarak yeniden deneniyor.',
    },
    offlineUploaded: 'Yeniden çevrimiçi olduğunuzda transkript burada görünür.',
    partTry: (part, attempt) => `${number(part)}. parça, ${number(attempt)}. deneme`,
    late: 'Bu hızda yükleme zaman aşımına uğrayıp baştan başlayabilir. Daha hızlı bir bağlantı işe yarar.',
    uploadsAgain: 'Önceki yüklemenin süresi doldu. Dosya yeniden yükleniyor.',
    unkept: 'Bu sayfayı açık tutun: Tarayıcınız ilerlemeyi kaydedemiyor.',
    paused: 'Duraklatıldı',
    submitting: 'Yazıya dökme başlatılıyor…',
    transcribing: 'Yazıya dökülüyor',
    taskStatus: {
      PENDING: 'Sırada bekliyor',
      RECEIVED: 'Sırada bekliyor',
      STARTED: 'Kayıt açılıyor',
      PROGRESS: 'Konuşma tanınıyor',
    },
    taskUnknown: 'Sürüyor',
    keepOpen: 'Bu işlem biraz sürebilir. Transkript hazır olduğunda burada görünür.',
    uploadProgress: 'Yükleme ilerlemesi',
    amount: (stored, total) => `${stored} / ${total}`,
    partsUploaded: (stored, total) =>
      `${count(total, { one: '# parçanın', other: '# parçanın' })} ${number(stored)} tanesi yüklendi`,
    speed: (amount) => `${amount}/sn`,
    left: (time) => `${time} kaldı`,
    start: 'Başlat',
    pause: 'Duraklat',
    resume: 'Devam et',
    cancel: 'İptal',
    retry: 'Yeniden dene',
    another: 'Başka dosya seç',
    chooseAgain: 'Dosyayı yeniden seç',
    failed: 'Bir sorun oluştu',
    failedBecause: {
      'unsupported-format': 'Bu dosya kullanılamıyor',
      'file-empty': 'Bu dosya kullanılamıyor',
      'file-too-large': 'Bu dosya kullanılamıyor',
      'file-too-long': 'Bu dosya kullanılamıyor',
      'file-changed': 'Dosya değişmiş',
      'token-unavailable': 'Şu anda yükleme yapamazsınız',
      'not-authorized': 'Şu anda yükleme yapamazsınız',
      'plan-invalid': 'Yükleme başlatılamadı',
      'etag-unreadable': 'Yükleme başarısız oldu',
      'storage-rejected': 'Yükleme başarısız oldu',
      'upload-expired': 'Yüklemenin süresi doldu',
      'integrity-mismatch': 'Yüklenen dosya eşleşmiyor',
      network: 'Bağlantı kurulamadı',
      'no-sound': 'Ses yok',
      'task-failed': 'Kayıt yazıya dökülemedi',
      'task-revoked': 'Yazıya dökme iptal edildi',
      cancelled: 'İptal edildi',
    },
    ready: 'Transkript hazır',
    readerLoading: 'Transkript açılıyor…',
    readerFailed:
      'Transkript hazır, ancak bu sayfa onu gösteren bölümü yükleyemedi. Bağlantınızı kontrol edip yeniden deneyin.',
    untitled: 'Adsız kayıt',
    required: 'Bir kayıt ekleyin ve yazıya dökme başlayana kadar bekleyin.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string => count(value, { one: '# saniye', other: '# saniye' });
    const lines = (value: number): string => count(value, { one: '# cümle', other: '# cümle' });
    return {
      untitled: 'Transkript',
      newRecording: 'Yeni transkript',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0 ? count(speakers, { one: '# konuşmacı', other: '# konuşmacı' }) : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Ses oynatıcı',
      play: 'Oynat',
      pause: 'Duraklat',
      back: (by) => `${seconds(by)} geri`,
      forward: (by) => `${seconds(by)} ileri`,
      position: 'Konum',
      positionValue: (position, length) => `${spoken(position)}, toplam ${spoken(length)}`,
      speed: 'Oynatma hızı',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Ses düzeyi',
      volumeValue: percent,
      mute: 'Sesi kapat',
      unmute: 'Sesi aç',
      muted: 'Ses kapalı',
      unmuted: 'Ses açık',
      sound: 'Ses',
      skipSilence: 'Sessizlikleri atla',
      skipSilenceOn: 'Sessizlikler atlanıyor',
      skipSilenceOff: 'Sessizlikler atlanmıyor',
      repeatPlaying: 'Oynatılan cümleyi tekrarla',
      repeating: (start, end) => `${start}–${end} tekrarlanıyor`,
      stopRepeating: 'Tekrarlamayı bitir',
      stop: 'Bitir',
      playingOnly: (start, end) => `Yalnızca ${start}–${end} oynatılıyor`,
      playOn: 'Devamını da oynat',
      more: 'Diğer',
      views: { paragraphs: 'Paragraflar', lines: 'Her satırda bir cümle' },
      noAudio: 'Bu transkript için ses yok.',
      audioFailed: 'Ses oynatılamıyor. Transkriptin tamamını yine de okuyabilirsiniz.',
      tryAgain: 'Yeniden dene',
      chooseAudio: 'Ses dosyasını seç',
      chooseAudioHint: 'Dosya yalnızca bu cihazda oynatılır, hiçbir yere yüklenmez.',
      seekRefused:
        'Bu ses başka bir yerden başlatılamıyor: sunucusu onu yalnızca baştan gönderiyor.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `Ses, transkriptten ${by} daha uzun. Farklı bir kayıt olabilir.`
          : `Ses, transkriptten ${by} daha kısa. Farklı bir kayıt olabilir.`,

      shortcuts: 'Klavye kısayolları',
      shortcutsHint: 'Bu kısayolları kullanmak için önce oynatıcıyı veya transkripti tıklayın.',
      characterKeys: 'Harfleri, rakamları ve simgeleri kısayol olarak kullan',
      closeShortcuts: 'Kapat',
      spaceKey: 'Boşluk',
      shortcut: {
        toggle: 'Oynat veya duraklat',
        back: (by) => `${seconds(by)} geri`,
        forward: (by) => `${seconds(by)} ileri`,
        previous: 'Önceki cümle',
        next: 'Sonraki cümle',
        repeat: 'Bu cümleyi tekrarla veya tekrarlamayı bitir',
        slower: 'Daha yavaş',
        faster: 'Daha hızlı',
        mute: 'Sesi kapat veya aç',
        skipSilence: 'Sessizlikleri atla veya atlama',
        help: 'Klavye kısayollarını göster',
      },

      transcript: 'Transkript',
      skipTranscript: 'Transkripti geç',
      endOfTranscript: 'Transkriptin sonu',
      unknownSpeaker: 'Bilinmeyen konuşmacı',
      numberedSpeaker: (nth) => `Konuşmacı ${nth}`,
      renameSpeaker: (name) => `“${name}” adını değiştir`,
      playFrom: (clock) => `${clock} konumundan oynat`,
      goTo: (clock) => `${clock} konumuna git`,
      backTo: (clock) => `${clock} konumuna dön`,
      notShown:
        'Transkript gösterilemiyor. Daha sonra yeniden deneyin veya destek ekibine başvurun.',
      noSpeech: 'Bu kayıtta konuşma bulunamadı.',

      search: 'Transkriptte ara',
      previousHit: 'Önceki sonuç',
      nextHit: 'Sonraki sonuç',
      closeSearch: 'Aramayı kapat',
      hitOf: (hit, total) => `${number(hit)}. sonuç, toplam ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Sonuç yok',

      rowActions: (clock) => `${clock} için seçenekler`,
      playOnce: 'Yalnızca bu cümleyi oynat',
      repeat: 'Bu cümleyi tekrarla',
      copyLink: 'Bu cümlenin bağlantısını kopyala',
      copyPassageLink: 'Seçili bölümün bağlantısını kopyala',
      linkCopied: 'Bağlantı kopyalandı',
      editorFailed: 'Bu bölüm yüklenemedi. Bağlantınızı kontrol edip yeniden deneyin.',
      linkFailed: 'Tarayıcınız bağlantının kopyalanmasına izin vermedi.',
      correctText: 'Metni düzenle',
      changeSpeaker: 'Konuşmacıyı değiştir',
      joinBefore: 'Önceki cümleyle birleştir',
      deleteLine: 'Bu cümleyi sil',
      startAt: (clock) => `Bu cümleyi ${clock} noktasında başlat`,
      text: (clock) => `Metin: ${clock}`,
      save: 'Kaydet',
      cancel: 'İptal',
      editing: {
        saveNext: 'Kaydet ve ilerle',
        savePrevious: 'Kaydet ve geri dön',
        leave: 'Kapat ve taslağı sakla',
        discard: 'Değişiklikleri at',
        repeat: 'Bu paragrafı tekrarla',
        whileTyping: 'Metin düzenlerken',
        newSpeaker: 'Yeni ad',
        fromCaret: 'Yalnızca imleçten sonrası',
        fromHere: 'Buradan itibaren başka biri konuşuyor',
        draftKept: 'Taslak saklandı',
        draftAt: (clock) => `Kaydedilmemiş metin: ${clock}`,
        continueDraft: 'Düzenlemeye devam et',
      },
      replacing: {
        open: 'Değiştir',
        with: 'Şununla değiştir',
        one: 'Bu eşleşmeyi değiştir',
        all: 'Tümünü değiştir',
        skip: 'Atla',
        matchCase: 'Büyük/küçük harf duyarlı',
        wholeWords: 'Tam sözcükler',
        done: (value) => `Değiştirilen eşleşme: ${number(value)}`,
        again: (value) => `${number(value)} tane daha değiştirilsin mi?`,
      },
      readingWaveform: (fraction) => `Dalga biçimi yükleniyor: ${percent(fraction)}`,
      speakerName: 'Ad',
      otherSpeakers: 'Diğer konuşmacılar',
      applyTo: 'Uygulanacak yer',
      everywhere: (changed) => `Tüm transkript (${lines(changed)})`,
      thisPassage: (changed) => `Yalnızca bu konuşma bölümü (${lines(changed)})`,
      thisLine: 'Yalnızca bu cümle',
      mergeWith: (name) => `“${name}” ile birleştir`,
      mergeHint: (into) => `“${into}” zaten var. İkisi tek konuşmacı olacak.`,
      nameHint: 'Kim konuşuyor?',
      nameSpeakers: 'Ad ver',
      dismissHint: 'Kapat',
      undo: 'Geri al',
      redo: 'Yinele',
      done: {
        renamed: (from, to) => `“${from}” adı “${to}” olarak değiştirildi`,
        merged: (from, into) => `“${from}” ve “${into}” artık tek konuşmacı`,
        assigned: (name) => `Konuşmacı “${name}” olarak değiştirildi`,
        corrected: 'Metin kaydedildi',
        undone: 'Düzeltme geri alındı',
        redone: 'Düzeltme yinelendi',
        joined: 'Cümleler birleştirildi',
        deleted: 'Cümle silindi',
        startsAt: (clock) => `Bu cümle artık ${clock} noktasında başlıyor`,
      },
      editProblems: {
        'name-empty': 'Konuşmacının bir adı olmalı. En az bir karakter yazın.',
        'name-too-long': `Konuşmacı adı en fazla ${number(120)} karakter olabilir. Adı kısaltın.`,
        'name-taken': 'Başka bir konuşmacının adı zaten bu. Bunun yerine ikisini birleştirin.',
        'speaker-unknown': 'Bu konuşmacı artık transkriptte yok. Başka bir konuşmacı seçin.',
        'segment-unknown': 'Transkriptte böyle bir cümle yok. Başka bir cümle seçin.',
        'split-misplaced':
          'Bir cümle yalnızca iki sözcüğünün arasından bölünebilir. Başka bir yer seçin.',
      },

      takeAway: 'Dışa aktar',
      download: 'İndir',
      downloadFormat: {
        txt: 'Düz metin',
        srt: 'Altyazı (SubRip)',
        vtt: 'Altyazı (WebVTT)',
        json: 'Veri (JSON)',
        csv: 'E-tablo (CSV)',
        md: 'Markdown',
        docx: 'Word belgesi',
      },
      exporting: {
        format: 'Biçim',
        names: 'Konuşmacı adları',
        times: 'Zamanlar',
        timesOf: { none: 'Yok', turn: 'Paragraf başına', line: 'Cümle başına' },
        speakers: 'Konuşmacılar',
        passage: 'Yalnızca seçili bölüm',
        withNames: 'adlarla',
        withTimes: 'zamanlarla',
      },
      downloadStarted: 'İndirme başladı',
      downloadFailed: 'Dosya oluşturulamadı. Bağlantınızı kontrol edip yeniden deneyin.',
      copy: 'Kopyala',
      copied: 'Transkript kopyalandı',
      copyFailed:
        'Tarayıcınız kopyalamaya izin vermedi. Metni seçip klavyeyle kopyalayın veya transkripti indirin.',
      print: 'Yazdır',
      printFailed:
        'Tarayıcınız yazdırmaya izin vermedi. Word belgesini indirip o belgeyi yazdırın.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Videonuzun sesi kullanılıyor', audio: 'Kayıt dönüştürülüyor' },
      converted: {
        video: (sizes) => `Videonuzun sesi: ${sizes}`,
        audio: (sizes) => `Dönüştürülen kayıt: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Dosya eksik. Kaydın sonu: ${time}.`,
      progress: 'Dönüştürme ilerlemesi',
      hint: 'Dosya bu cihazda dönüştürülüyor. Bu sayfayı açık tutun.',
      track: 'Ses parçası',
      trackName: (track, language) =>
        `Parça ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Oturumunuz kapandı',
        'Örneğin başka bir sekmede yeniden oturum açın. Ardından işlem burada kendiliğinden devam eder.',
      ],
      intercepted: [
        'Bağlantı kesildi',
        'Hizmet yerine başka bir şey yanıt veriyor: bu sayfanın çevrimdışı modu, bir şirket ağı veya bir tarayıcı uzantısı.',
      ],
      merging: ['Yükleme tamamlanıyor', 'Hizmet, kaydın parçalarını birleştiriyor.'],
    },
    transcribeAnyway: 'Yine de yazıya dök',
  }),
  queue: ({ number }) => ({
    recordings: 'Kayıtlar',
    drop: 'Kayıtları buraya sürükleyin',
    choose: 'Dosyaları seç',
    add: 'Dosya ekle',
    readyOf: (ready, total) => `${number(total)} kayıttan ${number(ready)} tanesi hazır`,
    counts: {
      uploading: (items) => `${number(items)} yükleniyor`,
      transcribing: (items) => `${number(items)} yazıya dökülüyor`,
      waiting: (items) => `${number(items)} sırada`,
      unfinished: (items) => `${number(items)} yarım kaldı`,
      failed: (items) => `${number(items)} başarısız`,
    },
    waiting: 'Sırada',
    ready: 'Hazır',
    unfinished: 'Yarım kaldı',
    inOtherTab: 'Başka bir sekmede sürüyor',
    open: 'Aç',
    remove: 'Kaldır',
    removed: (name) => `“${name}” kaldırıldı.`,
    undo: 'Geri al',
    back: 'Tüm kayıtlar',
    chooseAll: 'Eksik dosyaların hepsini bir kerede seçebilir veya buraya sürükleyebilirsiniz.',
    added: (items) => `${number(items)} kayıt eklendi`,
    duplicate: (name) => `“${name}” zaten listede.`,
    duplicates: (files) => `Bu dosyalardan ${number(files)} tanesi zaten listede.`,
    skipped: (files) => `Klasördeki ${number(files)} dosya kayıt olmadığı için atlandı.`,
    itemReady: (name) => `“${name}” transkripti hazır`,
    onlyOne: (name) => `Aynı anda tek kayıt: yalnızca “${name}” eklendi.`,
    emptyFolder: (name) => `“${name}” klasöründe kayıt yok.`,
    droppedLink: 'Bu bir bağlantı, dosya değil. Önce kaydı bu cihaza kaydedin, sonra oradan seçin.',
    droppedNothing: 'Hiç dosya gelmedi. Önce kaydı bu cihaza kaydedin, sonra oradan seçin.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” boş. Başka bir kayıt seçin.`,
    'file-too-large': ({ name, size, limit }) =>
      `“${name}” çok büyük (${bytes(size)}, sınır: ${bytes(limit)}). Daha küçük bir kayıt seçin.`,
    'file-too-long': ({ name, length, limit }) =>
      `“${name}” çok uzun (${duration(length)}, sınır: ${duration(limit)}). Daha kısa bir kayıt seçin.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `“${name}” bir kayıt olarak tanınamadı.`
          : `“${name}” ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} MP3, M4A veya WAV dosyası seçin.`;
    },
    'm4a-incomplete': ({ name }) =>
      `“${name}” eksik bir M4A dosyası: Bir bölümü yok. Dosyayı kayıt cihazından yeniden kopyalayın veya başka bir kayıt seçin.`,
    'convert-undecodable': ({ name, codec }) =>
      `Bu tarayıcı “${name}”${codec === '' ? '' : ` (${codec})`} dosyasını dönüştüremiyor. Dosyayı başka bir uygulamada MP3, M4A veya WAV olarak kaydedin ve o dosyayı seçin.`,
    'convert-unreadable': ({ name }) =>
      `“${name}” dönüştürülemiyor, çünkü sesi okunamıyor. Dosyanın oynatıldığını kontrol edin veya MP3, M4A ya da WAV dosyası seçin.`,
    'convert-no-space': ({ name }) =>
      `Bu cihazda “${name}” dosyasını dönüştürmek için yeterli boş alan yok. Yer açıp yeniden deneyin veya MP3, M4A ya da WAV dosyası seçin.`,
    'convert-too-long': ({ name }) =>
      `“${name}” dönüştürmek için çok uzun, çünkü bu tarayıcı sayfanın veri kaydetmesine izin vermiyor. Gizli moddan çıkın veya MP3, M4A ya da WAV dosyası seçin.`,
    'convert-unavailable': ({ name }) =>
      `Bu sayfa “${name}” dosyasını dönüştüremiyor. MP3, M4A veya WAV dosyası seçin.`,
    'file-unreadable': () =>
      'Dosya okunamıyor: Taşınmış, değiştirilmiş veya silinmiş. Dosyayı yeniden seçin.',
    'file-not-copied': () =>
      'Bu sayfa dosyayı güvenilir biçimde okuyamıyor ve kopyalamak için yeterli boş alan yok. Önce kaydı bu cihaza kaydedin, sonra oradan seçin.',
    'file-changed-while-uploading': () =>
      'Dosya yükleme sırasında değiştirilmiş, taşınmış veya silinmiş. Dosyayı yeniden seçin. Yüklenen parçalar bir daha gönderilmez.',
    'file-gone': () =>
      'Bu kaydın yükleme süresi doldu ve dosya artık bu sayfada yok. Dosyayı yeniden seçin.',
    'another-file': ({ name, expected }) =>
      `“${name}”, yüklemesi yarım kalan kayıt${expected === null ? '' : ` (“${expected}”)`} değil: İçeriği farklı. O kaydı seçin veya bu kaydı baştan yüklemek için yeniden deneyin.`,
    network: () =>
      'Ağa ulaşılamıyor veya ağ bu sayfayı engelliyor. Bağlantıyı kontrol edip yeniden deneyin.',
    'place-refuses': ({ host }) =>
      `“${host}” adresine ulaşılıyor, ancak bir şey bu sayfanın onu kullanmasına izin vermiyor: oradaki ayarlar, bir tarayıcı uzantısı veya ağınız. Uzantılar olmadan ya da başka bir ağda yeniden deneyin. Bu işe yaramazsa destek ekibine başvurun.`,
    'place-unreachable': ({ host }) =>
      `Bağlantı çalıştığı hâlde “${host}” adresine ulaşılamıyor. Bir güvenlik duvarı, VPN veya tarayıcı uzantısı adresi engelliyor olabilir. Bunları denetleyip yeniden deneyin.`,
    'service-busy': () =>
      'Hizmet yoğun veya kullanılamıyor. Hiçbir şey kaybolmadı. Biraz sonra yeniden deneyin.',
    'response-unreadable': () =>
      'Hizmetin gönderdiği yanıt okunamadı. Yeniden deneyin. Sorun tekrarlanırsa destek ekibine başvurun.',
    'payment-required': () =>
      'Transkript hizmeti bu kaydı kabul etmek için ödeme istiyor. Destek ekibine başvurun, sonra yeniden deneyin.',
    'recording-too-large': () =>
      'Bu kayıt, transkript hizmeti için fazla büyük. Daha küçük bir kayıt seçin.',
    'recording-refused': () =>
      'Transkript hizmeti bu kaydı kabul etmedi. Başka bir kayıt seçin. Sorun çözülmezse destek ekibine başvurun.',
    'result-unreadable': () =>
      'Yazıya dökme tamamlandı, ancak sonuç okunamıyor. Destek ekibine başvurun.',
    'submission-unknown': () =>
      'Yanıt kaybolduğu için yazıya dökmenin başlayıp başlamadığını bilmiyoruz. Yeniden denerseniz kayıt iki kez yazıya dökülebilir ve iki kez ücretlendirilebilir.',
    'key-reused': () =>
      'Bu kayıt, başka ayarlarla veya daha önceki bir yüklemeyle zaten yazıya dökülüyor olabilir. Yeniden denerseniz kayıt iki kez yazıya dökülebilir ve iki kez ücretlendirilebilirsiniz.',
    'token-unavailable': () =>
      'Bu sayfa yükleme izni alamadı. Yeniden oturum açın veya sayfayı yenileyin, sonra tekrar deneyin.',
    'upload-not-allowed': () =>
      'Hizmet bu sayfadan yükleme yapılmasına izin vermiyor. Yeniden oturum açın veya sayfayı yenileyin, sonra tekrar deneyin.',
    'not-signed-in': () =>
      'Oturumunuz açık değil veya bu sayfanın kayıtları yazıya dökme izni yok. Yeniden oturum açın veya sayfayı yenileyin, sonra tekrar deneyin.',
    'another-user': () =>
      'Bu kaydı seçtiğinizden beri başka bir kullanıcı oturum açtı, bu yüzden kayıt yazıya dökülmedi. Şu anda oturumu açık olan kullanıcı olarak yazıya dökmek için kaydı yeniden seçin.',
    'backend-unavailable': () =>
      'Bu sayfada şu anda kayıtlar yazıya dökülemiyor. Daha sonra yeniden deneyin. Sorun tekrarlanırsa destek ekibine başvurun.',
    'backend-refused': () =>
      'Transkript hizmeti bu sayfanın isteğini kabul etmedi. Destek ekibine başvurun.',
    'task-unknown': () => 'Bu transkript yok veya başka birine ait.',
    'task-unavailable': () =>
      'Transkript bulunamadı. Yeniden deneyin. Sorun tekrarlanırsa destek ekibine başvurun.',
    'upload-expired': () =>
      'Bu yüklemenin süresi doldu. Kaydı baştan yüklemek için yeniden deneyin.',
    'upload-not-assembled': () =>
      'Hizmet bu kaydın parçalarını birleştiremedi. Kaydı tekrar yüklemek için yeniden deneyin.',
    'upload-differs': () =>
      'Yüklenen kayıt bu cihazdaki dosyadan farklı. Kaydı tekrar yüklemek için yeniden deneyin.',
    'part-damaged': () =>
      'Kaydın bir parçası aktarılırken birkaç kez bozuldu. Başka bir ağda yeniden deneyin.',
    'storage-rejected': () =>
      'Depolama sunucusu kaydı kabul etmedi. Yeniden deneyin. Sorun tekrarlanırsa destek ekibine başvurun.',
    'storage-set-up': () =>
      'Depolama sunucusu bu yükleme için ayarlanmamış. Destek ekibine başvurun, ardından yeniden deneyin.',
    'storage-clock': () =>
      'Transkript hizmetinin bir saati yanlış olduğu için depolama sunucusu yüklemeyi reddetti. Destek ekibine başvurun, ardından yeniden deneyin.',
    'storage-full': () =>
      'Depolama sunucusu dolu veya bu boyutta bir kaydı kabul etmiyor. Destek ekibine başvurun veya daha sonra yeniden deneyin.',
    'etag-unreadable': () =>
      'Bu sayfa depolama sunucusunun ETag üst bilgisini okuyamadığı için yükleme tamamlanamıyor. Bir tarayıcı uzantısı onu gizliyor olabilir: uzantılar olmadan deneyin. Aksi takdirde sunucu “Access-Control-Expose-Headers: ETag” üst bilgisini göndermelidir.',
    'plan-invalid': () =>
      'Hizmetin gönderdiği yükleme planı bu dosyaya uymuyor. Yeniden deneyin. Sorun tekrarlanırsa destek ekibine başvurun.',
    stopped: () => 'Yazıya dökme durduruldu. Hazır olduğunuzda yeniden deneyin.',
    unexpected: () =>
      'Beklenmeyen bir sorun oluştu. Yeniden deneyin. Sorun tekrarlanırsa destek ekibine başvurun.',
    'no-sound': () => 'Bu kayıtta hiçbir şey duyulmuyor. Yine de yazıya dökülsün mü?',
    'task-failed': ({ again }) =>
      `Hizmet bu kaydı yazıya dökemedi.${again ? ' Kaydın oynatılabildiğini kontrol edip yeniden deneyin.' : ''}`,
    'task-revoked': ({ again }) =>
      `Hizmet yazıya dökmeyi durdurdu.${again ? ' Baştan başlatmak için yeniden deneyin.' : ''}`,
    'signed-out-page': () =>
      'Hizmet yerine bir web sayfası yanıt verdi; büyük olasılıkla oturumunuz kapandı. Yeniden oturum açın veya sayfayı yenileyin, sonra tekrar deneyin.',
    'answered-by-another': () =>
      'Hizmet yerine başka bir şey yanıt veriyor: bu sayfanın çevrimdışı modu, bir şirket ağı veya bir tarayıcı uzantısı.',
    'not-set-up': ({ detail }) => `Bu sayfa kayıtları yazıya dökmek için ayarlanmamış: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Kaydet',
    fileName: 'Kayıt',
    heading: 'Mikrofonla kayıt',
    explain:
      'Tarayıcınız bu sayfanın mikrofonunuzu kullanıp kullanamayacağını soracak. “İzin ver”i seçin.',
    privacy: '“Yazıya dök”ü seçene kadar hiçbir şey gönderilmez.',
    proceed: 'İlerle',
    asking: 'İzniniz bekleniyor…',
    askingHint: 'Tarayıcınız mikrofon için izin istiyor. “İzin ver”i seçin.',
    failed: 'Mikrofon kullanılamıyor',
    problems: {
      insecure:
        'Bu sayfa HTTPS ile sunulmadığı için mikrofonu kullanamıyor. Bunun yerine bir dosya seçin veya destek ekibine başvurun.',
      unsupported: 'Bu tarayıcı kayıt yapamıyor. Başka bir tarayıcı kullanın veya bir dosya seçin.',
      blocked:
        'Mikrofon bu sayfa için engellenmiş. Tarayıcınızın site ayarlarında izin verin, ardından yeniden deneyin.',
      dismissed: 'Mikrofona izin vermediniz. Yeniden deneyin ve “İzin ver”i seçin.',
      embedded:
        'Bu sayfayı içeren sayfa mikrofona izin vermiyor. Bu sayfayı tek başına açın veya destek ekibine başvurun.',
      system:
        'Cihazınız bu tarayıcının mikrofonu kullanmasına izin vermiyor. Cihazınızın gizlilik ayarlarında izin verin, ardından yeniden deneyin.',
      'none-found': 'Mikrofon bulunamadı. Bir mikrofon bağlayın, ardından yeniden deneyin.',
      busy: 'Mikrofon başlatılamıyor. Onu kullanıyor olabilecek diğer uygulamaları kapatın, ardından yeniden deneyin.',
    },
    recording: 'Kaydediliyor',
    elapsed: 'Kayıt süresi',
    device: 'Mikrofon',
    deviceNumber: (n) => `Mikrofon ${number(n)}`,
    silent:
      'Hiç ses gelmiyor. Doğru mikrofonun seçili olduğunu ve sesinin kapalı olmadığını kontrol edin.',
    interrupted: {
      unplugged:
        'Mikrofonun bağlantısı kesildi. Kaydettikleriniz korunuyor. Devam etmek için bir mikrofon bağlayın.',
      permission:
        'Bu sayfa artık mikrofonu kullanamıyor. Kaydettikleriniz korunuyor. Devam etmek için mikrofona izin verin.',
      taken: 'Kayıt, örneğin bir arama nedeniyle kesildi. O ana kadar kaydettikleriniz korunuyor.',
    },
    finish: 'Bitir',
    discard: 'Sil',
    discardQuestion: 'Bu kayıt silinsin mi? Geri getiremezsiniz.',
    keep: 'Sakla',
    saving: 'Kayıt saklanıyor…',
    review: 'Kaydınız',
    reviewHint: 'Göndermeden önce dinleyin.',
    noPlayback: 'Tarayıcınız kaydı burada çalamıyor, ama kayıt yazıya dökülebilir.',
    transcribe: 'Yazıya dök',
    goOn: 'Kayda devam et',
    endedBy: {
      limit: 'Kayıt, burada izin verilen en uzun süreye ulaştığı için durduruldu.',
      storage:
        'Kayıt artık saklanamadığı için durduruldu. Bu cihazda yer açın. Saklanan kısım korunuyor.',
      left: 'Bu kayıt henüz gönderilmedi.',
    },
    unkept: 'Bu sayfayı açık tutun: Tarayıcınız kaydı saklayamıyor.',
    unsent: 'Henüz gönderilmedi:',
    open: 'Dinle ve gönder',
    finished: (time) => `Kayıt bitti: ${time}`,
  }),
};

export default translation;
