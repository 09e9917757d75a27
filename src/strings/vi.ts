/** Vietnamese. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'tệp âm thanh ở định dạng khác',
  'protected-audio': 'bản ghi âm được bảo vệ chống sao chép',
  video: 'video ở định dạng khác',
  'silent-video': 'video không có âm thanh',
  picture: 'hình ảnh',
  document: 'tài liệu',
  archive: 'tệp nén',
  program: 'chương trình',
  text: 'tệp văn bản',
  'no-audio': 'tệp không chứa bản ghi âm',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Chép lời bản ghi âm',
    labelReady: (title) =>
      title === '' ? 'Bản chép lời của bản ghi âm' : `Bản chép lời của ${title}`,
    drop: 'Kéo bản ghi âm vào đây',
    dropNow: 'Thả để chép lời',
    or: 'hoặc',
    choose: 'Chọn tệp',
    otherFiles: 'tệp âm thanh và video khác',
    upTo: (amount) => `tối đa ${amount}`,
    offer: {
      interrupted: {
        heading: 'Bản ghi âm chưa hoàn tất:',
        hints: {
          nothing: '',
          permission: 'Trình duyệt sẽ xin quyền đọc lại tệp này.',
          recording: 'Hãy chọn lại chính tệp đó. Phần đã tải lên sẽ không phải gửi lại.',
        },
        sentAgain: 'Hãy chọn lại chính tệp đó. Quá trình tải lên sẽ bắt đầu lại từ đầu.',
        accept: 'Tiếp tục tải lên',
        acceptUploaded: 'Tiếp tục',
        pick: 'Chọn lại tệp',
        decline: 'Bỏ',
      },
      'in-other-tab': {
        heading: 'Đang chạy ở thẻ khác:',
        hints: {
          nothing: 'Nếu bạn tiếp tục ở đây, quá trình ở thẻ kia sẽ dừng.',
          permission:
            'Nếu bạn tiếp tục ở đây, quá trình ở thẻ kia sẽ dừng. Trình duyệt sẽ xin quyền đọc tệp.',
          recording:
            'Để tiếp tục ở đây, hãy chọn chính tệp đó. Khi đó, quá trình ở thẻ kia sẽ dừng.',
        },
        accept: 'Tiếp tục ở đây',
        acceptUploaded: 'Tiếp tục ở đây',
        pick: 'Chọn tệp và tiếp tục ở đây',
        decline: 'Để sau',
      },
    },
    alreadyUploaded: (percent) => `đã tải lên ${percent}`,
    allUploaded: 'đã tải lên toàn bộ',
    anotherRecording: (title, size) => `Đó là một tệp khác. Hãy chọn “${title}” (${size}).`,
    recordingNeeded: 'Trình duyệt không còn đọc được tệp này. Hãy chọn lại tệp để tiếp tục.',
    steps: { upload: 'Tải lên', transcribe: 'Chép lời', read: 'Đọc' },
    stepsLabel: 'Tiến trình',
    checking: 'Đang kiểm tra tệp…',
    waiting: 'Sẵn sàng tải lên',
    verifying: 'Đang so sánh tệp với phần đã tải lên…',
    planning: 'Đang chuẩn bị tải lên…',
    uploading: 'Đang tải lên',
    completing: 'Đang hoàn tất tải lên…',
    offline: 'Bạn đang ngoại tuyến',
    retrying: 'Kết nối bị gián đoạn',
    troubleHints: {
      offline: 'Quá trình tải lên sẽ tiếp tục khi có kết nối mạng trở lại.',
      retrying: 'Đang tự động thử lại.',
    },
    offlineUploaded: 'Bản chép lời sẽ xuất hiện tại đây khi có kết nối mạng trở lại.',
    partTry: (part, attempt) => `phần ${number(part)}, lần thử ${number(attempt)}`,
    late: 'Với tốc độ này, quá trình tải lên có thể hết hạn và phải bắt đầu lại. Hãy dùng kết nối nhanh hơn.',
    uploadsAgain: 'Lượt tải lên trước đã hết hạn nên tệp đang được tải lên lại.',
    unkept: 'Hãy giữ trang này mở: trình duyệt không thể lưu tiến trình.',
    paused: 'Đã tạm dừng',
    submitting: 'Đang bắt đầu chép lời…',
    transcribing: 'Đang chép lời',
    taskStatus: {
      PENDING: 'Đang chờ trong hàng đợi',
      RECEIVED: 'Đang chờ trong hàng đợi',
      STARTED: 'Đang mở bản ghi âm',
      PROGRESS: 'Đang nhận dạng lời nói',
    },
    taskUnknown: 'Đang xử lý',
    keepOpen: 'Quá trình này có thể mất một lúc. Bản chép lời sẽ xuất hiện tại đây khi hoàn tất.',
    uploadProgress: 'Tiến trình tải lên',
    amount: (stored, total) => `${stored} / ${total}`,
    partsUploaded: (stored, total) =>
      `đã tải lên ${number(stored)} / ${count(total, { other: '# phần' })}`,
    speed: (amount) => `${amount}/giây`,
    left: (time) => `còn ${time}`,
    start: 'Bắt đầu',
    pause: 'Tạm dừng',
    resume: 'Tiếp tục',
    cancel: 'Hủy',
    retry: 'Thử lại',
    another: 'Chọn tệp khác',
    chooseAgain: 'Chọn lại tệp',
    failed: 'Đã xảy ra lỗi',
    failedBecause: {
      'unsupported-format': 'Không dùng được tệp này',
      'file-empty': 'Không dùng được tệp này',
      'file-too-large': 'Không dùng được tệp này',
      'file-too-long': 'Không dùng được tệp này',
      'file-changed': 'Tệp đã thay đổi',
      'token-unavailable': 'Hiện bạn không thể tải lên',
      'not-authorized': 'Hiện bạn không thể tải lên',
      'plan-invalid': 'Không thể bắt đầu tải lên',
      'etag-unreadable': 'Tải lên không thành công',
      'storage-rejected': 'Tải lên không thành công',
      'upload-expired': 'Lượt tải lên đã hết hạn',
      'integrity-mismatch': 'Nội dung tải lên không khớp',
      network: 'Lỗi kết nối',
      'no-sound': 'Không có âm thanh',
      'task-failed': 'Chép lời không thành công',
      'task-revoked': 'Đã hủy chép lời',
      cancelled: 'Đã hủy',
    },
    ready: 'Bản chép lời đã sẵn sàng',
    readerLoading: 'Đang mở bản chép lời…',
    readerFailed:
      'Bản chép lời đã sẵn sàng, nhưng trang này không tải được phần hiển thị. Hãy kiểm tra kết nối rồi thử lại.',
    untitled: 'Bản chép lời',
    required: 'Hãy thêm bản ghi âm và chờ đến khi bắt đầu chép lời.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => ({
    untitled: 'Bản chép lời',
    newRecording: 'Chép lời bản ghi âm mới',
    summary: ({ speakers, duration, language }) =>
      [
        speakers > 0 ? count(speakers, { other: '# người nói' }) : null,
        duration,
        language === null ? null : languageName(language),
      ].filter((fact) => fact !== null),

    player: 'Trình phát âm thanh',
    play: 'Phát',
    pause: 'Tạm dừng',
    back: (by) => count(by, { other: 'Lùi # giây' }),
    forward: (by) => count(by, { other: 'Tiến # giây' }),
    position: 'Vị trí',
    positionValue: (position, length) => `${spoken(position)} trên tổng số ${spoken(length)}`,
    speed: 'Tốc độ phát',
    speedValue: (rate) => `${number(rate)}×`,
    volume: 'Âm lượng',
    volumeValue: percent,
    mute: 'Tắt tiếng',
    unmute: 'Bật tiếng',
    muted: 'Đã tắt tiếng',
    unmuted: 'Đã bật tiếng',
    sound: 'Âm thanh',
    skipSilence: 'Bỏ qua khoảng lặng',
    skipSilenceOn: 'Bỏ qua khoảng lặng',
    skipSilenceOff: 'Phát cả khoảng lặng',
    repeatPlaying: 'Lặp lại dòng đang phát',
    repeating: (start, end) => `Đang lặp lại ${start}–${end}`,
    stopRepeating: 'Ngừng lặp lại',
    stop: 'Dừng',
    playingOnly: (start, end) => `Chỉ phát ${start}–${end}`,
    playOn: 'Phát tiếp',
    more: 'Thêm',
    views: { paragraphs: 'Đoạn văn', lines: 'Mỗi câu một dòng' },
    noAudio: 'Bản chép lời này không có âm thanh.',
    audioFailed: 'Không phát được âm thanh. Bạn vẫn có thể đọc toàn bộ bản chép lời.',
    tryAgain: 'Thử lại',
    chooseAudio: 'Chọn tệp âm thanh',
    chooseAudioHint: 'Tệp chỉ được phát trên thiết bị này và không được tải lên.',
    seekRefused: 'Không thể phát âm thanh này từ vị trí khác: máy chủ chỉ gửi từ đầu.',
    audioMismatch: (by, is) =>
      is === 'longer'
        ? `Âm thanh dài hơn bản chép lời ${by}. Có thể đây là một bản ghi âm khác.`
        : `Âm thanh ngắn hơn bản chép lời ${by}. Có thể đây là một bản ghi âm khác.`,

    shortcuts: 'Phím tắt',
    shortcutsHint:
      'Để dùng các phím tắt này, trước tiên hãy nhấp vào trình phát hoặc bản chép lời.',
    characterKeys: 'Dùng chữ cái, chữ số và ký hiệu làm phím tắt',
    closeShortcuts: 'Đóng',
    spaceKey: 'Phím cách',
    shortcut: {
      toggle: 'Phát hoặc tạm dừng',
      back: (by) => count(by, { other: 'Lùi # giây' }),
      forward: (by) => count(by, { other: 'Tiến # giây' }),
      previous: 'Dòng trước',
      next: 'Dòng tiếp theo',
      repeat: 'Lặp lại dòng này hoặc ngừng lặp lại',
      slower: 'Chậm hơn',
      faster: 'Nhanh hơn',
      mute: 'Tắt hoặc bật tiếng',
      skipSilence: 'Bỏ qua hoặc phát khoảng lặng',
      help: 'Hiện phím tắt',
    },

    transcript: 'Bản chép lời',
    skipTranscript: 'Bỏ qua bản chép lời',
    endOfTranscript: 'Hết bản chép lời',
    unknownSpeaker: 'Không rõ người nói',
    numberedSpeaker: (speaker) => `Người nói ${speaker}`,
    renameSpeaker: (name) => `Đổi tên ${name}`,
    playFrom: (clock) => `Phát từ ${clock}`,
    goTo: (clock) => `Đi đến ${clock}`,
    backTo: (clock) => `Quay lại ${clock}`,
    notShown: 'Không thể hiển thị bản chép lời. Hãy thử lại sau hoặc liên hệ bộ phận hỗ trợ.',
    noSpeech: 'Không tìm thấy lời nói trong bản ghi âm này.',

    search: 'Tìm trong bản chép lời',
    previousHit: 'Kết quả trước',
    nextHit: 'Kết quả tiếp theo',
    closeSearch: 'Đóng tìm kiếm',
    hitOf: (hit, total) => `Kết quả ${number(hit)} trên ${number(total)}`,
    shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
    noHits: 'Không có kết quả',

    rowActions: (clock) => `Tùy chọn cho ${clock}`,
    playOnce: 'Chỉ phát dòng này',
    repeat: 'Lặp lại dòng này',
    copyLink: 'Sao chép liên kết đến dòng này',
    copyPassageLink: 'Sao chép liên kết đến đoạn đã chọn',
    linkCopied: 'Đã sao chép liên kết',
    editorFailed: 'Không thể tải phần này. Hãy kiểm tra kết nối rồi thử lại.',
    linkFailed: 'Trình duyệt không cho phép sao chép liên kết.',
    correctText: 'Sửa văn bản',
    changeSpeaker: 'Đổi người nói',
    joinBefore: 'Nối với dòng trước',
    deleteLine: 'Xóa dòng này',
    startAt: (clock) => `Cho dòng này bắt đầu lúc ${clock}`,
    text: (clock) => `Văn bản tại ${clock}`,
    save: 'Lưu',
    cancel: 'Hủy',
    editing: {
      saveNext: 'Lưu và tiếp',
      savePrevious: 'Lưu và lùi',
      leave: 'Đóng và giữ bản nháp',
      discard: 'Bỏ thay đổi',
      repeat: 'Lặp lại đoạn này',
      whileTyping: 'Khi sửa văn bản',
      newSpeaker: 'Tên mới',
      fromCaret: 'Chỉ từ con trỏ trở đi',
      fromHere: 'Từ đây là người khác nói',
      draftKept: 'Đã giữ bản nháp',
      draftAt: (clock) => `Văn bản chưa lưu tại ${clock}`,
      continueDraft: 'Tiếp tục sửa',
    },
    replacing: {
      open: 'Thay thế',
      with: 'Thay bằng',
      one: 'Thay kết quả này',
      all: 'Thay tất cả',
      skip: 'Bỏ qua',
      matchCase: 'Phân biệt chữ hoa/thường',
      wholeWords: 'Từ nguyên vẹn',
      done: (value) => `Kết quả đã thay: ${number(value)}`,
      again: (value) => `Đổi thêm ${number(value)} chỗ nữa?`,
    },
    readingWaveform: (fraction) => `Đang tải dạng sóng: ${percent(fraction)}`,
    speakerName: 'Tên',
    otherSpeakers: 'Người nói khác',
    applyTo: 'Áp dụng cho',
    everywhere: (lines) => count(lines, { other: 'Toàn bộ bản chép lời (# dòng)' }),
    thisPassage: (lines) => count(lines, { other: 'Chỉ đoạn này (# dòng)' }),
    thisLine: 'Chỉ dòng này',
    mergeWith: (name) => `Gộp với ${name}`,
    mergeHint: (into) => `Đã có ${into}: cả hai sẽ được gộp thành một người nói.`,
    nameHint: 'Ai đang nói?',
    nameSpeakers: 'Đặt tên',
    dismissHint: 'Đóng',
    undo: 'Hoàn tác',
    redo: 'Làm lại',
    done: {
      renamed: (from, to) => `Đã đổi tên ${from} thành ${to}`,
      merged: (from, into) => `Đã gộp ${from} và ${into} thành một người nói`,
      assigned: (name) => `Đã đổi người nói thành ${name}`,
      corrected: 'Đã lưu văn bản',
      undone: 'Đã hoàn tác chỉnh sửa',
      redone: 'Đã làm lại chỉnh sửa',
      joined: 'Đã nối các dòng',
      deleted: 'Đã xóa dòng',
      startsAt: (clock) => `Dòng này giờ bắt đầu lúc ${clock}`,
    },
    editProblems: {
      'name-empty': 'Người nói cần có tên. Hãy nhập ít nhất một ký tự.',
      'name-too-long': count(120, {
        other: 'Tên người nói chỉ được có tối đa # ký tự. Hãy rút ngắn tên.',
      }),
      'name-taken': 'Đã có người nói khác mang tên này. Hãy gộp hai người làm một.',
      'speaker-unknown': 'Người nói này không còn trong bản chép lời. Hãy chọn người khác.',
      'segment-unknown': 'Bản chép lời không có dòng này. Hãy chọn dòng khác.',
      'split-misplaced': 'Chỉ có thể tách một dòng giữa hai từ của nó. Hãy chọn vị trí khác.',
    },

    takeAway: 'Xuất',
    download: 'Tải xuống',
    downloadFormat: {
      txt: 'Văn bản thuần túy',
      srt: 'Phụ đề (SubRip)',
      vtt: 'Phụ đề (WebVTT)',
      json: 'Dữ liệu (JSON)',
      csv: 'Bảng tính (CSV)',
      md: 'Markdown',
      docx: 'Tài liệu Word',
    },
    exporting: {
      format: 'Định dạng',
      names: 'Tên người nói',
      times: 'Thời gian',
      timesOf: { none: 'Không có', turn: 'Theo đoạn', line: 'Theo dòng' },
      speakers: 'Người nói',
      passage: 'Chỉ đoạn đã chọn',
      withNames: 'có tên',
      withTimes: 'có thời gian',
    },
    downloadStarted: 'Đã bắt đầu tải xuống',
    downloadFailed: 'Không tạo được tệp. Hãy kiểm tra kết nối rồi thử lại.',
    copy: 'Sao chép',
    copied: 'Đã sao chép bản chép lời',
    copyFailed:
      'Trình duyệt không cho phép sao chép. Hãy chọn văn bản rồi sao chép bằng bàn phím, hoặc tải bản chép lời xuống.',
    print: 'In',
    printFailed: 'Trình duyệt không cho phép in. Hãy tải tài liệu Word xuống rồi in.',
  }),
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Đang dùng âm thanh của video', audio: 'Đang chuyển đổi bản ghi âm' },
      converted: {
        video: (sizes) => `Âm thanh của video: ${sizes}`,
        audio: (sizes) => `Bản ghi âm đã chuyển đổi: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Tệp không đầy đủ. Bản ghi kết thúc ở ${time}.`,
      progress: 'Tiến trình chuyển đổi',
      hint: 'Tệp được chuyển đổi trên thiết bị này. Hãy giữ trang này mở.',
      track: 'Rãnh âm thanh',
      trackName: (track, language) =>
        `Rãnh ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Bạn đã bị đăng xuất',
        'Hãy đăng nhập lại, ví dụ trong một thẻ khác. Sau đó công việc ở đây sẽ tự tiếp tục.',
      ],
      intercepted: [
        'Kết nối bị gián đoạn',
        'Có thứ khác trả lời thay cho dịch vụ: chế độ ngoại tuyến của trang này, mạng của công ty hoặc tiện ích mở rộng của trình duyệt.',
      ],
      merging: ['Đang hoàn tất tải lên', 'Dịch vụ đang ghép các phần của bản ghi.'],
    },
    transcribeAnyway: 'Vẫn chép lời',
  }),
  queue: ({ number }) => ({
    recordings: 'Bản ghi âm',
    drop: 'Kéo các bản ghi âm vào đây',
    choose: 'Chọn các tệp',
    add: 'Thêm tệp',
    readyOf: (ready, total) => `${number(ready)}/${number(total)} đã sẵn sàng`,
    counts: {
      uploading: (items) => `${number(items)} đang tải lên`,
      transcribing: (items) => `${number(items)} đang chép lời`,
      waiting: (items) => `${number(items)} đang chờ`,
      unfinished: (items) => `${number(items)} chưa hoàn tất`,
      failed: (items) => `${number(items)} bị lỗi`,
    },
    waiting: 'Đang chờ',
    ready: 'Sẵn sàng',
    unfinished: 'Chưa hoàn tất',
    inOtherTab: 'Đang chạy ở thẻ khác',
    open: 'Mở',
    remove: 'Xóa',
    removed: (name) => `Đã xóa “${name}”.`,
    undo: 'Hoàn tác',
    back: 'Tất cả bản ghi âm',
    chooseAll: 'Bạn có thể chọn hoặc kéo tất cả các tệp còn thiếu vào cùng một lúc.',
    added: (items) => `Đã thêm ${number(items)} bản ghi âm`,
    duplicate: (name) => `“${name}” đã có trong danh sách.`,
    duplicates: (files) => `${number(files)} tệp trong số này đã có trong danh sách.`,
    skipped: (files) => `Đã bỏ qua ${number(files)} tệp trong thư mục không phải là bản ghi âm.`,
    itemReady: (name) => `Bản chép lời của “${name}” đã sẵn sàng`,
    onlyOne: (name) => `Mỗi lần chỉ một bản ghi âm: chỉ “${name}” được thêm.`,
    emptyFolder: (name) => `Không có bản ghi âm nào trong thư mục “${name}”.`,
    droppedLink:
      'Đây là liên kết, không phải tệp. Trước tiên hãy lưu bản ghi âm trên thiết bị này, rồi chọn từ đó.',
    droppedNothing:
      'Không nhận được tệp nào. Trước tiên hãy lưu bản ghi âm trên thiết bị này, rồi chọn từ đó.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” là tệp trống. Hãy chọn bản ghi âm khác.`,
    'file-too-large': ({ name, size, limit }) =>
      `“${name}” có dung lượng ${bytes(size)}. Giới hạn là ${bytes(limit)}. Hãy chọn bản ghi âm nhỏ hơn.`,
    'file-too-long': ({ name, length, limit }) =>
      `“${name}” dài ${duration(length)}. Giới hạn là ${duration(limit)}. Hãy chọn bản ghi âm ngắn hơn.`,
    'unsupported-format': ({ name, found: file }) =>
      `“${name}” ${
        file === null
          ? 'không phải bản ghi âm mà chúng tôi nhận dạng được'
          : `là ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}`
      }. Hãy chọn tệp MP3, M4A hoặc WAV.`,
    'm4a-incomplete': ({ name }) =>
      `“${name}” là tệp M4A không đầy đủ: thiếu một phần. Hãy sao chép lại tệp từ thiết bị ghi âm hoặc chọn bản ghi âm khác.`,
    'convert-undecodable': ({ name, codec }) =>
      `Trình duyệt này không thể chuyển đổi “${name}”${codec === '' ? '' : ` (${codec})`}. Hãy lưu tệp ở định dạng MP3, M4A hoặc WAV bằng ứng dụng khác rồi chọn tệp đó.`,
    'convert-unreadable': ({ name }) =>
      `Không thể chuyển đổi “${name}” vì không đọc được âm thanh. Hãy kiểm tra xem tệp có phát được không, hoặc chọn tệp MP3, M4A hoặc WAV.`,
    'convert-no-space': ({ name }) =>
      `Thiết bị này không đủ dung lượng trống để chuyển đổi “${name}”. Hãy giải phóng dung lượng rồi thử lại, hoặc chọn tệp MP3, M4A hoặc WAV.`,
    'convert-too-long': ({ name }) =>
      `“${name}” quá dài để chuyển đổi, vì trình duyệt này không cho phép trang lưu dữ liệu. Hãy thoát chế độ riêng tư hoặc chọn tệp MP3, M4A hoặc WAV.`,
    'convert-unavailable': ({ name }) =>
      `Trang này không thể chuyển đổi “${name}”. Hãy chọn tệp MP3, M4A hoặc WAV.`,
    'file-unreadable': () =>
      'Không đọc được tệp: tệp đã bị di chuyển, thay đổi hoặc xóa. Hãy chọn lại tệp.',
    'file-not-copied': () =>
      'Trang này không đọc được tệp một cách ổn định và không đủ dung lượng trống để sao chép tệp. Trước tiên hãy lưu bản ghi âm trên thiết bị này, rồi chọn từ đó.',
    'file-changed-while-uploading': () =>
      'Tệp đã bị thay đổi, di chuyển hoặc xóa trong khi tải lên. Hãy chọn lại tệp. Phần đã tải lên sẽ không phải gửi lại.',
    'file-gone': () =>
      'Lượt tải lên của bản ghi âm này đã hết hạn và trang này không còn giữ tệp. Hãy chọn lại tệp.',
    'another-file': ({ name, expected }) =>
      `“${name}” không phải bản ghi âm đang tải lên dở${expected === null ? '' : ` (“${expected}”)`}: nội dung khác nhau. Hãy chọn đúng bản ghi âm đó, hoặc thử lại để tải tệp này lên từ đầu.`,
    network: () =>
      'Không truy cập được mạng hoặc mạng chặn trang này. Hãy kiểm tra kết nối rồi thử lại.',
    'place-refuses': ({ host }) =>
      `Có thể truy cập “${host}”, nhưng có gì đó không cho trang này sử dụng: cài đặt ở đó, một tiện ích của trình duyệt hoặc mạng của bạn. Hãy thử lại khi tắt tiện ích hoặc dùng mạng khác. Nếu vẫn không được, hãy liên hệ bộ phận hỗ trợ.`,
    'place-unreachable': ({ host }) =>
      `Không truy cập được “${host}” dù kết nối vẫn hoạt động. Có thể tường lửa, VPN hoặc một tiện ích của trình duyệt đang chặn. Hãy kiểm tra rồi thử lại.`,
    'service-busy': () =>
      'Dịch vụ đang bận hoặc không hoạt động. Không có gì bị mất. Hãy thử lại sau giây lát.',
    'response-unreadable': () =>
      'Dịch vụ gửi phản hồi không đọc được. Hãy thử lại. Nếu vẫn gặp lỗi, hãy liên hệ bộ phận hỗ trợ.',
    'payment-required': () =>
      'Dịch vụ chép lời yêu cầu thanh toán trước khi nhận bản ghi âm này. Hãy liên hệ bộ phận hỗ trợ rồi thử lại.',
    'recording-too-large': () =>
      'Bản ghi âm này quá lớn đối với dịch vụ chép lời. Hãy chọn bản ghi âm nhỏ hơn.',
    'recording-refused': () =>
      'Dịch vụ chép lời không nhận bản ghi âm này. Hãy chọn bản ghi âm khác. Nếu vẫn không được, hãy liên hệ bộ phận hỗ trợ.',
    'result-unreadable': () =>
      'Quá trình chép lời đã kết thúc nhưng không đọc được kết quả. Hãy liên hệ bộ phận hỗ trợ.',
    'submission-unknown': () =>
      'Chúng tôi không rõ quá trình chép lời đã bắt đầu hay chưa vì không nhận được phản hồi. Nếu thử lại, bản ghi âm có thể được chép lời và tính phí hai lần.',
    'key-reused': () =>
      'Bản ghi này có thể đã được chép lời, với cài đặt khác hoặc từ một lần tải lên trước. Nếu bạn thử lại, bản ghi có thể được chép lời và tính phí hai lần.',
    'token-unavailable': () =>
      'Trang này không lấy được quyền tải lên. Hãy đăng nhập lại hoặc tải lại trang, rồi thử lại.',
    'upload-not-allowed': () =>
      'Dịch vụ không cho phép trang này tải lên. Hãy đăng nhập lại hoặc tải lại trang, rồi thử lại.',
    'not-signed-in': () =>
      'Bạn chưa đăng nhập hoặc trang này không được phép chép lời. Hãy đăng nhập lại hoặc tải lại trang, rồi thử lại.',
    'another-user': () =>
      'Một người dùng khác đã đăng nhập từ khi bạn chọn bản ghi này, nên bản ghi chưa được chép lời. Hãy chọn lại để chép lời với tư cách người dùng đang đăng nhập.',
    'backend-unavailable': () =>
      'Trang này hiện không thể chép lời. Hãy thử lại sau. Nếu vẫn gặp lỗi, hãy liên hệ bộ phận hỗ trợ.',
    'backend-refused': () =>
      'Dịch vụ chép lời không chấp nhận yêu cầu của trang này. Hãy liên hệ bộ phận hỗ trợ.',
    'task-unknown': () => 'Bản chép lời này không tồn tại hoặc thuộc về người khác.',
    'task-unavailable': () =>
      'Không tìm thấy bản chép lời. Hãy thử lại. Nếu vẫn gặp lỗi, hãy liên hệ bộ phận hỗ trợ.',
    'upload-expired': () =>
      'Lượt tải lên này đã hết hạn. Hãy thử lại để tải bản ghi âm lên từ đầu.',
    'upload-not-assembled': () =>
      'Dịch vụ không ghép được các phần của bản ghi âm này. Hãy thử lại để tải lên lần nữa.',
    'upload-differs': () =>
      'Bản ghi âm đã tải lên khác với tệp trên thiết bị này. Hãy thử lại để tải lên lần nữa.',
    'part-damaged': () =>
      'Một phần của bản ghi âm nhiều lần bị hỏng khi truyền. Hãy thử lại bằng mạng khác.',
    'storage-rejected': () =>
      'Máy chủ lưu trữ không nhận bản ghi âm. Hãy thử lại. Nếu vẫn gặp lỗi, hãy liên hệ bộ phận hỗ trợ.',
    'storage-set-up': () =>
      'Máy chủ lưu trữ chưa được thiết lập cho lượt tải lên này. Hãy liên hệ bộ phận hỗ trợ, rồi thử lại.',
    'storage-clock': () =>
      'Máy chủ lưu trữ từ chối lượt tải lên vì đồng hồ của dịch vụ chép lời bị sai. Hãy liên hệ bộ phận hỗ trợ, rồi thử lại.',
    'storage-full': () =>
      'Máy chủ lưu trữ đã đầy hoặc không nhận bản ghi âm lớn như thế này. Hãy liên hệ bộ phận hỗ trợ hoặc thử lại sau.',
    'etag-unreadable': () =>
      'Không thể hoàn tất tải lên vì trang này không đọc được tiêu đề ETag của máy chủ lưu trữ. Có thể một tiện ích trình duyệt đang ẩn tiêu đề này: hãy thử lại khi tắt tiện ích. Nếu không, máy chủ phải gửi “Access-Control-Expose-Headers: ETag”.',
    'plan-invalid': () =>
      'Dịch vụ gửi kế hoạch tải lên không phù hợp với tệp này. Hãy thử lại. Nếu vẫn gặp lỗi, hãy liên hệ bộ phận hỗ trợ.',
    stopped: () => 'Quá trình chép lời đã dừng. Hãy thử lại khi bạn sẵn sàng.',
    unexpected: () =>
      'Đã xảy ra lỗi không mong muốn. Hãy thử lại. Nếu vẫn gặp lỗi, hãy liên hệ bộ phận hỗ trợ.',
    'no-sound': () => 'Chúng tôi không nghe thấy gì trong bản ghi âm này. Bạn vẫn muốn chép lời?',
    'task-failed': ({ again }) =>
      `Dịch vụ không thể chép lời bản ghi âm này.${again ? ' Hãy kiểm tra xem bản ghi âm có phát được không rồi thử lại.' : ''}`,
    'task-revoked': ({ again }) =>
      `Dịch vụ đã dừng quá trình chép lời.${again ? ' Hãy thử lại để bắt đầu lại.' : ''}`,
    'signed-out-page': () =>
      'Một trang web đã trả lời thay cho dịch vụ, có lẽ vì bạn đã bị đăng xuất. Hãy đăng nhập lại hoặc tải lại trang, rồi thử lại.',
    'answered-by-another': () =>
      'Có thứ khác trả lời thay cho dịch vụ: chế độ ngoại tuyến của trang này, mạng của công ty hoặc tiện ích mở rộng của trình duyệt.',
    'not-set-up': ({ detail }) => `Trang này chưa được thiết lập để chép lời: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Ghi âm',
    fileName: 'Bản ghi âm',
    heading: 'Ghi âm bằng micrô',
    explain: 'Trình duyệt sẽ hỏi trang này có được dùng micrô của bạn không. Hãy chọn “Cho phép”.',
    privacy: 'Không có gì được gửi đi cho đến khi bạn chọn “Chép lời”.',
    proceed: 'Tiếp tục',
    asking: 'Đang chờ bạn cho phép…',
    askingHint: 'Trình duyệt đang hỏi về micrô. Hãy chọn “Cho phép”.',
    failed: 'Không dùng được micrô',
    problems: {
      insecure:
        'Trang này không dùng được micrô vì không được tải qua HTTPS. Hãy chọn một tệp hoặc liên hệ bộ phận hỗ trợ.',
      unsupported:
        'Trình duyệt này không ghi âm được. Hãy dùng trình duyệt khác hoặc chọn một tệp.',
      blocked:
        'Micrô bị chặn đối với trang này. Hãy cho phép trong phần cài đặt trang web của trình duyệt rồi thử lại.',
      dismissed: 'Bạn chưa cho phép dùng micrô. Hãy thử lại và chọn “Cho phép”.',
      embedded:
        'Trang chứa trang này không cho phép dùng micrô. Hãy mở riêng trang này hoặc liên hệ bộ phận hỗ trợ.',
      system:
        'Thiết bị không cho trình duyệt này dùng micrô. Hãy cho phép trong phần cài đặt quyền riêng tư của thiết bị rồi thử lại.',
      'none-found': 'Không tìm thấy micrô. Hãy kết nối micrô rồi thử lại.',
      busy: 'Micrô không khởi động được. Hãy đóng các ứng dụng khác có thể đang dùng micrô rồi thử lại.',
    },
    recording: 'Đang ghi âm',
    elapsed: 'Thời gian đã ghi',
    device: 'Micrô',
    deviceNumber: (n) => `Micrô ${number(n)}`,
    silent:
      'Không có âm thanh. Hãy kiểm tra xem đã chọn đúng micrô chưa và micrô có bị tắt tiếng không.',
    interrupted: {
      unplugged:
        'Micrô đã bị ngắt kết nối. Phần đã ghi vẫn được giữ lại. Hãy kết nối micrô để tiếp tục.',
      permission:
        'Trang này không còn được dùng micrô. Phần đã ghi vẫn được giữ lại. Hãy cho phép dùng micrô để tiếp tục.',
      taken:
        'Việc ghi âm bị gián đoạn, chẳng hạn do có cuộc gọi. Phần đã ghi trước đó vẫn được giữ lại.',
    },
    finish: 'Hoàn tất',
    discard: 'Xóa',
    discardQuestion: 'Xóa bản ghi âm này? Bạn sẽ không lấy lại được.',
    keep: 'Giữ lại',
    saving: 'Đang lưu bản ghi âm…',
    review: 'Bản ghi âm của bạn',
    reviewHint: 'Hãy nghe lại trước khi gửi.',
    noPlayback: 'Trình duyệt không phát được bản ghi âm ở đây, nhưng vẫn có thể chép lời.',
    transcribe: 'Chép lời',
    goOn: 'Ghi âm tiếp',
    endedBy: {
      limit: 'Đã dừng ghi âm vì đạt đến thời lượng tối đa được phép ở đây.',
      storage:
        'Đã dừng ghi âm vì không lưu được nữa. Hãy giải phóng dung lượng trên thiết bị này. Phần đã lưu vẫn còn.',
      left: 'Bản ghi âm này chưa được gửi.',
    },
    unkept: 'Hãy giữ trang này mở: trình duyệt không thể lưu bản ghi âm.',
    unsent: 'Chưa gửi:',
    open: 'Nghe và gửi',
    finished: (time) => `Đã ghi âm xong: ${time}`,
  }),
};

export default translation;
