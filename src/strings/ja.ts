/** Japanese. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: '別の形式の音声ファイル',
  'protected-audio': 'コピー防止された録音',
  video: '別の形式の動画',
  'silent-video': '音声のない動画',
  picture: '画像',
  document: '文書',
  archive: '圧縮ファイル',
  program: 'プログラム',
  text: 'テキストファイル',
  'no-audio': '録音が含まれていないファイル',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: '録音を文字起こし',
    labelReady: (title) => (title === '' ? '録音の文字起こし' : `「${title}」の文字起こし`),
    drop: '録音ファイルをここにドロップ',
    dropNow: 'ドロップして文字起こし',
    or: 'または',
    choose: 'ファイルを選択',
    otherFiles: 'その他の音声・動画',
    upTo: (amount) => `${amount} まで`,
    offer: {
      interrupted: {
        heading: '未完了の録音：',
        hints: {
          nothing: '',
          permission: 'ファイルをもう一度読み取る許可をブラウザが求めます。',
          recording:
            '同じファイルをもう一度選択してください。アップロード済みの部分は再送されません。',
        },
        sentAgain:
          '同じファイルをもう一度選択してください。アップロードは最初からやり直しになります。',
        accept: 'アップロードを続ける',
        acceptUploaded: '続ける',
        pick: 'ファイルを選択し直す',
        decline: '破棄',
      },
      'in-other-tab': {
        heading: '別のタブで処理中：',
        hints: {
          nothing: 'ここで続けると、別のタブでの処理は停止します。',
          permission:
            'ここで続けると、別のタブでの処理は停止します。ファイルを読み取る許可をブラウザが求めます。',
          recording:
            'ここで続けるには、同じファイルを選択してください。別のタブでの処理は停止します。',
        },
        accept: 'ここで続ける',
        acceptUploaded: 'ここで続ける',
        pick: 'ファイルを選択してここで続ける',
        decline: '後で',
      },
    },
    alreadyUploaded: (percent) => `${percent} アップロード済み`,
    allUploaded: 'すべてアップロード済み',
    anotherRecording: (title, size) =>
      `別のファイルです。「${title}」（${size}）を選択してください。`,
    recordingNeeded:
      'ブラウザがこのファイルを読み取れなくなりました。続けるには、もう一度選択してください。',
    steps: { upload: 'アップロード', transcribe: '文字起こし', read: '閲覧' },
    stepsLabel: '進行状況',
    checking: 'ファイルを確認しています…',
    waiting: 'アップロードできます',
    verifying: 'アップロード済みの部分とファイルを照合しています…',
    planning: 'アップロードを準備しています…',
    uploading: 'アップロード中',
    completing: 'アップロードを完了しています…',
    offline: 'オフラインです',
    retrying: '接続が途切れました',
    troubleHints: {
      offline: 'オンラインに戻るとアップロードが再開します。',
      retrying: '自動的に再試行しています。',
    },
    offlineUploaded: 'オンラインに戻ると、ここに文字起こしが表示されます。',
    partTry: (part, attempt) => `パート ${number(part)}：${number(attempt)} 回目の試行`,
    late: 'この速度では、アップロードが時間切れになり最初からやり直しになる可能性があります。より高速な接続をお使いください。',
    uploadsAgain: '前回のアップロードの期限が切れたため、ファイルを再度アップロードしています。',
    unkept: 'このページを開いたままにしてください。ブラウザに進行状況を保存できません。',
    paused: '一時停止中',
    submitting: '文字起こしを開始しています…',
    transcribing: '文字起こし中',
    taskStatus: {
      PENDING: '順番を待っています',
      RECEIVED: '順番を待っています',
      STARTED: '録音を開いています',
      PROGRESS: '音声を認識しています',
    },
    taskUnknown: '処理中',
    keepOpen: 'しばらく時間がかかることがあります。完了すると、ここに文字起こしが表示されます。',
    uploadProgress: 'アップロードの進行状況',
    amount: (stored, total) => `${stored} / ${total}`,
    partsUploaded: (stored, total) =>
      `${number(stored)} / ${count(total, { other: '# パート' })}をアップロード済み`,
    speed: (amount) => `${amount}/秒`,
    left: (time) => `残り ${time}`,
    start: '開始',
    pause: '一時停止',
    resume: '再開',
    cancel: 'キャンセル',
    retry: '再試行',
    another: '別のファイルを選択',
    chooseAgain: 'ファイルを選択し直す',
    failed: '問題が発生しました',
    failedBecause: {
      'unsupported-format': 'このファイルは使用できません',
      'file-empty': 'このファイルは使用できません',
      'file-too-large': 'このファイルは使用できません',
      'file-too-long': 'このファイルは使用できません',
      'file-changed': 'ファイルが変更されました',
      'token-unavailable': '現在アップロードできません',
      'not-authorized': '現在アップロードできません',
      'plan-invalid': 'アップロードを開始できませんでした',
      'etag-unreadable': 'アップロードに失敗しました',
      'storage-rejected': 'アップロードに失敗しました',
      'upload-expired': 'アップロードの期限が切れました',
      'integrity-mismatch': 'アップロードの内容が一致しません',
      network: '接続に失敗しました',
      'no-sound': '音声なし',
      'task-failed': '文字起こしに失敗しました',
      'task-revoked': '文字起こしがキャンセルされました',
      cancelled: 'キャンセルしました',
    },
    ready: '文字起こしが完了しました',
    readerLoading: '文字起こしを開いています…',
    readerFailed:
      '文字起こしは完了しましたが、表示に必要な部分を読み込めませんでした。接続を確認して、もう一度お試しください。',
    untitled: '文字起こし',
    required: '録音を追加し、文字起こしが始まるまでお待ちください。',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => ({
    untitled: '文字起こし',
    newRecording: '新しい録音を文字起こし',
    summary: ({ speakers, duration, language }) =>
      [
        speakers > 0 ? count(speakers, { other: '話者 # 人' }) : null,
        duration,
        language === null ? null : languageName(language),
      ].filter((fact) => fact !== null),

    player: 'オーディオプレーヤー',
    play: '再生',
    pause: '一時停止',
    back: (by) => count(by, { other: '# 秒戻る' }),
    forward: (by) => count(by, { other: '# 秒進む' }),
    position: '再生位置',
    positionValue: (position, length) => `${spoken(length)}のうち ${spoken(position)}`,
    speed: '再生速度',
    speedValue: (rate) => `${number(rate)}×`,
    volume: '音量',
    volumeValue: percent,
    mute: 'ミュート',
    unmute: 'ミュートを解除',
    muted: 'ミュートしました',
    unmuted: 'ミュートを解除しました',
    sound: '音声',
    skipSilence: '無音部分をスキップ',
    skipSilenceOn: '無音部分をスキップします',
    skipSilenceOff: '無音部分も再生します',
    repeatPlaying: '再生中の行をリピート',
    repeating: (start, end) => `${start}–${end} をリピート中`,
    stopRepeating: 'リピートを停止',
    stop: '停止',
    playingOnly: (start, end) => `${start}–${end} のみ再生中`,
    playOn: '続けて再生',
    more: 'その他',
    views: { paragraphs: '段落', lines: '1 文ごとに改行' },
    noAudio: 'この文字起こしには音声がありません。',
    audioFailed: '音声を再生できません。文字起こしはすべてお読みいただけます。',
    tryAgain: '再試行',
    chooseAudio: '音声ファイルを選択',
    chooseAudioHint: 'ファイルはこのデバイスで再生されるだけで、アップロードされません。',
    seekRefused: 'この音声は別の位置から再生できません。サーバーが先頭からしか送信しないためです。',
    audioMismatch: (by, is) =>
      is === 'longer'
        ? `音声が文字起こしより ${by} 長くなっています。別の録音かもしれません。`
        : `音声が文字起こしより ${by} 短くなっています。別の録音かもしれません。`,

    shortcuts: 'キーボードショートカット',
    shortcutsHint: 'ショートカットを使うには、先にプレーヤーか文字起こしをクリックしてください。',
    characterKeys: '文字、数字、記号をショートカットとして使う',
    closeShortcuts: '閉じる',
    spaceKey: 'スペース',
    shortcut: {
      toggle: '再生または一時停止',
      back: (by) => count(by, { other: '# 秒戻る' }),
      forward: (by) => count(by, { other: '# 秒進む' }),
      previous: '前の行',
      next: '次の行',
      repeat: 'この行のリピートを開始または停止',
      slower: '遅くする',
      faster: '速くする',
      mute: 'ミュートまたは解除',
      skipSilence: '無音部分をスキップまたは再生',
      help: 'キーボードショートカットを表示',
    },

    transcript: '文字起こし',
    skipTranscript: '文字起こしをスキップ',
    endOfTranscript: '文字起こしの終わり',
    unknownSpeaker: '不明な話者',
    numberedSpeaker: (speaker) => `話者 ${speaker}`,
    renameSpeaker: (name) => `${name} の名前を変更`,
    playFrom: (clock) => `${clock} から再生`,
    goTo: (clock) => `${clock} に移動`,
    backTo: (clock) => `${clock} に戻る`,
    notShown:
      '文字起こしを表示できません。後でもう一度お試しいただくか、サポートにお問い合わせください。',
    noSpeech: 'この録音には発話が見つかりませんでした。',

    search: '文字起こしを検索',
    previousHit: '前の検索結果',
    nextHit: '次の検索結果',
    closeSearch: '検索を閉じる',
    hitOf: (hit, total) =>
      `${count(total, { other: '# 件中' })} ${count(hit, { other: '# 件目' })}`,
    shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
    noHits: '見つかりません',

    rowActions: (clock) => `${clock} のオプション`,
    playOnce: 'この行のみ再生',
    repeat: 'この行をリピート',
    copyLink: 'この行へのリンクをコピー',
    copyPassageLink: '選択した部分へのリンクをコピー',
    linkCopied: 'リンクをコピーしました',
    editorFailed: 'この部分を読み込めませんでした。接続を確認して、もう一度お試しください。',
    linkFailed: 'ブラウザによりリンクのコピーが許可されませんでした。',
    correctText: 'テキストを編集',
    changeSpeaker: '話者を変更',
    joinBefore: '前の行とつなげる',
    deleteLine: 'この行を削除',
    startAt: (clock) => `この行の開始を ${clock} にする`,
    text: (clock) => `${clock} のテキスト`,
    save: '保存',
    cancel: 'キャンセル',
    editing: {
      saveNext: '保存して次へ',
      savePrevious: '保存して前へ',
      leave: '閉じて下書きを残す',
      discard: '変更を破棄',
      repeat: 'この段落を繰り返す',
      whileTyping: 'テキストの編集中',
      newSpeaker: '新しい名前',
      fromCaret: 'カーソル以降のみ',
      fromHere: 'ここから別の人が話している',
      draftKept: '下書きを残しました',
      draftAt: (clock) => `${clock} に未保存のテキストがあります`,
      continueDraft: '編集を続ける',
    },
    replacing: {
      open: '置換',
      with: '置換後の文字列',
      one: 'この一致を置換',
      all: 'すべて置換',
      skip: 'スキップ',
      matchCase: '大文字と小文字を区別',
      wholeWords: '単語単位',
      done: (value) => `置換した件数: ${number(value)}`,
      again: (value) => `ほかの ${number(value)} 件も変更しますか？`,
    },
    readingWaveform: (fraction) => `波形を読み込み中: ${percent(fraction)}`,
    speakerName: '名前',
    otherSpeakers: 'ほかの話者',
    applyTo: '適用範囲',
    everywhere: (lines) => count(lines, { other: '文字起こし全体（# 行）' }),
    thisPassage: (lines) => count(lines, { other: 'この発言のみ（# 行）' }),
    thisLine: 'この行のみ',
    mergeWith: (name) => `${name} と統合`,
    mergeHint: (into) => `${into} はすでに存在します。2 人は 1 人の話者に統合されます。`,
    nameHint: '話しているのは誰ですか？',
    nameSpeakers: '名前を付ける',
    dismissHint: '閉じる',
    undo: '元に戻す',
    redo: 'やり直す',
    done: {
      renamed: (from, to) => `${from} の名前を ${to} に変更しました`,
      merged: (from, into) => `${from} と ${into} を 1 人の話者に統合しました`,
      assigned: (name) => `話者を ${name} に変更しました`,
      corrected: 'テキストを保存しました',
      undone: '修正を元に戻しました',
      redone: '修正をやり直しました',
      joined: '行をつなげました',
      deleted: '行を削除しました',
      startsAt: (clock) => `この行の開始を ${clock} にしました`,
    },
    editProblems: {
      'name-empty': '話者には名前が必要です。1 文字以上入力してください。',
      'name-too-long': count(120, { other: '話者の名前は # 文字以内です。短くしてください。' }),
      'name-taken': 'この名前はほかの話者が使っています。2 人を統合してください。',
      'speaker-unknown': 'この話者は文字起こしにもういません。別の話者を選択してください。',
      'segment-unknown': 'この行は文字起こしにありません。別の行を選択してください。',
      'split-misplaced': '行は単語と単語の間でのみ分割できます。別の場所を選択してください。',
    },

    takeAway: 'エクスポート',
    download: 'ダウンロード',
    downloadFormat: {
      txt: 'プレーンテキスト',
      srt: '字幕（SubRip）',
      vtt: '字幕（WebVTT）',
      json: 'データ（JSON）',
      csv: 'スプレッドシート（CSV）',
      md: 'Markdown',
      docx: 'Word 文書',
    },
    exporting: {
      format: '形式',
      names: '話者の名前',
      times: '時刻',
      timesOf: { none: 'なし', turn: '段落ごと', line: '行ごと' },
      speakers: '話者',
      passage: '選択した部分のみ',
      withNames: '名前あり',
      withTimes: '時刻あり',
    },
    downloadStarted: 'ダウンロードを開始しました',
    downloadFailed: 'ファイルを作成できませんでした。接続を確認して、もう一度お試しください。',
    copy: 'コピー',
    copied: '文字起こしをコピーしました',
    copyFailed:
      'ブラウザによりコピーが許可されませんでした。テキストを選択してキーボードでコピーするか、ダウンロードしてください。',
    print: '印刷',
    printFailed:
      'ブラウザにより印刷が許可されませんでした。Word 文書をダウンロードして印刷してください。',
  }),
  intake: ({ number }) => ({
    convert: {
      converting: { video: '動画の音声を使用しています', audio: '録音を変換しています' },
      converted: {
        video: (sizes) => `動画の音声: ${sizes}`,
        audio: (sizes) => `変換した録音: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `このファイルは不完全です。録音は ${time} で終わっています。`,
      progress: '変換の進行状況',
      hint: 'ファイルはこのデバイスで変換されます。このページを開いたままにしてください。',
      track: '音声トラック',
      trackName: (track, language) =>
        `トラック ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'ログアウトしています',
        '別のタブなどでログインし直してください。その後、ここで自動的に続行します。',
      ],
      intercepted: [
        '接続が途切れました',
        'サービスの代わりに、このページのオフラインモード、会社のネットワーク、またはブラウザの拡張機能が応答しています。',
      ],
      merging: ['アップロードを完了しています', 'サービスが録音を結合しています。'],
    },
    transcribeAnyway: 'それでも文字起こしする',
  }),
  queue: ({ number }) => ({
    recordings: '録音',
    drop: '録音ファイルをここにドロップ',
    choose: 'ファイルを選択',
    add: 'ファイルを追加',
    readyOf: (ready, total) => `${number(total)} 件中 ${number(ready)} 件完了`,
    counts: {
      uploading: (items) => `アップロード中 ${number(items)} 件`,
      transcribing: (items) => `文字起こし中 ${number(items)} 件`,
      waiting: (items) => `待機中 ${number(items)} 件`,
      unfinished: (items) => `未完了 ${number(items)} 件`,
      failed: (items) => `失敗 ${number(items)} 件`,
    },
    waiting: '待機中',
    ready: '完了',
    unfinished: '未完了',
    inOtherTab: '別のタブで処理中',
    open: '開く',
    remove: '削除',
    removed: (name) => `「${name}」を削除しました。`,
    undo: '元に戻す',
    back: 'すべての録音',
    chooseAll: '必要なファイルはまとめて選択またはドロップできます。',
    added: (items) => `録音を ${number(items)} 件追加しました`,
    duplicate: (name) => `「${name}」はすでに一覧にあります。`,
    duplicates: (files) => `${number(files)} 件のファイルはすでに一覧にあります。`,
    skipped: (files) =>
      `フォルダー内の録音ではないファイル ${number(files)} 件をスキップしました。`,
    itemReady: (name) => `「${name}」の文字起こしが完了しました`,
    onlyOne: (name) => `一度に処理できる録音は 1 件です。「${name}」だけを追加しました。`,
    emptyFolder: (name) => `フォルダー「${name}」に録音はありません。`,
    droppedLink:
      'これはリンクで、ファイルではありません。まず録音をこのデバイスに保存し、そこから選択してください。',
    droppedNothing:
      'ファイルを受け取れませんでした。まず録音をこのデバイスに保存し、そこから選択してください。',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `「${name}」は空のファイルです。別の録音を選択してください。`,
    'file-too-large': ({ name, size, limit }) =>
      `「${name}」のサイズは ${bytes(size)} です。上限は ${bytes(limit)} です。より小さい録音を選択してください。`,
    'file-too-long': ({ name, length, limit }) =>
      `「${name}」の長さは ${duration(length)}です。上限は ${duration(limit)}です。より短い録音を選択してください。`,
    'unsupported-format': ({ name, found: file }) =>
      `「${name}」は${
        file === null
          ? '認識できる録音ではありません'
          : `${found[file.kind]}${file.format === '' ? '' : `（${file.format}）`}です`
      }。MP3、M4A、WAV のいずれかのファイルを選択してください。`,
    'm4a-incomplete': ({ name }) =>
      `「${name}」は不完全な M4A ファイルです。一部が欠けています。録音機器からもう一度コピーするか、別の録音を選択してください。`,
    'convert-undecodable': ({ name, codec }) =>
      `このブラウザでは「${name}」${codec === '' ? '' : ` (${codec})`}を変換できません。別のアプリで MP3、M4A、WAV のいずれかの形式で保存し、そのファイルを選択してください。`,
    'convert-unreadable': ({ name }) =>
      `「${name}」の音声を読み取れないため、変換できません。再生できるか確認するか、MP3、M4A、WAV のいずれかのファイルを選択してください。`,
    'convert-no-space': ({ name }) =>
      `このデバイスの空き容量が足りないため、「${name}」を変換できません。空き容量を増やしてもう一度お試しいただくか、MP3、M4A、WAV のいずれかのファイルを選択してください。`,
    'convert-too-long': ({ name }) =>
      `このブラウザではページがデータを保存できないため、「${name}」は長すぎて変換できません。プライベートブラウズを終了するか、MP3、M4A、WAV のいずれかのファイルを選択してください。`,
    'convert-unavailable': ({ name }) =>
      `このページでは「${name}」を変換できません。MP3、M4A、WAV のいずれかのファイルを選択してください。`,
    'file-unreadable': () =>
      'ファイルを読み取れません。移動、変更、または削除されています。もう一度選択してください。',
    'file-not-copied': () =>
      'このページはファイルを安定して読み取れず、コピーするための空き容量も足りません。まず録音をこのデバイスに保存し、そこから選択してください。',
    'file-changed-while-uploading': () =>
      'アップロード中にファイルが変更、移動、または削除されました。もう一度選択してください。アップロード済みの部分は再送されません。',
    'file-gone': () =>
      'この録音のアップロードは期限が切れ、このページからファイルを参照できなくなりました。もう一度選択してください。',
    'another-file': ({ name, expected }) =>
      `「${name}」は、アップロードが中断した録音${expected === null ? '' : `（「${expected}」）`}と内容が異なります。中断した録音を選択するか、再試行してこのファイルを最初からアップロードしてください。`,
    network: () =>
      'ネットワークに接続できないか、このページがブロックされています。接続を確認して、もう一度お試しください。',
    'place-refuses': ({ host }) =>
      `「${host}」には接続できますが、何かがこのページからの利用を妨げています。接続先の設定、ブラウザーの拡張機能、またはネットワークが原因の可能性があります。拡張機能を無効にするか、別のネットワークでもう一度お試しください。解決しない場合は、サポートにお問い合わせください。`,
    'place-unreachable': ({ host }) =>
      `接続は機能していますが、「${host}」に接続できません。ファイアウォール、VPN、またはブラウザーの拡張機能がブロックしている可能性があります。確認してから、もう一度お試しください。`,
    'service-busy': () =>
      'サービスが混み合っているか、利用できません。データは失われていません。しばらくしてからもう一度お試しください。',
    'response-unreadable': () =>
      'サービスからの応答を読み取れませんでした。もう一度お試しください。問題が続く場合は、サポートにお問い合わせください。',
    'payment-required': () =>
      'この録音の文字起こしには支払いが必要です。サポートにお問い合わせのうえ、もう一度お試しください。',
    'recording-too-large': () =>
      'この録音は文字起こしサービスの上限を超えています。より小さい録音を選択してください。',
    'recording-refused': () =>
      '文字起こしサービスがこの録音を受け付けませんでした。別の録音を選択してください。解決しない場合は、サポートにお問い合わせください。',
    'result-unreadable': () =>
      '文字起こしは終了しましたが、結果を読み取れません。サポートにお問い合わせください。',
    'submission-unknown': () =>
      '応答を受け取れなかったため、文字起こしが始まったかどうか確認できません。再試行すると、文字起こしと課金が 2 回行われる可能性があります。',
    'key-reused': () =>
      'この録音は、別の設定で、または以前のアップロードから、すでに文字起こしされている可能性があります。再試行すると、文字起こしと課金が 2 回行われる可能性があります。',
    'token-unavailable': () =>
      'アップロードの許可を取得できませんでした。ログインし直すかページを再読み込みして、もう一度お試しください。',
    'upload-not-allowed': () =>
      'このページからのアップロードは許可されていません。ログインし直すかページを再読み込みして、もう一度お試しください。',
    'not-signed-in': () =>
      'ログインしていないか、このページでの文字起こしが許可されていません。ログインし直すかページを再読み込みして、もう一度お試しください。',
    'another-user': () =>
      'この録音を選択した後に別のユーザーがログインしたため、文字起こしは行われませんでした。現在ログインしているユーザーとして文字起こしするには、もう一度選択してください。',
    'backend-unavailable': () =>
      '現在、このページでは文字起こしできません。後でもう一度お試しください。問題が続く場合は、サポートにお問い合わせください。',
    'backend-refused': () =>
      '文字起こしサービスがこのページからのリクエストを受け付けませんでした。サポートにお問い合わせください。',
    'task-unknown': () => 'この文字起こしは存在しないか、ほかのユーザーのものです。',
    'task-unavailable': () =>
      '文字起こしが見つかりませんでした。もう一度お試しください。問題が続く場合は、サポートにお問い合わせください。',
    'upload-expired': () =>
      'アップロードの期限が切れました。再試行して、録音を最初からアップロードしてください。',
    'upload-not-assembled': () =>
      'サービスが録音のパートを結合できませんでした。再試行して、もう一度アップロードしてください。',
    'upload-differs': () =>
      'アップロードされた録音が、このデバイスのファイルと異なります。再試行して、もう一度アップロードしてください。',
    'part-damaged': () =>
      '録音の一部が送信中に何度も破損しました。別のネットワークでもう一度お試しください。',
    'storage-rejected': () =>
      'ストレージサーバーが録音を受け付けませんでした。もう一度お試しください。問題が続く場合は、サポートにお問い合わせください。',
    'storage-set-up': () =>
      'ストレージサーバーがこのアップロード用に設定されていません。サポートにお問い合わせのうえ、もう一度お試しください。',
    'storage-clock': () =>
      '文字起こしサービスの時計がずれているため、ストレージサーバーがアップロードを拒否しました。サポートにお問い合わせのうえ、もう一度お試しください。',
    'storage-full': () =>
      'ストレージサーバーの空き容量がないか、このサイズの録音を受け付けません。サポートにお問い合わせになるか、後でもう一度お試しください。',
    'etag-unreadable': () =>
      'ストレージサーバーの ETag ヘッダーを読み取れないため、アップロードを完了できません。ブラウザーの拡張機能が隠している可能性があります。拡張機能を無効にしてもう一度お試しください。それでも解決しない場合、サーバーは「Access-Control-Expose-Headers: ETag」を送信する必要があります。',
    'plan-invalid': () =>
      'サービスから届いたアップロード計画が、このファイルに合っていません。もう一度お試しください。問題が続く場合は、サポートにお問い合わせください。',
    stopped: () => '文字起こしを停止しました。準備ができたら、もう一度お試しください。',
    unexpected: () =>
      '予期しない問題が発生しました。もう一度お試しください。問題が続く場合は、サポートにお問い合わせください。',
    'no-sound': () => 'この録音からは何も聞こえません。それでも文字起こししますか？',
    'task-failed': ({ again }) =>
      `この録音を文字起こしできませんでした。${again ? '録音が再生できることを確認して、もう一度お試しください。' : ''}`,
    'task-revoked': ({ again }) =>
      `サービスにより文字起こしが停止されました。${again ? '再試行すると、もう一度開始します。' : ''}`,
    'signed-out-page': () =>
      'サービスの代わりにウェブページが返されました。ログアウトした可能性があります。ログインし直すかページを再読み込みして、もう一度お試しください。',
    'answered-by-another': () =>
      'サービスの代わりに、このページのオフラインモード、会社のネットワーク、またはブラウザの拡張機能が応答しています。',
    'not-set-up': ({ detail }) => `このページは文字起こし用に設定されていません：${detail}`,
  }),
  microphone: ({ number }) => ({
    record: '録音する',
    fileName: '録音',
    heading: 'マイクで録音',
    explain:
      'このページでマイクを使用してよいか、ブラウザが確認します。「許可」を選択してください。',
    privacy: '「文字起こし」を選択するまで、何も送信されません。',
    proceed: '次へ',
    asking: '許可を待っています…',
    askingHint: 'ブラウザがマイクの使用許可を求めています。「許可」を選択してください。',
    failed: 'マイクを使用できません',
    problems: {
      insecure:
        'このページは HTTPS で配信されていないため、マイクを使用できません。ファイルを選択するか、サポートにお問い合わせください。',
      unsupported:
        'このブラウザでは録音できません。別のブラウザを使用するか、ファイルを選択してください。',
      blocked:
        'このページではマイクがブロックされています。ブラウザのサイト設定で許可してから、再試行してください。',
      dismissed: 'マイクの使用が許可されませんでした。再試行して「許可」を選択してください。',
      embedded:
        'このページを埋め込んでいるページでマイクが許可されていません。このページを単独で開くか、サポートにお問い合わせください。',
      system:
        'デバイスの設定により、このブラウザではマイクを使用できません。デバイスのプライバシー設定で許可してから、再試行してください。',
      'none-found': 'マイクが見つかりません。マイクを接続してから、再試行してください。',
      busy: 'マイクを開始できません。マイクを使用している可能性がある他のアプリを閉じてから、再試行してください。',
    },
    recording: '録音中',
    elapsed: '録音時間',
    device: 'マイク',
    deviceNumber: (n) => `マイク ${number(n)}`,
    silent:
      '音声が入力されていません。正しいマイクが選択され、ミュートになっていないことを確認してください。',
    interrupted: {
      unplugged:
        'マイクの接続が切れました。録音した内容は保存されています。続けるにはマイクを接続してください。',
      permission:
        'このページではマイクを使用できなくなりました。録音した内容は保存されています。続けるにはマイクを許可してください。',
      taken: '通話などにより録音が中断されました。それまでに録音した内容は保存されています。',
    },
    finish: '完了',
    discard: '破棄',
    discardQuestion: 'この録音を破棄しますか？元に戻すことはできません。',
    keep: '残す',
    saving: '録音を保存しています…',
    review: '録音の確認',
    reviewHint: '送信する前に再生して確認できます。',
    noPlayback: 'このブラウザではここで録音を再生できませんが、文字起こしはできます。',
    transcribe: '文字起こし',
    goOn: '録音を続ける',
    endedBy: {
      limit: '録音できる最大の長さに達したため、録音を停止しました。',
      storage:
        '保存できなくなったため、録音を停止しました。デバイスの空き容量を増やしてください。保存済みの内容は残っています。',
      left: 'この録音はまだ送信されていません。',
    },
    unkept: 'このページを開いたままにしてください。ブラウザに録音を保存できません。',
    unsent: '未送信の録音：',
    open: '再生して送信',
    finished: (time) => `録音が完了しました：${time}`,
  }),
};

export default translation;
