/** Korean. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: '다른 형식의 오디오 파일',
  'protected-audio': '복사 방지된 녹음',
  video: '다른 형식의 동영상',
  'silent-video': '소리가 없는 동영상',
  picture: '이미지',
  document: '문서',
  archive: '압축 파일',
  program: '프로그램',
  text: '텍스트 파일',
  'no-audio': '녹음이 들어 있지 않은 파일',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: '녹음을 텍스트로 변환',
    labelReady: (title) => (title === '' ? '녹음 스크립트' : `‘${title}’ 스크립트`),
    drop: '녹음 파일을 여기로 끌어오세요',
    dropNow: '놓으면 텍스트로 변환됩니다',
    or: '또는',
    choose: '파일 선택',
    otherFiles: '기타 오디오 및 동영상',
    upTo: (amount) => `최대 ${amount}`,
    offer: {
      interrupted: {
        heading: '완료되지 않은 녹음:',
        hints: {
          nothing: '',
          permission: '파일을 다시 읽을 수 있도록 브라우저에서 권한을 요청합니다.',
          recording: '같은 파일을 다시 선택하세요. 이미 업로드된 부분은 다시 전송되지 않습니다.',
        },
        sentAgain: '같은 파일을 다시 선택하세요. 업로드가 처음부터 시작됩니다.',
        accept: '업로드 계속하기',
        acceptUploaded: '계속하기',
        pick: '파일 다시 선택',
        decline: '삭제',
      },
      'in-other-tab': {
        heading: '다른 탭에서 진행 중:',
        hints: {
          nothing: '여기서 계속하면 다른 탭의 작업은 중지됩니다.',
          permission:
            '여기서 계속하면 다른 탭의 작업은 중지됩니다. 파일을 읽을 수 있도록 브라우저에서 권한을 요청합니다.',
          recording: '여기서 계속하려면 같은 파일을 선택하세요. 다른 탭의 작업은 중지됩니다.',
        },
        accept: '여기서 계속하기',
        acceptUploaded: '여기서 계속하기',
        pick: '파일을 선택하고 여기서 계속하기',
        decline: '나중에',
      },
    },
    alreadyUploaded: (percent) => `${percent} 업로드됨`,
    allUploaded: '모두 업로드됨',
    anotherRecording: (title, size) => `다른 파일입니다. ‘${title}’(${size}) 파일을 선택하세요.`,
    recordingNeeded: '브라우저에서 이 파일을 더 이상 읽을 수 없습니다. 계속하려면 다시 선택하세요.',
    steps: { upload: '업로드', transcribe: '변환', read: '읽기' },
    stepsLabel: '진행 상황',
    checking: '파일 확인 중…',
    waiting: '업로드 준비 완료',
    verifying: '업로드된 부분과 파일 비교 중…',
    planning: '업로드 준비 중…',
    uploading: '업로드 중',
    completing: '업로드 마무리 중…',
    offline: '오프라인 상태입니다',
    retrying: '연결이 끊겼습니다',
    troubleHints: {
      offline: '다시 온라인 상태가 되면 업로드가 계속됩니다.',
      retrying: '자동으로 다시 시도하고 있습니다.',
    },
    offlineUploaded: '다시 온라인 상태가 되면 여기에 스크립트가 표시됩니다.',
    partTry: (part, attempt) => `${number(part)}번째 조각, ${number(attempt)}번째 시도`,
    late: '이 속도로는 업로드 시간이 초과되어 처음부터 다시 시작될 수 있습니다. 더 빠른 네트워크를 사용해 보세요.',
    uploadsAgain: '이전 업로드가 만료되어 파일을 다시 업로드하고 있습니다.',
    unkept: '이 페이지를 열어 두세요. 브라우저에 진행 상황을 저장할 수 없습니다.',
    paused: '일시정지됨',
    submitting: '텍스트 변환을 시작하는 중…',
    transcribing: '텍스트로 변환 중',
    taskStatus: {
      PENDING: '순서를 기다리는 중',
      RECEIVED: '순서를 기다리는 중',
      STARTED: '녹음을 여는 중',
      PROGRESS: '음성을 인식하는 중',
    },
    taskUnknown: '진행 중',
    keepOpen: '시간이 걸릴 수 있습니다. 완료되면 여기에 스크립트가 표시됩니다.',
    uploadProgress: '업로드 진행 상황',
    amount: (stored, total) => `${stored}/${total}`,
    partsUploaded: (stored, total) =>
      `${count(total, { other: '조각 #개' })} 중 ${count(stored, { other: '#개' })} 업로드됨`,
    speed: (amount) => `${amount}/초`,
    left: (time) => `${time} 남음`,
    start: '시작',
    pause: '일시정지',
    resume: '계속',
    cancel: '취소',
    retry: '다시 시도',
    another: '다른 파일 선택',
    chooseAgain: '파일 다시 선택',
    failed: '문제가 발생했습니다',
    failedBecause: {
      'unsupported-format': '이 파일은 사용할 수 없습니다',
      'file-empty': '이 파일은 사용할 수 없습니다',
      'file-too-large': '이 파일은 사용할 수 없습니다',
      'file-too-long': '이 파일은 사용할 수 없습니다',
      'file-changed': '파일이 변경되었습니다',
      'token-unavailable': '지금은 업로드할 수 없습니다',
      'not-authorized': '지금은 업로드할 수 없습니다',
      'plan-invalid': '업로드를 시작하지 못했습니다',
      'etag-unreadable': '업로드하지 못했습니다',
      'storage-rejected': '업로드하지 못했습니다',
      'upload-expired': '업로드가 만료되었습니다',
      'integrity-mismatch': '업로드된 내용이 일치하지 않습니다',
      network: '연결하지 못했습니다',
      'no-sound': '소리 없음',
      'task-failed': '텍스트로 변환하지 못했습니다',
      'task-revoked': '텍스트 변환이 취소되었습니다',
      cancelled: '취소됨',
    },
    ready: '스크립트가 준비되었습니다',
    readerLoading: '스크립트를 여는 중…',
    readerFailed:
      '스크립트는 준비되었지만 표시에 필요한 부분을 불러오지 못했습니다. 연결을 확인하고 다시 시도하세요.',
    untitled: '스크립트',
    required: '녹음 파일을 추가하고 텍스트 변환이 시작될 때까지 기다리세요.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => ({
    untitled: '스크립트',
    newRecording: '새 녹음 변환',
    summary: ({ speakers, duration, language }) =>
      [
        speakers > 0 ? count(speakers, { other: '화자 #명' }) : null,
        duration,
        language === null ? null : languageName(language),
      ].filter((fact) => fact !== null),

    player: '오디오 플레이어',
    play: '재생',
    pause: '일시정지',
    back: (by) => count(by, { other: '#초 뒤로' }),
    forward: (by) => count(by, { other: '#초 앞으로' }),
    position: '재생 위치',
    positionValue: (position, length) => `${spoken(length)} 중 ${spoken(position)}`,
    speed: '재생 속도',
    speedValue: (rate) => `${number(rate)}×`,
    volume: '음량',
    volumeValue: percent,
    mute: '음소거',
    unmute: '음소거 해제',
    muted: '음소거됨',
    unmuted: '음소거 해제됨',
    sound: '소리',
    skipSilence: '무음 구간 건너뛰기',
    skipSilenceOn: '무음 구간을 건너뜁니다',
    skipSilenceOff: '무음 구간도 재생합니다',
    repeatPlaying: '재생 중인 줄 반복',
    repeating: (start, end) => `${start}–${end} 반복 중`,
    stopRepeating: '반복 중지',
    stop: '중지',
    playingOnly: (start, end) => `${start}–${end}만 재생 중`,
    playOn: '계속 재생',
    more: '더보기',
    views: { paragraphs: '단락', lines: '문장마다 한 줄' },
    noAudio: '이 스크립트에는 오디오가 없습니다.',
    audioFailed: '오디오를 재생할 수 없습니다. 스크립트는 모두 읽을 수 있습니다.',
    tryAgain: '다시 시도',
    chooseAudio: '오디오 파일 선택',
    chooseAudioHint: '파일은 이 기기에서만 재생되며 업로드되지 않습니다.',
    seekRefused: '이 오디오는 다른 위치에서 시작할 수 없습니다. 서버가 처음부터만 전송합니다.',
    audioMismatch: (by, is) =>
      is === 'longer'
        ? `오디오가 스크립트보다 ${by} 더 깁니다. 다른 녹음일 수 있습니다.`
        : `오디오가 스크립트보다 ${by} 더 짧습니다. 다른 녹음일 수 있습니다.`,

    shortcuts: '키보드 단축키',
    shortcutsHint: '단축키를 사용하려면 먼저 플레이어나 스크립트를 클릭하세요.',
    characterKeys: '글자, 숫자, 기호를 단축키로 사용',
    closeShortcuts: '닫기',
    spaceKey: '스페이스바',
    shortcut: {
      toggle: '재생 또는 일시정지',
      back: (by) => count(by, { other: '#초 뒤로' }),
      forward: (by) => count(by, { other: '#초 앞으로' }),
      previous: '이전 줄',
      next: '다음 줄',
      repeat: '이 줄 반복 또는 반복 중지',
      slower: '느리게',
      faster: '빠르게',
      mute: '음소거 또는 해제',
      skipSilence: '무음 구간 건너뛰기 또는 재생',
      help: '키보드 단축키 보기',
    },

    transcript: '스크립트',
    skipTranscript: '스크립트 건너뛰기',
    endOfTranscript: '스크립트 끝',
    unknownSpeaker: '알 수 없는 화자',
    numberedSpeaker: (speaker) => `화자 ${speaker}`,
    renameSpeaker: (name) => `${name} 이름 변경`,
    playFrom: (clock) => `${clock}부터 재생`,
    goTo: (clock) => `${clock} 위치로 이동`,
    backTo: (clock) => `${clock} 위치로 돌아가기`,
    notShown: '스크립트를 표시할 수 없습니다. 나중에 다시 시도하거나 지원팀에 문의하세요.',
    noSpeech: '이 녹음에서 음성을 찾지 못했습니다.',

    search: '스크립트 검색',
    previousHit: '이전 결과',
    nextHit: '다음 결과',
    closeSearch: '검색 닫기',
    hitOf: (hit, total) =>
      `${count(total, { other: '결과 #개' })} 중 ${count(hit, { other: '#번째' })}`,
    shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
    noHits: '결과 없음',

    rowActions: (clock) => `${clock} 옵션`,
    playOnce: '이 줄만 재생',
    repeat: '이 줄 반복',
    copyLink: '이 줄의 링크 복사',
    copyPassageLink: '선택한 부분의 링크 복사',
    linkCopied: '링크가 복사됨',
    editorFailed: '이 부분을 불러올 수 없습니다. 연결을 확인하고 다시 시도하세요.',
    linkFailed: '브라우저에서 링크 복사를 허용하지 않았습니다.',
    correctText: '텍스트 편집',
    changeSpeaker: '화자 변경',
    joinBefore: '앞줄과 합치기',
    deleteLine: '이 줄 삭제',
    startAt: (clock) => `이 줄을 ${clock}에 시작하기`,
    text: (clock) => `${clock}의 텍스트`,
    save: '저장',
    cancel: '취소',
    editing: {
      saveNext: '저장하고 다음으로',
      savePrevious: '저장하고 이전으로',
      leave: '닫고 초안 유지',
      discard: '변경 사항 취소',
      repeat: '이 단락 반복',
      whileTyping: '텍스트 편집 중',
      newSpeaker: '새 이름',
      fromCaret: '커서 뒤만',
      fromHere: '여기부터 다른 사람이 말함',
      draftKept: '초안을 유지했습니다',
      draftAt: (clock) => `${clock}에 저장하지 않은 텍스트`,
      continueDraft: '계속 편집',
    },
    replacing: {
      open: '바꾸기',
      with: '바꿀 내용',
      one: '이 결과 바꾸기',
      all: '모두 바꾸기',
      skip: '건너뛰기',
      matchCase: '대소문자 구분',
      wholeWords: '단어 단위로',
      done: (value) => `바꾼 결과: ${number(value)}`,
      again: (value) => `${number(value)}개 더 바꿀까요?`,
    },
    readingWaveform: (fraction) => `파형 불러오는 중: ${percent(fraction)}`,
    speakerName: '이름',
    otherSpeakers: '다른 화자',
    applyTo: '적용 범위',
    everywhere: (lines) => count(lines, { other: '전체 스크립트(#줄)' }),
    thisPassage: (lines) => count(lines, { other: '이 발언만(#줄)' }),
    thisLine: '이 줄만',
    mergeWith: (name) => `${name}에 병합`,
    mergeHint: (into) => `‘${into}’ 화자가 이미 있습니다. 두 화자가 하나로 병합됩니다.`,
    nameHint: '누가 말하고 있나요?',
    nameSpeakers: '이름 지정',
    dismissHint: '닫기',
    undo: '실행 취소',
    redo: '다시 실행',
    done: {
      renamed: (from, to) => `이름 변경됨: ${from} → ${to}`,
      merged: (from, into) => `한 화자로 병합됨: ${from}, ${into}`,
      assigned: (name) => `화자 변경됨: ${name}`,
      corrected: '텍스트가 저장됨',
      undone: '수정이 취소됨',
      redone: '수정이 다시 적용됨',
      joined: '줄을 합쳤습니다',
      deleted: '줄을 삭제했습니다',
      startsAt: (clock) => `이 줄이 이제 ${clock}에 시작합니다`,
    },
    editProblems: {
      'name-empty': '화자 이름이 필요합니다. 한 글자 이상 입력하세요.',
      'name-too-long': count(120, {
        other: '화자 이름은 최대 #자까지 입력할 수 있습니다. 이름을 줄이세요.',
      }),
      'name-taken': '다른 화자가 이미 사용 중인 이름입니다. 두 화자를 병합하세요.',
      'speaker-unknown': '이 화자는 더 이상 스크립트에 없습니다. 다른 화자를 선택하세요.',
      'segment-unknown': '스크립트에 없는 줄입니다. 다른 줄을 선택하세요.',
      'split-misplaced': '줄은 두 단어 사이에서만 나눌 수 있습니다. 다른 위치를 선택하세요.',
    },

    takeAway: '내보내기',
    download: '다운로드',
    downloadFormat: {
      txt: '일반 텍스트',
      srt: '자막(SubRip)',
      vtt: '자막(WebVTT)',
      json: '데이터(JSON)',
      csv: '스프레드시트(CSV)',
      md: 'Markdown',
      docx: 'Word 문서',
    },
    exporting: {
      format: '형식',
      names: '화자 이름',
      times: '시간',
      timesOf: { none: '없음', turn: '단락마다', line: '줄마다' },
      speakers: '화자',
      passage: '선택한 부분만',
      withNames: '이름 포함',
      withTimes: '시간 포함',
    },
    downloadStarted: '다운로드가 시작됨',
    downloadFailed: '파일을 만들지 못했습니다. 연결을 확인하고 다시 시도하세요.',
    copy: '복사',
    copied: '스크립트가 복사됨',
    copyFailed:
      '브라우저에서 복사를 허용하지 않았습니다. 텍스트를 선택해 키보드로 복사하거나 다운로드하세요.',
    print: '인쇄',
    printFailed: '브라우저에서 인쇄를 허용하지 않았습니다. Word 문서를 다운로드해 인쇄하세요.',
  }),
  intake: ({ number }) => ({
    convert: {
      converting: { video: '동영상의 소리를 사용하는 중', audio: '녹음을 변환하는 중' },
      converted: {
        video: (sizes) => `동영상의 소리: ${sizes}`,
        audio: (sizes) => `변환된 녹음: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `파일이 완전하지 않습니다. 녹음은 ${time}에 끝납니다.`,
      progress: '변환 진행 상황',
      hint: '파일은 이 기기에서 변환됩니다. 이 페이지를 열어 두세요.',
      track: '오디오 트랙',
      trackName: (track, language) =>
        `트랙 ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        '로그아웃되었습니다',
        '다른 탭 등에서 다시 로그인하세요. 그러면 여기서 자동으로 계속됩니다.',
      ],
      intercepted: [
        '연결이 끊겼습니다',
        '서비스 대신 이 페이지의 오프라인 모드, 회사 네트워크 또는 브라우저 확장 프로그램이 응답하고 있습니다.',
      ],
      merging: ['업로드 마무리 중', '서비스가 녹음을 합치고 있습니다.'],
    },
    transcribeAnyway: '그래도 변환',
  }),
  queue: ({ number }) => ({
    recordings: '녹음',
    drop: '녹음 파일들을 여기로 끌어오세요',
    choose: '파일 선택',
    add: '파일 추가',
    readyOf: (ready, total) => `${number(total)}개 중 ${number(ready)}개 완료`,
    counts: {
      uploading: (items) => `업로드 중 ${number(items)}개`,
      transcribing: (items) => `변환 중 ${number(items)}개`,
      waiting: (items) => `대기 중 ${number(items)}개`,
      unfinished: (items) => `미완료 ${number(items)}개`,
      failed: (items) => `실패 ${number(items)}개`,
    },
    waiting: '대기 중',
    ready: '완료',
    unfinished: '미완료',
    inOtherTab: '다른 탭에서 진행 중',
    open: '열기',
    remove: '제거',
    removed: (name) => `‘${name}’ 파일을 제거했습니다.`,
    undo: '실행 취소',
    back: '모든 녹음',
    chooseAll: '필요한 파일을 한 번에 모두 선택하거나 끌어올 수 있습니다.',
    added: (items) => `녹음 ${number(items)}개 추가됨`,
    duplicate: (name) => `‘${name}’ 파일이 이미 목록에 있습니다.`,
    duplicates: (files) => `파일 ${number(files)}개가 이미 목록에 있습니다.`,
    skipped: (files) => `폴더에서 녹음이 아닌 파일 ${number(files)}개를 건너뛰었습니다.`,
    itemReady: (name) => `‘${name}’ 스크립트가 준비되었습니다`,
    onlyOne: (name) => `한 번에 녹음 하나만 사용할 수 있습니다. ‘${name}’만 추가되었습니다.`,
    emptyFolder: (name) => `‘${name}’ 폴더에 녹음이 없습니다.`,
    droppedLink: '파일이 아니라 링크입니다. 먼저 녹음을 이 기기에 저장한 다음 그곳에서 선택하세요.',
    droppedNothing: '받은 파일이 없습니다. 먼저 녹음을 이 기기에 저장한 다음 그곳에서 선택하세요.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `‘${name}’ 파일이 비어 있습니다. 다른 녹음을 선택하세요.`,
    'file-too-large': ({ name, size, limit }) =>
      `‘${name}’ 파일의 크기는 ${bytes(size)}입니다. 최대 ${bytes(limit)}까지 가능합니다. 더 작은 녹음을 선택하세요.`,
    'file-too-long': ({ name, length, limit }) =>
      `‘${name}’ 파일의 길이는 ${duration(length)}입니다. 최대 ${duration(limit)}까지 가능합니다. 더 짧은 녹음을 선택하세요.`,
    'unsupported-format': ({ name, found: file }) =>
      `‘${name}’ 파일은 ${
        file === null
          ? '인식할 수 있는 녹음이 아닙니다'
          : `${found[file.kind]}${file.format === '' ? '' : `(${file.format})`}입니다`
      }. MP3, M4A 또는 WAV 파일을 선택하세요.`,
    'm4a-incomplete': ({ name }) =>
      `‘${name}’ 파일은 일부가 없는 불완전한 M4A 파일입니다. 녹음 기기에서 다시 복사하거나 다른 녹음을 선택하세요.`,
    'convert-undecodable': ({ name, codec }) =>
      `이 브라우저에서는 ‘${name}’${codec === '' ? '' : ` (${codec})`} 파일을 변환할 수 없습니다. 다른 앱에서 MP3, M4A 또는 WAV로 저장한 다음 그 파일을 선택하세요.`,
    'convert-unreadable': ({ name }) =>
      `‘${name}’ 파일의 소리를 읽을 수 없어 변환할 수 없습니다. 파일이 재생되는지 확인하거나 MP3, M4A 또는 WAV 파일을 선택하세요.`,
    'convert-no-space': ({ name }) =>
      `이 기기에 ‘${name}’ 파일을 변환할 여유 공간이 부족합니다. 공간을 확보하고 다시 시도하거나 MP3, M4A 또는 WAV 파일을 선택하세요.`,
    'convert-too-long': ({ name }) =>
      `이 브라우저에서는 페이지가 데이터를 저장할 수 없어 ‘${name}’ 파일은 너무 길어 변환할 수 없습니다. 비공개 브라우징을 끝내거나 MP3, M4A 또는 WAV 파일을 선택하세요.`,
    'convert-unavailable': ({ name }) =>
      `이 페이지에서는 ‘${name}’ 파일을 변환할 수 없습니다. MP3, M4A 또는 WAV 파일을 선택하세요.`,
    'file-unreadable': () =>
      '파일을 읽을 수 없습니다. 파일이 이동, 변경 또는 삭제되었습니다. 다시 선택하세요.',
    'file-not-copied': () =>
      '이 페이지가 파일을 안정적으로 읽을 수 없고, 복사할 여유 공간도 부족합니다. 먼저 녹음을 이 기기에 저장한 다음 그곳에서 선택하세요.',
    'file-changed-while-uploading': () =>
      '업로드 중에 파일이 변경, 이동 또는 삭제되었습니다. 다시 선택하세요. 이미 업로드된 부분은 다시 전송되지 않습니다.',
    'file-gone': () =>
      '이 녹음의 업로드가 만료되었고 페이지에 파일이 남아 있지 않습니다. 다시 선택하세요.',
    'another-file': ({ name, expected }) =>
      `‘${name}’ 파일은 업로드가 중단된 녹음${expected === null ? '' : `(‘${expected}’)`}과 내용이 다릅니다. 중단된 녹음을 선택하거나, 다시 시도해 이 파일을 처음부터 업로드하세요.`,
    network: () =>
      '네트워크에 연결할 수 없거나 네트워크에서 이 페이지를 차단하고 있습니다. 연결을 확인하고 다시 시도하세요.',
    'place-refuses': ({ host }) =>
      `‘${host}’에 연결할 수는 있지만 무언가가 이 페이지의 사용을 막고 있습니다. 해당 서버의 설정, 브라우저 확장 프로그램 또는 네트워크가 원인일 수 있습니다. 확장 프로그램을 끄거나 다른 네트워크에서 다시 시도하세요. 그래도 해결되지 않으면 지원팀에 문의하세요.`,
    'place-unreachable': ({ host }) =>
      `연결은 작동하지만 ‘${host}’에 연결할 수 없습니다. 방화벽, VPN 또는 브라우저 확장 프로그램이 차단하고 있을 수 있습니다. 확인한 후 다시 시도하세요.`,
    'service-busy': () =>
      '서비스가 혼잡하거나 사용할 수 없는 상태입니다. 손실된 데이터는 없습니다. 잠시 후 다시 시도하세요.',
    'response-unreadable': () =>
      '서비스의 응답을 읽을 수 없습니다. 다시 시도하세요. 문제가 계속되면 지원팀에 문의하세요.',
    'payment-required': () =>
      '이 녹음을 변환하려면 결제가 필요합니다. 지원팀에 문의한 후 다시 시도하세요.',
    'recording-too-large': () =>
      '이 녹음은 변환 서비스에서 처리하기에 너무 큽니다. 더 작은 녹음을 선택하세요.',
    'recording-refused': () =>
      '변환 서비스에서 이 녹음을 받아들이지 않았습니다. 다른 녹음을 선택하세요. 그래도 안 되면 지원팀에 문의하세요.',
    'result-unreadable': () =>
      '텍스트 변환이 끝났지만 결과를 읽을 수 없습니다. 지원팀에 문의하세요.',
    'submission-unknown': () =>
      '응답을 받지 못해 텍스트 변환이 시작되었는지 알 수 없습니다. 다시 시도하면 녹음이 두 번 변환되고 요금도 두 번 청구될 수 있습니다.',
    'key-reused': () =>
      '이 녹음은 다른 설정으로, 또는 이전 업로드에서 이미 변환되고 있을 수 있습니다. 다시 시도하면 녹음이 두 번 변환되고 요금도 두 번 청구될 수 있습니다.',
    'token-unavailable': () =>
      '업로드 권한을 받지 못했습니다. 다시 로그인하거나 페이지를 새로고침한 후 다시 시도하세요.',
    'upload-not-allowed': () =>
      '서비스에서 이 페이지의 업로드를 허용하지 않습니다. 다시 로그인하거나 페이지를 새로고침한 후 다시 시도하세요.',
    'not-signed-in': () =>
      '로그인하지 않았거나 이 페이지에 텍스트 변환 권한이 없습니다. 다시 로그인하거나 페이지를 새로고침한 후 다시 시도하세요.',
    'another-user': () =>
      '이 녹음을 선택한 후 다른 사용자가 로그인했으므로 전사하지 않았습니다. 지금 로그인한 사용자로 전사하려면 다시 선택하세요.',
    'backend-unavailable': () =>
      '지금은 이 페이지에서 텍스트로 변환할 수 없습니다. 나중에 다시 시도하세요. 문제가 계속되면 지원팀에 문의하세요.',
    'backend-refused': () =>
      '변환 서비스에서 이 페이지의 요청을 받아들이지 않았습니다. 지원팀에 문의하세요.',
    'task-unknown': () => '이 변환 작업은 존재하지 않거나 다른 사용자의 작업입니다.',
    'task-unavailable': () =>
      '변환 작업을 찾을 수 없습니다. 다시 시도하세요. 문제가 계속되면 지원팀에 문의하세요.',
    'upload-expired': () => '업로드가 만료되었습니다. 다시 시도하면 녹음을 처음부터 업로드합니다.',
    'upload-not-assembled': () =>
      '서비스에서 녹음 조각을 합치지 못했습니다. 다시 시도하면 녹음을 다시 업로드합니다.',
    'upload-differs': () =>
      '업로드된 녹음이 이 기기의 파일과 다릅니다. 다시 시도하면 녹음을 다시 업로드합니다.',
    'part-damaged': () =>
      '녹음의 일부가 전송 중에 여러 번 손상되었습니다. 다른 네트워크에서 다시 시도하세요.',
    'storage-rejected': () =>
      '저장소 서버에서 녹음을 받아들이지 않았습니다. 다시 시도하세요. 문제가 계속되면 지원팀에 문의하세요.',
    'storage-set-up': () =>
      '저장소 서버가 이 업로드에 맞게 설정되어 있지 않습니다. 지원팀에 문의한 후 다시 시도하세요.',
    'storage-clock': () =>
      '변환 서비스의 시계가 맞지 않아 저장소 서버가 업로드를 거부했습니다. 지원팀에 문의한 후 다시 시도하세요.',
    'storage-full': () =>
      '저장소 서버가 가득 찼거나 이 크기의 녹음을 받지 않습니다. 지원팀에 문의하거나 나중에 다시 시도하세요.',
    'etag-unreadable': () =>
      '이 페이지에서 저장소 서버의 ETag 헤더를 읽을 수 없어 업로드를 완료할 수 없습니다. 브라우저 확장 프로그램이 숨기고 있을 수 있으니 확장 프로그램 없이 다시 시도하세요. 그래도 안 되면 서버에서 ‘Access-Control-Expose-Headers: ETag’를 보내야 합니다.',
    'plan-invalid': () =>
      '서비스에서 보낸 업로드 계획이 이 파일과 맞지 않습니다. 다시 시도하세요. 문제가 계속되면 지원팀에 문의하세요.',
    stopped: () => '텍스트 변환이 중지되었습니다. 준비되면 다시 시도하세요.',
    unexpected: () =>
      '예기치 않은 문제가 발생했습니다. 다시 시도하세요. 문제가 계속되면 지원팀에 문의하세요.',
    'no-sound': () => '이 녹음에서 아무 소리도 들리지 않습니다. 그래도 텍스트로 변환할까요?',
    'task-failed': ({ again }) =>
      `서비스에서 이 녹음을 텍스트로 변환하지 못했습니다.${again ? ' 녹음이 재생되는지 확인한 후 다시 시도하세요.' : ''}`,
    'task-revoked': ({ again }) =>
      `서비스에서 텍스트 변환을 중지했습니다.${again ? ' 다시 시도하면 처음부터 변환합니다.' : ''}`,
    'signed-out-page': () =>
      '서비스 대신 웹페이지가 응답했습니다. 로그아웃되었을 수 있습니다. 다시 로그인하거나 페이지를 새로고침한 후 다시 시도하세요.',
    'answered-by-another': () =>
      '서비스 대신 이 페이지의 오프라인 모드, 회사 네트워크 또는 브라우저 확장 프로그램이 응답하고 있습니다.',
    'not-set-up': ({ detail }) =>
      `이 페이지는 텍스트 변환을 사용하도록 설정되지 않았습니다: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: '녹음하기',
    fileName: '녹음',
    heading: '마이크로 녹음',
    explain: '이 페이지에서 마이크를 사용해도 되는지 브라우저가 묻습니다. ‘허용’을 선택하세요.',
    privacy: '‘텍스트로 변환’을 선택할 때까지 아무것도 전송되지 않습니다.',
    proceed: '다음',
    asking: '권한을 기다리는 중…',
    askingHint: '브라우저에서 마이크 권한을 요청하고 있습니다. ‘허용’을 선택하세요.',
    failed: '마이크를 사용할 수 없습니다',
    problems: {
      insecure:
        '이 페이지는 HTTPS로 제공되지 않아 마이크를 사용할 수 없습니다. 파일을 선택하거나 지원팀에 문의하세요.',
      unsupported:
        '이 브라우저에서는 녹음할 수 없습니다. 다른 브라우저를 사용하거나 파일을 선택하세요.',
      blocked:
        '이 페이지에서 마이크가 차단되어 있습니다. 브라우저의 사이트 설정에서 허용한 후 다시 시도하세요.',
      dismissed: '마이크가 허용되지 않았습니다. 다시 시도하고 ‘허용’을 선택하세요.',
      embedded:
        '이 페이지가 포함된 페이지에서 마이크를 허용하지 않습니다. 이 페이지를 따로 열거나 지원팀에 문의하세요.',
      system:
        '기기에서 이 브라우저의 마이크 사용을 허용하지 않습니다. 기기의 개인정보 보호 설정에서 허용한 후 다시 시도하세요.',
      'none-found': '마이크를 찾을 수 없습니다. 마이크를 연결한 후 다시 시도하세요.',
      busy: '마이크를 시작할 수 없습니다. 마이크를 사용 중일 수 있는 다른 앱을 닫은 후 다시 시도하세요.',
    },
    recording: '녹음 중',
    elapsed: '녹음 시간',
    device: '마이크',
    deviceNumber: (n) => `마이크 ${number(n)}`,
    silent:
      '소리가 들어오지 않습니다. 올바른 마이크가 선택되어 있고 음소거되지 않았는지 확인하세요.',
    interrupted: {
      unplugged:
        '마이크 연결이 끊어졌습니다. 녹음된 내용은 보관됩니다. 계속하려면 마이크를 연결하세요.',
      permission:
        '이 페이지에서 더 이상 마이크를 사용할 수 없습니다. 녹음된 내용은 보관됩니다. 계속하려면 마이크를 허용하세요.',
      taken: '통화 등으로 녹음이 중단되었습니다. 그전까지 녹음된 내용은 보관됩니다.',
    },
    finish: '완료',
    discard: '삭제',
    discardQuestion: '이 녹음을 삭제할까요? 되돌릴 수 없습니다.',
    keep: '유지',
    saving: '녹음 저장 중…',
    review: '내 녹음',
    reviewHint: '보내기 전에 들어 보세요.',
    noPlayback: '브라우저에서 녹음을 재생할 수 없지만, 텍스트로 변환할 수는 있습니다.',
    transcribe: '텍스트로 변환',
    goOn: '이어서 녹음',
    endedBy: {
      limit: '허용된 최대 길이에 도달하여 녹음이 중지되었습니다.',
      storage:
        '더 이상 저장할 수 없어 녹음이 중지되었습니다. 기기의 저장 공간을 확보하세요. 저장된 내용은 보관됩니다.',
      left: '이 녹음은 아직 전송되지 않았습니다.',
    },
    unkept: '이 페이지를 열어 두세요. 브라우저에 녹음을 저장할 수 없습니다.',
    unsent: '아직 전송되지 않음:',
    open: '듣고 보내기',
    finished: (time) => `녹음 완료: ${time}`,
  }),
};

export default translation;
