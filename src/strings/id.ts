/** Indonesian. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'file audio dengan format lain',
  'protected-audio': 'rekaman yang dilindungi dari penyalinan',
  video: 'video dengan format lain',
  'silent-video': 'video tanpa suara',
  picture: 'gambar',
  document: 'dokumen',
  archive: 'file arsip',
  program: 'program',
  text: 'file teks',
  'no-audio': 'file tanpa rekaman di dalamnya',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Transkripsikan rekaman',
    labelReady: (title) => (title === '' ? 'Transkrip rekaman' : `Transkrip ${title}`),
    drop: 'Tarik rekaman ke sini',
    dropNow: 'Lepaskan untuk mentranskripsikan',
    or: 'atau',
    choose: 'Pilih file',
    otherFiles: 'audio dan video lain',
    upTo: (amount) => `maks. ${amount}`,
    offer: {
      interrupted: {
        heading: 'Rekaman yang belum selesai:',
        hints: {
          nothing: '',
          permission: 'Browser akan meminta izin untuk membaca file itu lagi.',
          recording:
            'Pilih lagi file yang sama. Bagian yang sudah diunggah tidak akan dikirim ulang.',
        },
        sentAgain: 'Pilih lagi file yang sama. Unggahan akan dimulai dari awal.',
        accept: 'Lanjutkan unggahan',
        acceptUploaded: 'Lanjutkan',
        pick: 'Pilih file lagi',
        decline: 'Hapus',
      },
      'in-other-tab': {
        heading: 'Sedang berjalan di tab lain:',
        hints: {
          nothing: 'Jika dilanjutkan di sini, proses di tab lain akan berhenti.',
          permission:
            'Jika dilanjutkan di sini, proses di tab lain akan berhenti. Browser akan meminta izin untuk membaca file.',
          recording:
            'Untuk melanjutkan di sini, pilih file yang sama. Proses di tab lain lalu akan berhenti.',
        },
        accept: 'Lanjutkan di sini',
        acceptUploaded: 'Lanjutkan di sini',
        pick: 'Pilih file dan lanjutkan di sini',
        decline: 'Nanti saja',
      },
    },
    alreadyUploaded: (percent) => `${percent} terunggah`,
    allUploaded: 'sudah terunggah semua',
    anotherRecording: (title, size) => `Itu file yang berbeda. Pilih “${title}” (${size}).`,
    recordingNeeded:
      'Browser tidak dapat membaca file ini lagi. Pilih file ini lagi untuk melanjutkan.',
    steps: { upload: 'Unggah', transcribe: 'Transkripsi', read: 'Baca' },
    stepsLabel: 'Progres',
    checking: 'Memeriksa file…',
    waiting: 'Siap diunggah',
    verifying: 'Membandingkan file dengan yang sudah diunggah…',
    planning: 'Menyiapkan unggahan…',
    uploading: 'Mengunggah',
    completing: 'Menyelesaikan unggahan…',
    offline: 'Anda sedang offline',
    retrying: 'Koneksi terputus',
    troubleHints: {
      offline: 'Unggahan akan dilanjutkan saat Anda kembali online.',
      retrying: 'Mencoba lagi secara otomatis.',
    },
    offlineUploaded: 'Transkrip akan muncul di sini saat Anda kembali online.',
    partTry: (part, attempt) => `bagian ${number(part)}, percobaan ke-${number(attempt)}`,
    late: 'Dengan kecepatan ini, waktu unggah bisa habis dan unggahan diulang dari awal. Gunakan koneksi yang lebih cepat.',
    uploadsAgain: 'Unggahan sebelumnya kedaluwarsa, jadi file sedang diunggah ulang.',
    unkept: 'Biarkan halaman ini terbuka: browser tidak dapat menyimpan progres.',
    paused: 'Dijeda',
    submitting: 'Memulai transkripsi…',
    transcribing: 'Mentranskripsikan',
    taskStatus: {
      PENDING: 'Menunggu dalam antrean',
      RECEIVED: 'Menunggu dalam antrean',
      STARTED: 'Membuka rekaman',
      PROGRESS: 'Mengenali ucapan',
    },
    taskUnknown: 'Sedang diproses',
    keepOpen: 'Proses ini mungkin perlu waktu. Transkrip akan muncul di sini setelah siap.',
    uploadProgress: 'Progres unggahan',
    amount: (stored, total) => `${stored} dari ${total}`,
    partsUploaded: (stored, total) =>
      `${number(stored)} dari ${count(total, { other: '# bagian' })} terunggah`,
    speed: (amount) => `${amount}/dtk`,
    left: (time) => `sisa ${time}`,
    start: 'Mulai',
    pause: 'Jeda',
    resume: 'Lanjutkan',
    cancel: 'Batalkan',
    retry: 'Coba lagi',
    another: 'Pilih file lain',
    chooseAgain: 'Pilih file lagi',
    failed: 'Terjadi masalah',
    failedBecause: {
      'unsupported-format': 'File ini tidak dapat digunakan',
      'file-empty': 'File ini tidak dapat digunakan',
      'file-too-large': 'File ini tidak dapat digunakan',
      'file-too-long': 'File ini tidak dapat digunakan',
      'file-changed': 'File telah berubah',
      'token-unavailable': 'Saat ini Anda tidak dapat mengunggah',
      'not-authorized': 'Saat ini Anda tidak dapat mengunggah',
      'plan-invalid': 'Unggahan tidak dapat dimulai',
      'etag-unreadable': 'Unggahan gagal',
      'storage-rejected': 'Unggahan gagal',
      'upload-expired': 'Unggahan kedaluwarsa',
      'integrity-mismatch': 'Unggahan tidak cocok',
      network: 'Koneksi gagal',
      'no-sound': 'Tidak ada suara',
      'task-failed': 'Transkripsi gagal',
      'task-revoked': 'Transkripsi dibatalkan',
      cancelled: 'Dibatalkan',
    },
    ready: 'Transkrip sudah siap',
    readerLoading: 'Membuka transkrip…',
    readerFailed:
      'Transkrip sudah siap, tetapi halaman ini tidak dapat memuat bagian untuk menampilkannya. Periksa koneksi Anda, lalu coba lagi.',
    untitled: 'Transkrip',
    required: 'Tambahkan rekaman dan tunggu hingga transkripsi dimulai.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => ({
    untitled: 'Transkrip',
    newRecording: 'Transkripsikan rekaman baru',
    summary: ({ speakers, duration, language }) =>
      [
        speakers > 0 ? count(speakers, { other: '# pembicara' }) : null,
        duration,
        language === null ? null : languageName(language),
      ].filter((fact) => fact !== null),

    player: 'Pemutar audio',
    play: 'Putar',
    pause: 'Jeda',
    back: (by) => count(by, { other: 'Mundur # detik' }),
    forward: (by) => count(by, { other: 'Maju # detik' }),
    position: 'Posisi',
    positionValue: (position, length) => `${spoken(position)} dari ${spoken(length)}`,
    speed: 'Kecepatan pemutaran',
    speedValue: (rate) => `${number(rate)}×`,
    volume: 'Volume',
    volumeValue: percent,
    mute: 'Bisukan',
    unmute: 'Bunyikan',
    muted: 'Suara nonaktif',
    unmuted: 'Suara aktif',
    sound: 'Suara',
    skipSilence: 'Lewati bagian hening',
    skipSilenceOn: 'Bagian hening dilewati',
    skipSilenceOff: 'Bagian hening diputar',
    repeatPlaying: 'Ulangi baris yang diputar',
    repeating: (start, end) => `Mengulang ${start}–${end}`,
    stopRepeating: 'Berhenti mengulang',
    stop: 'Berhenti',
    playingOnly: (start, end) => `Hanya memutar ${start}–${end}`,
    playOn: 'Putar terus',
    more: 'Lainnya',
    views: { paragraphs: 'Paragraf', lines: 'Satu baris per kalimat' },
    noAudio: 'Tidak ada audio untuk transkrip ini.',
    audioFailed: 'Audio tidak dapat diputar. Anda tetap dapat membaca seluruh transkrip.',
    tryAgain: 'Coba lagi',
    chooseAudio: 'Pilih file audio',
    chooseAudioHint: 'File hanya diputar di perangkat ini dan tidak diunggah.',
    seekRefused:
      'Audio ini tidak dapat dimulai dari posisi lain: servernya hanya mengirimnya dari awal.',
    audioMismatch: (by, is) =>
      is === 'longer'
        ? `Audio ini ${by} lebih panjang daripada transkrip. Mungkin ini rekaman yang berbeda.`
        : `Audio ini ${by} lebih pendek daripada transkrip. Mungkin ini rekaman yang berbeda.`,

    shortcuts: 'Pintasan keyboard',
    shortcutsHint: 'Untuk menggunakan pintasan ini, klik pemutar atau transkrip terlebih dahulu.',
    characterKeys: 'Gunakan huruf, angka, dan simbol sebagai pintasan',
    closeShortcuts: 'Tutup',
    spaceKey: 'Spasi',
    shortcut: {
      toggle: 'Putar atau jeda',
      back: (by) => count(by, { other: 'Mundur # detik' }),
      forward: (by) => count(by, { other: 'Maju # detik' }),
      previous: 'Baris sebelumnya',
      next: 'Baris berikutnya',
      repeat: 'Ulangi baris ini, atau berhenti mengulang',
      slower: 'Lebih lambat',
      faster: 'Lebih cepat',
      mute: 'Bisukan atau bunyikan',
      skipSilence: 'Lewati atau putar bagian hening',
      help: 'Tampilkan pintasan keyboard',
    },

    transcript: 'Transkrip',
    skipTranscript: 'Lewati transkrip',
    endOfTranscript: 'Akhir transkrip',
    unknownSpeaker: 'Pembicara tidak dikenal',
    numberedSpeaker: (speaker) => `Pembicara ${speaker}`,
    renameSpeaker: (name) => `Ganti nama ${name}`,
    playFrom: (clock) => `Putar dari ${clock}`,
    goTo: (clock) => `Buka ${clock}`,
    backTo: (clock) => `Kembali ke ${clock}`,
    notShown: 'Transkrip tidak dapat ditampilkan. Coba lagi nanti, atau hubungi dukungan.',
    noSpeech: 'Tidak ada ucapan yang ditemukan dalam rekaman ini.',

    search: 'Telusuri transkrip',
    previousHit: 'Hasil sebelumnya',
    nextHit: 'Hasil berikutnya',
    closeSearch: 'Tutup penelusuran',
    hitOf: (hit, total) => `Hasil ${number(hit)} dari ${number(total)}`,
    shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
    noHits: 'Tidak ada hasil',

    rowActions: (clock) => `Opsi untuk ${clock}`,
    playOnce: 'Putar baris ini saja',
    repeat: 'Ulangi baris ini',
    copyLink: 'Salin link ke baris ini',
    copyPassageLink: 'Salin tautan ke bagian yang dipilih',
    linkCopied: 'Link disalin',
    editorFailed: 'Bagian ini tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
    linkFailed: 'Browser tidak mengizinkan penyalinan link.',
    correctText: 'Edit teks',
    changeSpeaker: 'Ganti pembicara',
    joinBefore: 'Gabungkan dengan baris sebelumnya',
    deleteLine: 'Hapus baris ini',
    startAt: (clock) => `Mulai baris ini pada ${clock}`,
    text: (clock) => `Teks di ${clock}`,
    save: 'Simpan',
    cancel: 'Batal',
    editing: {
      saveNext: 'Simpan dan lanjut',
      savePrevious: 'Simpan dan kembali',
      leave: 'Tutup dan simpan draf',
      discard: 'Buang perubahan',
      repeat: 'Ulangi paragraf ini',
      whileTyping: 'Saat menyunting teks',
      newSpeaker: 'Nama baru',
      fromCaret: 'Hanya mulai dari kursor',
      fromHere: 'Orang lain berbicara mulai dari sini',
      draftKept: 'Draf disimpan',
      draftAt: (clock) => `Teks belum disimpan di ${clock}`,
      continueDraft: 'Lanjutkan menyunting',
    },
    replacing: {
      open: 'Ganti',
      with: 'Ganti dengan',
      one: 'Ganti hasil ini',
      all: 'Ganti semua',
      skip: 'Lewati',
      matchCase: 'Cocokkan huruf besar/kecil',
      wholeWords: 'Kata utuh',
      done: (value) => `Hasil yang diganti: ${number(value)}`,
      again: (value) => `Ubah ${number(value)} lagi?`,
    },
    readingWaveform: (fraction) => `Memuat bentuk gelombang: ${percent(fraction)}`,
    speakerName: 'Nama',
    otherSpeakers: 'Pembicara lain',
    applyTo: 'Terapkan pada',
    everywhere: (lines) => count(lines, { other: 'Seluruh transkrip (# baris)' }),
    thisPassage: (lines) => count(lines, { other: 'Bagian ini saja (# baris)' }),
    thisLine: 'Baris ini saja',
    mergeWith: (name) => `Gabungkan dengan ${name}`,
    mergeHint: (into) => `${into} sudah ada: keduanya akan menjadi satu pembicara.`,
    nameHint: 'Siapa yang berbicara?',
    nameSpeakers: 'Beri nama',
    dismissHint: 'Tutup',
    undo: 'Urungkan',
    redo: 'Ulangi',
    done: {
      renamed: (from, to) => `${from} kini bernama ${to}`,
      merged: (from, into) => `${from} dan ${into} kini menjadi satu pembicara`,
      assigned: (name) => `Pembicara diganti menjadi ${name}`,
      corrected: 'Teks disimpan',
      undone: 'Koreksi diurungkan',
      redone: 'Koreksi diterapkan lagi',
      joined: 'Baris digabungkan',
      deleted: 'Baris dihapus',
      startsAt: (clock) => `Baris ini sekarang mulai pada ${clock}`,
    },
    editProblems: {
      'name-empty': 'Pembicara harus punya nama. Ketik minimal satu karakter.',
      'name-too-long': count(120, {
        other: 'Nama pembicara maksimal # karakter. Persingkat namanya.',
      }),
      'name-taken': 'Nama ini sudah dipakai pembicara lain. Gabungkan saja keduanya.',
      'speaker-unknown': 'Pembicara ini tidak ada lagi dalam transkrip. Pilih pembicara lain.',
      'segment-unknown': 'Baris ini tidak ada dalam transkrip. Pilih baris lain.',
      'split-misplaced': 'Baris hanya dapat dibagi di antara dua katanya. Pilih tempat lain.',
    },

    takeAway: 'Ekspor',
    download: 'Unduh',
    downloadFormat: {
      txt: 'Teks biasa',
      srt: 'Subtitel (SubRip)',
      vtt: 'Subtitel (WebVTT)',
      json: 'Data (JSON)',
      csv: 'Spreadsheet (CSV)',
      md: 'Markdown',
      docx: 'Dokumen Word',
    },
    exporting: {
      format: 'Format',
      names: 'Nama pembicara',
      times: 'Waktu',
      timesOf: { none: 'Tidak ada', turn: 'Per paragraf', line: 'Per baris' },
      speakers: 'Pembicara',
      passage: 'Hanya bagian yang dipilih',
      withNames: 'dengan nama',
      withTimes: 'dengan waktu',
    },
    downloadStarted: 'Unduhan dimulai',
    downloadFailed: 'File tidak dapat dibuat. Periksa koneksi Anda, lalu coba lagi.',
    copy: 'Salin',
    copied: 'Transkrip disalin',
    copyFailed:
      'Browser tidak mengizinkan penyalinan. Pilih teks dan salin dengan keyboard, atau unduh transkripnya.',
    print: 'Cetak',
    printFailed: 'Browser tidak mengizinkan pencetakan. Unduh dokumen Word, lalu cetak dari sana.',
  }),
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Menggunakan suara dari video Anda', audio: 'Mengonversi rekaman' },
      converted: {
        video: (sizes) => `Suara dari video Anda: ${sizes}`,
        audio: (sizes) => `Rekaman yang dikonversi: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `File tidak lengkap. Rekaman berakhir pada ${time}.`,
      progress: 'Progres konversi',
      hint: 'File dikonversi di perangkat ini. Biarkan halaman ini terbuka.',
      track: 'Trek audio',
      trackName: (track, language) =>
        `Trek ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Anda sudah logout',
        'Login lagi, misalnya di tab lain. Setelah itu pekerjaan di sini berlanjut dengan sendirinya.',
      ],
      intercepted: [
        'Koneksi terputus',
        'Sesuatu menjawab menggantikan layanan: mode offline halaman ini, jaringan perusahaan, atau ekstensi browser.',
      ],
      merging: ['Menyelesaikan unggahan', 'Layanan sedang menyatukan rekaman.'],
    },
    transcribeAnyway: 'Tetap transkripsikan',
  }),
  queue: ({ number }) => ({
    recordings: 'Rekaman',
    drop: 'Tarik rekaman ke sini',
    choose: 'Pilih file',
    add: 'Tambahkan file',
    readyOf: (ready, total) => `${number(ready)} dari ${number(total)} siap`,
    counts: {
      uploading: (items) => `${number(items)} diunggah`,
      transcribing: (items) => `${number(items)} ditranskripsikan`,
      waiting: (items) => `${number(items)} menunggu`,
      unfinished: (items) => `${number(items)} belum selesai`,
      failed: (items) => `${number(items)} gagal`,
    },
    waiting: 'Menunggu',
    ready: 'Siap',
    unfinished: 'Belum selesai',
    inOtherTab: 'Sedang berjalan di tab lain',
    open: 'Buka',
    remove: 'Hapus',
    removed: (name) => `“${name}” telah dihapus.`,
    undo: 'Urungkan',
    back: 'Semua rekaman',
    chooseAll: 'Anda dapat memilih atau menarik semua file yang kurang sekaligus.',
    added: (items) => `${number(items)} rekaman ditambahkan`,
    duplicate: (name) => `“${name}” sudah ada di daftar.`,
    duplicates: (files) => `${number(files)} dari file ini sudah ada di daftar.`,
    skipped: (files) => `${number(files)} file dalam folder bukan rekaman dan dilewati.`,
    itemReady: (name) => `Transkrip “${name}” sudah siap`,
    onlyOne: (name) => `Hanya satu rekaman sekaligus: hanya “${name}” yang ditambahkan.`,
    emptyFolder: (name) => `Tidak ada rekaman di folder “${name}”.`,
    droppedLink:
      'Ini tautan, bukan file. Simpan dulu rekaman di perangkat ini, lalu pilih dari sana.',
    droppedNothing:
      'Tidak ada file yang diterima. Simpan dulu rekaman di perangkat ini, lalu pilih dari sana.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” kosong. Pilih rekaman lain.`,
    'file-too-large': ({ name, size, limit }) =>
      `Ukuran “${name}” ${bytes(size)}. Batasnya ${bytes(limit)}. Pilih rekaman yang lebih kecil.`,
    'file-too-long': ({ name, length, limit }) =>
      `Durasi “${name}” ${duration(length)}. Batasnya ${duration(limit)}. Pilih rekaman yang lebih pendek.`,
    'unsupported-format': ({ name, found: file }) =>
      `“${name}” ${
        file === null
          ? 'bukan rekaman yang kami kenali'
          : `adalah ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}`
      }. Pilih file MP3, M4A, atau WAV.`,
    'm4a-incomplete': ({ name }) =>
      `“${name}” adalah file M4A yang tidak lengkap: sebagian isinya tidak ada. Salin lagi dari perangkat perekam, atau pilih rekaman lain.`,
    'convert-undecodable': ({ name, codec }) =>
      `Browser ini tidak dapat mengonversi “${name}”${codec === '' ? '' : ` (${codec})`}. Simpan file sebagai MP3, M4A, atau WAV di aplikasi lain, lalu pilih file tersebut.`,
    'convert-unreadable': ({ name }) =>
      `“${name}” tidak dapat dikonversi karena suaranya tidak dapat dibaca. Pastikan file dapat diputar, atau pilih file MP3, M4A, atau WAV.`,
    'convert-no-space': ({ name }) =>
      `Ruang kosong di perangkat ini tidak cukup untuk mengonversi “${name}”. Kosongkan ruang lalu coba lagi, atau pilih file MP3, M4A, atau WAV.`,
    'convert-too-long': ({ name }) =>
      `“${name}” terlalu panjang untuk dikonversi karena browser ini tidak mengizinkan halaman menyimpan data. Keluar dari mode penyamaran, atau pilih file MP3, M4A, atau WAV.`,
    'convert-unavailable': ({ name }) =>
      `Halaman ini tidak dapat mengonversi “${name}”. Pilih file MP3, M4A, atau WAV.`,
    'file-unreadable': () =>
      'File tidak dapat dibaca: file sudah dipindahkan, diubah, atau dihapus. Pilih lagi filenya.',
    'file-not-copied': () =>
      'Halaman ini tidak dapat membaca file dengan andal, dan ruang kosong tidak cukup untuk menyalinnya. Simpan dulu rekaman di perangkat ini, lalu pilih dari sana.',
    'file-changed-while-uploading': () =>
      'File diubah, dipindahkan, atau dihapus saat diunggah. Pilih lagi filenya. Bagian yang sudah diunggah tidak akan dikirim ulang.',
    'file-gone': () =>
      'Unggahan rekaman ini sudah kedaluwarsa, dan halaman ini tidak lagi memiliki filenya. Pilih lagi filenya.',
    'another-file': ({ name, expected }) =>
      `“${name}” bukan rekaman yang unggahannya terputus${expected === null ? '' : ` (“${expected}”)`}: isinya berbeda. Pilih rekaman tersebut, atau coba lagi untuk mengunggah yang ini dari awal.`,
    network: () =>
      'Jaringan tidak dapat dijangkau atau memblokir halaman ini. Periksa koneksi, lalu coba lagi.',
    'place-refuses': ({ host }) =>
      `“${host}” dapat dijangkau, tetapi ada yang tidak mengizinkan halaman ini menggunakannya: pengaturannya, ekstensi browser, atau jaringan Anda. Coba lagi tanpa ekstensi atau di jaringan lain. Jika tidak berhasil, hubungi dukungan.`,
    'place-unreachable': ({ host }) =>
      `“${host}” tidak dapat dijangkau, padahal koneksi berfungsi. Mungkin firewall, VPN, atau ekstensi browser memblokirnya. Periksa, lalu coba lagi.`,
    'service-busy': () =>
      'Layanan sedang sibuk atau tidak tersedia. Tidak ada yang hilang. Coba lagi sebentar lagi.',
    'response-unreadable': () =>
      'Layanan mengirim respons yang tidak dapat dibaca. Coba lagi. Jika terjadi lagi, hubungi dukungan.',
    'payment-required': () =>
      'Layanan transkripsi meminta pembayaran sebelum menerima rekaman ini. Hubungi dukungan, lalu coba lagi.',
    'recording-too-large': () =>
      'Rekaman ini terlalu besar untuk layanan transkripsi. Pilih rekaman yang lebih kecil.',
    'recording-refused': () =>
      'Layanan transkripsi tidak menerima rekaman ini. Pilih rekaman lain. Jika tidak membantu, hubungi dukungan.',
    'result-unreadable': () =>
      'Transkripsi sudah selesai, tetapi hasilnya tidak dapat dibaca. Hubungi dukungan.',
    'submission-unknown': () =>
      'Kami tidak tahu apakah transkripsi sudah dimulai karena jawabannya hilang. Jika Anda mencoba lagi, rekaman mungkin ditranskripsikan, dan ditagih, dua kali.',
    'key-reused': () =>
      'Rekaman ini mungkin sudah ditranskripsikan, dengan setelan lain atau dari unggahan sebelumnya. Jika Anda mencoba lagi, rekaman mungkin ditranskripsikan, dan ditagih, dua kali.',
    'token-unavailable': () =>
      'Halaman ini tidak mendapat izin untuk mengunggah. Login lagi atau muat ulang halaman, lalu coba lagi.',
    'upload-not-allowed': () =>
      'Layanan tidak mengizinkan halaman ini mengunggah. Login lagi atau muat ulang halaman, lalu coba lagi.',
    'not-signed-in': () =>
      'Anda belum login, atau halaman ini tidak diizinkan mentranskripsikan. Login lagi atau muat ulang halaman, lalu coba lagi.',
    'another-user': () =>
      'Pengguna lain telah masuk sejak Anda memilih rekaman ini, jadi rekaman ini tidak ditranskripsikan. Pilih lagi untuk mentranskripsikannya sebagai pengguna yang sekarang masuk.',
    'backend-unavailable': () =>
      'Halaman ini tidak dapat mentranskripsikan saat ini. Coba lagi nanti. Jika terjadi lagi, hubungi dukungan.',
    'backend-refused': () =>
      'Layanan transkripsi tidak menerima permintaan halaman ini. Hubungi dukungan.',
    'task-unknown': () => 'Transkripsi ini tidak ada, atau milik orang lain.',
    'task-unavailable': () =>
      'Transkripsi tidak dapat ditemukan. Coba lagi. Jika terjadi lagi, hubungi dukungan.',
    'upload-expired': () =>
      'Unggahan ini sudah kedaluwarsa. Coba lagi untuk mengunggah rekaman dari awal.',
    'upload-not-assembled': () =>
      'Layanan tidak dapat menyatukan bagian-bagian rekaman ini. Coba lagi untuk mengunggahnya ulang.',
    'upload-differs': () =>
      'Rekaman yang diunggah berbeda dari file di perangkat ini. Coba lagi untuk mengunggahnya ulang.',
    'part-damaged': () =>
      'Sebagian rekaman beberapa kali rusak saat dikirim. Coba lagi dengan jaringan lain.',
    'storage-rejected': () =>
      'Server penyimpanan tidak menerima rekaman. Coba lagi. Jika terjadi lagi, hubungi dukungan.',
    'storage-set-up': () =>
      'Server penyimpanan tidak disiapkan untuk unggahan ini. Hubungi dukungan, lalu coba lagi.',
    'storage-clock': () =>
      'Server penyimpanan menolak unggahan karena jam layanan transkripsi salah. Hubungi dukungan, lalu coba lagi.',
    'storage-full': () =>
      'Server penyimpanan penuh atau tidak menerima rekaman sebesar ini. Hubungi dukungan atau coba lagi nanti.',
    'etag-unreadable': () =>
      'Unggahan tidak dapat diselesaikan karena halaman ini tidak dapat membaca header ETag dari server penyimpanan. Mungkin ekstensi browser menyembunyikannya: coba tanpa ekstensi. Jika tidak, server harus mengirim “Access-Control-Expose-Headers: ETag”.',
    'plan-invalid': () =>
      'Layanan mengirim rencana unggahan yang tidak sesuai dengan file ini. Coba lagi. Jika terjadi lagi, hubungi dukungan.',
    stopped: () => 'Transkripsi dihentikan. Coba lagi jika Anda sudah siap.',
    unexpected: () =>
      'Terjadi masalah tak terduga. Coba lagi. Jika terjadi lagi, hubungi dukungan.',
    'no-sound': () => 'Tidak ada yang terdengar dalam rekaman ini. Tetap transkripsikan?',
    'task-failed': ({ again }) =>
      `Layanan tidak dapat mentranskripsikan rekaman ini.${again ? ' Pastikan rekaman dapat diputar, lalu coba lagi.' : ''}`,
    'task-revoked': ({ again }) =>
      `Transkripsi dihentikan oleh layanan.${again ? ' Coba lagi untuk memulainya kembali.' : ''}`,
    'signed-out-page': () =>
      'Sebuah halaman web menjawab menggantikan layanan, mungkin karena Anda sudah logout. Login lagi atau muat ulang halaman, lalu coba lagi.',
    'answered-by-another': () =>
      'Sesuatu menjawab menggantikan layanan: mode offline halaman ini, jaringan perusahaan, atau ekstensi browser.',
    'not-set-up': ({ detail }) => `Halaman ini belum disiapkan untuk transkripsi: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Rekam',
    fileName: 'Rekaman',
    heading: 'Rekam dengan mikrofon',
    explain:
      'Browser akan bertanya apakah halaman ini boleh menggunakan mikrofon. Pilih “Izinkan”.',
    privacy: 'Tidak ada yang dikirim sebelum Anda memilih “Transkripsikan”.',
    proceed: 'Lanjut',
    asking: 'Menunggu izin Anda…',
    askingHint: 'Browser meminta izin mikrofon. Pilih “Izinkan”.',
    failed: 'Mikrofon tidak dapat digunakan',
    problems: {
      insecure:
        'Halaman ini tidak dapat menggunakan mikrofon karena tidak dimuat melalui HTTPS. Pilih file, atau hubungi dukungan.',
      unsupported: 'Browser ini tidak dapat merekam. Gunakan browser lain, atau pilih file.',
      blocked:
        'Mikrofon diblokir untuk halaman ini. Izinkan di setelan situs pada browser, lalu coba lagi.',
      dismissed: 'Anda belum mengizinkan mikrofon. Coba lagi dan pilih “Izinkan”.',
      embedded:
        'Halaman yang memuat halaman ini tidak mengizinkan mikrofon. Buka halaman ini secara terpisah, atau hubungi dukungan.',
      system:
        'Perangkat Anda tidak mengizinkan browser ini menggunakan mikrofon. Izinkan di setelan privasi perangkat, lalu coba lagi.',
      'none-found': 'Mikrofon tidak ditemukan. Hubungkan mikrofon, lalu coba lagi.',
      busy: 'Mikrofon tidak dapat dimulai. Tutup aplikasi lain yang mungkin menggunakannya, lalu coba lagi.',
    },
    recording: 'Merekam',
    elapsed: 'Waktu rekaman',
    device: 'Mikrofon',
    deviceNumber: (n) => `Mikrofon ${number(n)}`,
    silent:
      'Tidak ada suara yang masuk. Periksa apakah mikrofon yang dipilih sudah benar dan tidak dibisukan.',
    interrupted: {
      unplugged:
        'Mikrofon terputus. Hasil rekaman tetap disimpan. Hubungkan mikrofon untuk melanjutkan.',
      permission:
        'Halaman ini tidak lagi boleh menggunakan mikrofon. Hasil rekaman tetap disimpan. Izinkan mikrofon untuk melanjutkan.',
      taken:
        'Perekaman terhenti, misalnya karena panggilan. Hasil rekaman sebelumnya tetap disimpan.',
    },
    finish: 'Selesai',
    discard: 'Hapus',
    discardQuestion: 'Hapus rekaman ini? Rekaman tidak dapat dikembalikan.',
    keep: 'Simpan',
    saving: 'Menyimpan rekaman…',
    review: 'Rekaman Anda',
    reviewHint: 'Dengarkan sebelum mengirimnya.',
    noPlayback:
      'Browser tidak dapat memutar rekaman di sini, tetapi rekaman tetap dapat ditranskripsikan.',
    transcribe: 'Transkripsikan',
    goOn: 'Lanjutkan merekam',
    endedBy: {
      limit: 'Perekaman dihentikan karena mencapai durasi terpanjang yang diizinkan di sini.',
      storage:
        'Perekaman dihentikan karena tidak dapat disimpan lagi. Kosongkan ruang di perangkat ini. Bagian yang tersimpan tetap ada.',
      left: 'Rekaman ini belum dikirim.',
    },
    unkept: 'Biarkan halaman ini terbuka: browser tidak dapat menyimpan rekaman.',
    unsent: 'Belum dikirim:',
    open: 'Dengarkan dan kirim',
    finished: (time) => `Rekaman selesai: ${time}`,
  }),
};

export default translation;
