/** Polish. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'plik audio w innym formacie',
  'protected-audio': 'nagranie zabezpieczone przed kopiowaniem',
  video: 'film w innym formacie',
  'silent-video': 'film bez dźwięku',
  picture: 'obraz',
  document: 'dokument',
  archive: 'archiwum',
  program: 'program',
  text: 'plik tekstowy',
  'no-audio': 'plik, w którym nie ma nagrania',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Transkrypcja nagrania',
    labelReady: (title) => (title === '' ? 'Gotowa transkrypcja' : `Transkrypcja: ${title}`),
    drop: 'Przeciągnij nagranie tutaj',
    dropNow: 'Upuść, aby rozpocząć transkrypcję',
    or: 'lub',
    choose: 'Wybierz plik',
    otherFiles: 'inne pliki audio i wideo',
    upTo: (amount) => `do ${amount}`,
    offer: {
      interrupted: {
        heading: 'Niedokończone:',
        hints: {
          nothing: '',
          permission: 'Przeglądarka ponownie poprosi o zgodę na odczyt pliku.',
          recording:
            'Wybierz ponownie ten sam plik. To, co już zostało przesłane, nie zostanie wysłane jeszcze raz.',
        },
        sentAgain: 'Wybierz ponownie ten sam plik. Przesyłanie zacznie się od początku.',
        accept: 'Kontynuuj przesyłanie',
        acceptUploaded: 'Kontynuuj',
        pick: 'Wybierz plik ponownie',
        decline: 'Odrzuć',
      },
      'in-other-tab': {
        heading: 'W toku na innej karcie:',
        hints: {
          nothing:
            'Jeśli będziesz kontynuować tutaj, przetwarzanie na innej karcie zostanie zatrzymane.',
          permission:
            'Jeśli będziesz kontynuować tutaj, przetwarzanie na innej karcie zostanie zatrzymane. Przeglądarka poprosi o zgodę na odczyt pliku.',
          recording:
            'Aby kontynuować tutaj, wybierz ten sam plik. Przetwarzanie na innej karcie zostanie zatrzymane.',
        },
        accept: 'Kontynuuj tutaj',
        acceptUploaded: 'Kontynuuj tutaj',
        pick: 'Wybierz plik i kontynuuj tutaj',
        decline: 'Nie teraz',
      },
    },
    alreadyUploaded: (percent) => `przesłano ${percent}`,
    allUploaded: 'przesłano w całości',
    anotherRecording: (title, size) => `To inny plik. Wybierz „${title}” (${size}).`,
    recordingNeeded:
      'Przeglądarka nie może już odczytać tego pliku. Aby kontynuować, wybierz go ponownie.',
    steps: { upload: 'Przesyłanie', transcribe: 'Transkrypcja', read: 'Czytanie' },
    stepsLabel: 'Etapy',
    checking: 'Sprawdzanie pliku…',
    waiting: 'Gotowe do przesłania',
    verifying: 'Porównywanie pliku z tym, co już przesłano…',
    planning: 'Przygotowywanie przesyłania…',
    uploading: 'Przesyłanie',
    completing: 'Kończenie przesyłania…',
    offline: 'Jesteś offline',
    retrying: 'Połączenie przerwane',
    troubleHints: {
      offline: 'Przesyłanie zostanie wznowione po przywróceniu połączenia.',
      retrying: 'Trwa automatyczne ponawianie próby.',
    },
    offlineUploaded: 'Transkrypcja pojawi się tutaj po przywróceniu połączenia.',
    partTry: (part, attempt) => `część ${number(part)}, próba ${number(attempt)}`,
    late: 'Przy tej szybkości przesyłanie może nie zdążyć się zakończyć i zacznie się od nowa. Pomoże szybsze połączenie.',
    uploadsAgain: 'Poprzednie przesyłanie wygasło, więc plik jest przesyłany od nowa.',
    unkept: 'Nie zamykaj tej strony: przeglądarka nie może zapisać postępu.',
    paused: 'Wstrzymano',
    submitting: 'Rozpoczynanie transkrypcji…',
    transcribing: 'Trwa transkrypcja',
    taskStatus: {
      PENDING: 'Oczekiwanie w kolejce',
      RECEIVED: 'Oczekiwanie w kolejce',
      STARTED: 'Otwieranie nagrania',
      PROGRESS: 'Rozpoznawanie mowy',
    },
    taskUnknown: 'W toku',
    keepOpen: 'To może chwilę potrwać. Gotowa transkrypcja pojawi się tutaj.',
    uploadProgress: 'Postęp przesyłania',
    amount: (stored, total) => `${stored} z ${total}`,
    partsUploaded: (stored, total) =>
      `przesłano ${number(stored)} z ${count(total, {
        one: '# części',
        few: '# części',
        many: '# części',
        other: '# części',
      })}`,
    speed: (amount) => `${amount}/s`,
    left: (time) => `pozostało ${time}`,
    start: 'Rozpocznij',
    pause: 'Wstrzymaj',
    resume: 'Wznów',
    cancel: 'Anuluj',
    retry: 'Spróbuj ponownie',
    another: 'Wybierz inny plik',
    chooseAgain: 'Wybierz plik ponownie',
    failed: 'Coś poszło nie tak',
    failedBecause: {
      'unsupported-format': 'Nie można użyć tego pliku',
      'file-empty': 'Nie można użyć tego pliku',
      'file-too-large': 'Nie można użyć tego pliku',
      'file-too-long': 'Nie można użyć tego pliku',
      'file-changed': 'Plik się zmienił',
      'token-unavailable': 'Nie można teraz przesłać nagrania',
      'not-authorized': 'Nie można teraz przesłać nagrania',
      'plan-invalid': 'Nie udało się rozpocząć przesyłania',
      'etag-unreadable': 'Nie udało się przesłać nagrania',
      'storage-rejected': 'Nie udało się przesłać nagrania',
      'upload-expired': 'Przesyłanie wygasło',
      'integrity-mismatch': 'Przesłane dane się nie zgadzają',
      network: 'Błąd połączenia',
      'no-sound': 'Brak dźwięku',
      'task-failed': 'Transkrypcja się nie powiodła',
      'task-revoked': 'Transkrypcja została anulowana',
      cancelled: 'Anulowano',
    },
    ready: 'Transkrypcja jest gotowa',
    readerLoading: 'Otwieranie transkrypcji…',
    readerFailed:
      'Transkrypcja jest gotowa, ale ta strona nie mogła wczytać modułu, który ją wyświetla. Sprawdź połączenie i spróbuj ponownie.',
    untitled: 'Nagranie bez nazwy',
    required: 'Dodaj nagranie i poczekaj, aż rozpocznie się transkrypcja.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, {
        one: '# sekundę',
        few: '# sekundy',
        many: '# sekund',
        other: '# sekundy',
      });
    const lines = (value: number): string =>
      count(value, { one: '# zdanie', few: '# zdania', many: '# zdań', other: '# zdania' });
    return {
      untitled: 'Transkrypcja',
      newRecording: 'Nowe nagranie',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, {
                one: '# mówca',
                few: '# mówcy',
                many: '# mówców',
                other: '# mówcy',
              })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Odtwarzacz audio',
      play: 'Odtwórz',
      pause: 'Wstrzymaj',
      back: (by) => `Wstecz o ${seconds(by)}`,
      forward: (by) => `Do przodu o ${seconds(by)}`,
      position: 'Pozycja',
      positionValue: (position, length) => `${spoken(position)}, łącznie ${spoken(length)}`,
      speed: 'Szybkość odtwarzania',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Głośność',
      volumeValue: percent,
      mute: 'Wycisz',
      unmute: 'Wyłącz wyciszenie',
      muted: 'Dźwięk wyłączony',
      unmuted: 'Dźwięk włączony',
      sound: 'Dźwięk',
      skipSilence: 'Pomijaj ciszę',
      skipSilenceOn: 'Cisza jest pomijana',
      skipSilenceOff: 'Cisza nie jest pomijana',
      repeatPlaying: 'Powtarzaj odtwarzane zdanie',
      repeating: (start, end) => `Powtarzanie ${start}–${end}`,
      stopRepeating: 'Zakończ powtarzanie',
      stop: 'Zakończ',
      playingOnly: (start, end) => `Tylko ${start}–${end}`,
      playOn: 'Odtwarzaj dalej',
      more: 'Więcej',
      views: { paragraphs: 'Akapity', lines: 'Każde zdanie osobno' },
      noAudio: 'Do tej transkrypcji nie ma nagrania audio.',
      audioFailed: 'Nie można odtworzyć nagrania. Nadal możesz czytać całą transkrypcję.',
      tryAgain: 'Spróbuj ponownie',
      chooseAudio: 'Wybierz plik audio',
      chooseAudioHint: 'Plik jest odtwarzany tylko na tym urządzeniu. Nie jest nigdzie przesyłany.',
      seekRefused:
        'Tego nagrania nie można odtworzyć od innego miejsca: jego serwer wysyła je tylko od początku.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `Nagranie jest o ${by} dłuższe niż transkrypcja. To może być inne nagranie.`
          : `Nagranie jest o ${by} krótsze niż transkrypcja. To może być inne nagranie.`,

      shortcuts: 'Skróty klawiszowe',
      shortcutsHint: 'Aby skróty działały, najpierw kliknij odtwarzacz lub transkrypcję.',
      characterKeys: 'Używaj liter, cyfr i symboli jako skrótów',
      closeShortcuts: 'Zamknij',
      spaceKey: 'Spacja',
      shortcut: {
        toggle: 'Odtwórz lub wstrzymaj',
        back: (by) => `Wstecz o ${seconds(by)}`,
        forward: (by) => `Do przodu o ${seconds(by)}`,
        previous: 'Poprzednie zdanie',
        next: 'Następne zdanie',
        repeat: 'Powtarzaj to zdanie lub zakończ powtarzanie',
        slower: 'Wolniej',
        faster: 'Szybciej',
        mute: 'Wycisz lub wyłącz wyciszenie',
        skipSilence: 'Pomijaj ciszę lub nie',
        help: 'Pokaż skróty klawiszowe',
      },

      transcript: 'Transkrypcja',
      skipTranscript: 'Pomiń transkrypcję',
      endOfTranscript: 'Koniec transkrypcji',
      unknownSpeaker: 'Nieznany mówca',
      numberedSpeaker: (nth) => `Mówca ${nth}`,
      renameSpeaker: (name) => `Zmień nazwę „${name}”`,
      playFrom: (clock) => `Odtwórz od ${clock}`,
      goTo: (clock) => `Przejdź do ${clock}`,
      backTo: (clock) => `Wróć do ${clock}`,
      notShown:
        'Nie można wyświetlić transkrypcji. Spróbuj ponownie później lub skontaktuj się z pomocą techniczną.',
      noSpeech: 'W tym nagraniu nie wykryto mowy.',

      search: 'Szukaj w transkrypcji',
      previousHit: 'Poprzedni wynik',
      nextHit: 'Następny wynik',
      closeSearch: 'Zamknij wyszukiwanie',
      hitOf: (hit, total) => `Wynik ${number(hit)} z ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Brak wyników',

      rowActions: (clock) => `Opcje dla ${clock}`,
      playOnce: 'Odtwórz tylko to zdanie',
      repeat: 'Powtarzaj to zdanie',
      copyLink: 'Kopiuj link do tego zdania',
      copyPassageLink: 'Kopiuj link do zaznaczonego fragmentu',
      linkCopied: 'Skopiowano link',
      editorFailed: 'Nie udało się wczytać tej części. Sprawdź połączenie i spróbuj ponownie.',
      linkFailed: 'Przeglądarka nie pozwoliła skopiować linku.',
      correctText: 'Edytuj tekst',
      changeSpeaker: 'Zmień mówcę',
      joinBefore: 'Połącz z poprzednim zdaniem',
      deleteLine: 'Usuń to zdanie',
      startAt: (clock) => `Rozpocznij to zdanie w ${clock}`,
      text: (clock) => `Tekst: ${clock}`,
      save: 'Zapisz',
      cancel: 'Anuluj',
      editing: {
        saveNext: 'Zapisz i przejdź dalej',
        savePrevious: 'Zapisz i wróć',
        leave: 'Zamknij i zachowaj szkic',
        discard: 'Odrzuć zmiany',
        repeat: 'Powtarzaj ten akapit',
        whileTyping: 'Podczas edycji tekstu',
        newSpeaker: 'Nowa nazwa',
        fromCaret: 'Tylko od kursora',
        fromHere: 'Odtąd mówi ktoś inny',
        draftKept: 'Szkic zachowany',
        draftAt: (clock) => `Niezapisany tekst: ${clock}`,
        continueDraft: 'Edytuj dalej',
      },
      replacing: {
        open: 'Zamień',
        with: 'Zamień na',
        one: 'Zamień to trafienie',
        all: 'Zamień wszystko',
        skip: 'Pomiń',
        matchCase: 'Uwzględnij wielkość liter',
        wholeWords: 'Całe wyrazy',
        done: (value) => `Zamienione trafienia: ${number(value)}`,
        again: (value) => `Zmienić jeszcze ${number(value)}?`,
      },
      readingWaveform: (fraction) => `Wczytywanie przebiegu fali: ${percent(fraction)}`,
      speakerName: 'Nazwa',
      otherSpeakers: 'Inni mówcy',
      applyTo: 'Zastosuj do',
      everywhere: (changed) => `Całej transkrypcji (${lines(changed)})`,
      thisPassage: (changed) => `Tylko tego fragmentu (${lines(changed)})`,
      thisLine: 'Tylko tego zdania',
      mergeWith: (name) => `Połącz z „${name}”`,
      mergeHint: (into) => `Mówca „${into}” już istnieje. Po połączeniu będzie to jeden mówca.`,
      nameHint: 'Kto mówi?',
      nameSpeakers: 'Nazwij mówców',
      dismissHint: 'Zamknij',
      undo: 'Cofnij',
      redo: 'Ponów',
      done: {
        renamed: (from, to) => `Zmieniono nazwę „${from}” na „${to}”`,
        merged: (from, into) => `„${from}” i „${into}” to teraz jeden mówca`,
        assigned: (name) => `Zmieniono mówcę na „${name}”`,
        corrected: 'Zapisano tekst',
        undone: 'Cofnięto poprawkę',
        redone: 'Przywrócono poprawkę',
        joined: 'Połączono zdania',
        deleted: 'Usunięto zdanie',
        startsAt: (clock) => `To zdanie zaczyna się teraz w ${clock}`,
      },
      editProblems: {
        'name-empty': 'Mówca musi mieć nazwę. Wpisz co najmniej jeden znak.',
        'name-too-long': `Nazwa mówcy może mieć najwyżej ${number(120)} znaków. Skróć ją.`,
        'name-taken': 'Inny mówca ma już tę nazwę. Połącz tych mówców.',
        'speaker-unknown': 'Tego mówcy nie ma już w transkrypcji. Wybierz innego.',
        'segment-unknown': 'W transkrypcji nie ma takiego zdania. Wybierz inne.',
        'split-misplaced':
          'Zdanie można podzielić tylko między dwoma wyrazami. Wybierz inne miejsce.',
      },

      takeAway: 'Eksportuj',
      download: 'Pobierz',
      downloadFormat: {
        txt: 'Zwykły tekst',
        srt: 'Napisy (SubRip)',
        vtt: 'Napisy (WebVTT)',
        json: 'Dane (JSON)',
        csv: 'Arkusz kalkulacyjny (CSV)',
        md: 'Markdown',
        docx: 'Dokument Word',
      },
      exporting: {
        format: 'Format',
        names: 'Nazwy mówców',
        times: 'Czasy',
        timesOf: { none: 'Brak', turn: 'Na akapit', line: 'Na zdanie' },
        speakers: 'Mówcy',
        passage: 'Tylko zaznaczony fragment',
        withNames: 'z nazwami mówców',
        withTimes: 'z czasami',
      },
      downloadStarted: 'Rozpoczęto pobieranie',
      downloadFailed: 'Nie udało się utworzyć pliku. Sprawdź połączenie i spróbuj ponownie.',
      copy: 'Kopiuj',
      copied: 'Skopiowano transkrypcję',
      copyFailed:
        'Przeglądarka nie pozwoliła na kopiowanie. Zaznacz tekst i skopiuj go za pomocą klawiatury lub pobierz plik.',
      print: 'Drukuj',
      printFailed: 'Przeglądarka nie pozwoliła na drukowanie. Pobierz dokument Word i wydrukuj go.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Używamy dźwięku z Twojego filmu', audio: 'Konwertowanie nagrania' },
      converted: {
        video: (sizes) => `Dźwięk z Twojego filmu: ${sizes}`,
        audio: (sizes) => `Przekonwertowane nagranie: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Plik jest niekompletny. Nagranie kończy się w ${time}.`,
      progress: 'Postęp konwersji',
      hint: 'Plik jest konwertowany na tym urządzeniu. Nie zamykaj tej strony.',
      track: 'Ścieżka dźwiękowa',
      trackName: (track, language) =>
        `Ścieżka ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Nastąpiło wylogowanie',
        'Zaloguj się ponownie, na przykład w innej karcie. Potem praca zostanie tu wznowiona automatycznie.',
      ],
      intercepted: [
        'Połączenie przerwane',
        'Zamiast usługi odpowiada coś innego: tryb offline tej strony, sieć firmowa lub rozszerzenie przeglądarki.',
      ],
      merging: ['Kończenie przesyłania', 'Usługa łączy części nagrania.'],
    },
    transcribeAnyway: 'Transkrybuj mimo to',
  }),
  queue: ({ number }) => ({
    recordings: 'Nagrania',
    drop: 'Przeciągnij nagrania tutaj',
    choose: 'Wybierz pliki',
    add: 'Dodaj pliki',
    readyOf: (ready, total) => `Gotowe: ${number(ready)} z ${number(total)}`,
    counts: {
      uploading: (items) => `przesyłanie: ${number(items)}`,
      transcribing: (items) => `transkrypcja: ${number(items)}`,
      waiting: (items) => `w kolejce: ${number(items)}`,
      unfinished: (items) => `niedokończone: ${number(items)}`,
      failed: (items) => `nieudane: ${number(items)}`,
    },
    waiting: 'W kolejce',
    ready: 'Gotowe',
    unfinished: 'Niedokończone',
    inOtherTab: 'W toku na innej karcie',
    open: 'Otwórz',
    remove: 'Usuń',
    removed: (name) => `Plik „${name}” został usunięty.`,
    undo: 'Cofnij',
    back: 'Wszystkie nagrania',
    chooseAll: 'Możesz wybrać lub przeciągnąć wszystkie brakujące pliki naraz.',
    added: (items) => `Dodane nagrania: ${number(items)}`,
    duplicate: (name) => `Plik „${name}” jest już na liście.`,
    duplicates: (files) => `Już na liście: ${number(files)} z tych plików.`,
    skipped: (files) => `Pominięto pliki z folderu, które nie są nagraniami: ${number(files)}.`,
    itemReady: (name) => `Transkrypcja „${name}” jest gotowa`,
    onlyOne: (name) => `Tylko jedno nagranie naraz: dodano tylko „${name}”.`,
    emptyFolder: (name) => `W folderze „${name}” nie ma żadnego nagrania.`,
    droppedLink:
      'To jest link, a nie plik. Najpierw zapisz nagranie na tym urządzeniu, a potem wybierz je stamtąd.',
    droppedNothing:
      'Nie dotarł żaden plik. Najpierw zapisz nagranie na tym urządzeniu, a potem wybierz je stamtąd.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `Plik „${name}” jest pusty. Wybierz inne nagranie.`,
    'file-too-large': ({ name, size, limit }) =>
      `Plik „${name}” jest za duży (${bytes(size)}, limit: ${bytes(limit)}). Wybierz mniejsze nagranie.`,
    'file-too-long': ({ name, length, limit }) =>
      `Nagranie „${name}” jest za długie (${duration(length)}, limit: ${duration(limit)}). Wybierz krótsze.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `Nie udało się rozpoznać pliku „${name}” jako nagrania.`
          : `„${name}” to ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Wybierz plik MP3, M4A lub WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `Plik M4A „${name}” jest niekompletny: brakuje jego części. Skopiuj go ponownie z urządzenia nagrywającego lub wybierz inne nagranie.`,
    'convert-undecodable': ({ name, codec }) =>
      `Ta przeglądarka nie może przekonwertować pliku „${name}”${codec === '' ? '' : ` (${codec})`}. Zapisz go w innej aplikacji jako MP3, M4A lub WAV i wybierz ten plik.`,
    'convert-unreadable': ({ name }) =>
      `Nie można przekonwertować pliku „${name}”, bo nie da się odczytać jego dźwięku. Sprawdź, czy plik się odtwarza, lub wybierz plik MP3, M4A lub WAV.`,
    'convert-no-space': ({ name }) =>
      `Na tym urządzeniu jest za mało wolnego miejsca, aby przekonwertować plik „${name}”. Zwolnij miejsce i spróbuj ponownie lub wybierz plik MP3, M4A lub WAV.`,
    'convert-too-long': ({ name }) =>
      `Plik „${name}” jest za długi do konwersji, bo ta przeglądarka nie pozwala stronie zapisywać danych. Wyłącz tryb prywatny lub wybierz plik MP3, M4A lub WAV.`,
    'convert-unavailable': ({ name }) =>
      `Ta strona nie może przekonwertować pliku „${name}”. Wybierz plik MP3, M4A lub WAV.`,
    'file-unreadable': () =>
      'Nie można odczytać pliku: został przeniesiony, zmieniony lub usunięty. Wybierz go ponownie.',
    'file-not-copied': () =>
      'Ta strona nie może niezawodnie odczytać pliku, a na jego kopię brakuje wolnego miejsca. Najpierw zapisz nagranie na tym urządzeniu, a potem wybierz je stamtąd.',
    'file-changed-while-uploading': () =>
      'Podczas przesyłania plik został zmieniony, przeniesiony lub usunięty. Wybierz go ponownie. Przesłane części nie zostaną wysłane jeszcze raz.',
    'file-gone': () =>
      'Przesyłanie tego nagrania wygasło, a ta strona nie ma już pliku. Wybierz go ponownie.',
    'another-file': ({ name, expected }) =>
      `„${name}” to nie to nagranie, którego przesyłanie zostało przerwane${expected === null ? '' : ` („${expected}”)`}: ma inną zawartość. Wybierz tamto nagranie lub spróbuj ponownie, aby przesłać to od początku.`,
    network: () =>
      'Sieć jest niedostępna lub blokuje tę stronę. Sprawdź połączenie i spróbuj ponownie.',
    'place-refuses': ({ host }) =>
      `Serwer „${host}” jest osiągalny, ale coś nie pozwala tej stronie z niego korzystać: jego ustawienia, rozszerzenie przeglądarki lub sieć. Spróbuj ponownie bez rozszerzeń lub w innej sieci. Jeśli to nie pomoże, skontaktuj się z pomocą techniczną.`,
    'place-unreachable': ({ host }) =>
      `Serwer „${host}” jest nieosiągalny, chociaż połączenie działa. Może go blokować zapora, VPN lub rozszerzenie przeglądarki. Sprawdź to i spróbuj ponownie.`,
    'service-busy': () =>
      'Usługa jest przeciążona lub niedostępna. Nic nie przepadło. Spróbuj ponownie za chwilę.',
    'response-unreadable': () =>
      'Nie udało się odczytać odpowiedzi usługi. Spróbuj ponownie. Jeśli problem się powtórzy, skontaktuj się z pomocą techniczną.',
    'payment-required': () =>
      'Usługa transkrypcji wymaga płatności, zanim przyjmie to nagranie. Skontaktuj się z pomocą techniczną, a potem spróbuj ponownie.',
    'recording-too-large': () =>
      'To nagranie jest za duże dla usługi transkrypcji. Wybierz mniejsze.',
    'recording-refused': () =>
      'Usługa transkrypcji nie przyjęła tego nagrania. Wybierz inne. Jeśli to nie pomoże, skontaktuj się z pomocą techniczną.',
    'result-unreadable': () =>
      'Transkrypcja się zakończyła, ale nie można odczytać jej wyniku. Skontaktuj się z pomocą techniczną.',
    'submission-unknown': () =>
      'Nie wiadomo, czy transkrypcja się rozpoczęła, bo odpowiedź nie dotarła. Ponowna próba może spowodować dwukrotną transkrypcję nagrania i podwójną opłatę.',
    'key-reused': () =>
      'Transkrypcja tego nagrania mogła się już rozpocząć, z innymi ustawieniami lub po wcześniejszym przesłaniu. Ponowna próba może spowodować podwójną transkrypcję i podwójną opłatę.',
    'token-unavailable': () =>
      'Ta strona nie uzyskała zgody na przesyłanie. Zaloguj się ponownie lub odśwież stronę, a potem spróbuj jeszcze raz.',
    'upload-not-allowed': () =>
      'Usługa nie pozwala na przesyłanie z tej strony. Zaloguj się ponownie lub odśwież stronę, a potem spróbuj jeszcze raz.',
    'not-signed-in': () =>
      'Brak zalogowania lub uprawnień do transkrypcji na tej stronie. Zaloguj się ponownie lub odśwież stronę, a potem spróbuj jeszcze raz.',
    'another-user': () =>
      'Od chwili wybrania tego nagrania zalogował się inny użytkownik, dlatego nie zostało ono przepisane. Wybierz je ponownie, aby przepisać je jako obecnie zalogowany użytkownik.',
    'backend-unavailable': () =>
      'Transkrypcja na tej stronie jest teraz niedostępna. Spróbuj ponownie później. Jeśli problem się powtórzy, skontaktuj się z pomocą techniczną.',
    'backend-refused': () =>
      'Usługa transkrypcji nie przyjęła żądania tej strony. Skontaktuj się z pomocą techniczną.',
    'task-unknown': () => 'Ta transkrypcja nie istnieje lub należy do kogoś innego.',
    'task-unavailable': () =>
      'Nie udało się znaleźć transkrypcji. Spróbuj ponownie. Jeśli problem się powtórzy, skontaktuj się z pomocą techniczną.',
    'upload-expired': () =>
      'To przesyłanie wygasło. Spróbuj ponownie, aby przesłać nagranie od początku.',
    'upload-not-assembled': () =>
      'Usłudze nie udało się połączyć części tego nagrania. Spróbuj ponownie, aby przesłać je jeszcze raz.',
    'upload-differs': () =>
      'Przesłane nagranie różni się od pliku na tym urządzeniu. Spróbuj ponownie, aby przesłać je jeszcze raz.',
    'part-damaged': () =>
      'Część nagrania została kilka razy uszkodzona podczas przesyłania. Spróbuj ponownie w innej sieci.',
    'storage-rejected': () =>
      'Serwer plików nie przyjął nagrania. Spróbuj ponownie. Jeśli problem się powtórzy, skontaktuj się z pomocą techniczną.',
    'storage-set-up': () =>
      'Serwer plików nie jest skonfigurowany do tego przesyłania. Skontaktuj się z pomocą techniczną, a potem spróbuj ponownie.',
    'storage-clock': () =>
      'Serwer plików odrzucił przesyłanie, ponieważ zegar usługi transkrypcji wskazuje zły czas. Skontaktuj się z pomocą techniczną, a potem spróbuj ponownie.',
    'storage-full': () =>
      'Serwer plików jest pełny albo nie przyjmuje nagrań tej wielkości. Skontaktuj się z pomocą techniczną albo spróbuj ponownie później.',
    'etag-unreadable': () =>
      'Nie można zakończyć przesyłania, bo ta strona nie może odczytać nagłówka ETag z serwera plików. Być może ukrywa go rozszerzenie przeglądarki: spróbuj bez rozszerzeń. W przeciwnym razie serwer musi wysyłać „Access-Control-Expose-Headers: ETag”.',
    'plan-invalid': () =>
      'Usługa wysłała plan przesyłania, który nie pasuje do tego pliku. Spróbuj ponownie. Jeśli problem się powtórzy, skontaktuj się z pomocą techniczną.',
    stopped: () => 'Transkrypcja została zatrzymana. Spróbuj ponownie w dogodnej chwili.',
    unexpected: () =>
      'Wystąpił nieoczekiwany błąd. Spróbuj ponownie. Jeśli problem się powtórzy, skontaktuj się z pomocą techniczną.',
    'no-sound': () => 'Na tym nagraniu nic nie słychać. Czy mimo to je transkrybować?',
    'task-failed': ({ again }) =>
      `Usłudze nie udało się wykonać transkrypcji tego nagrania.${again ? ' Sprawdź, czy da się je odtworzyć, i spróbuj ponownie.' : ''}`,
    'task-revoked': ({ again }) =>
      `Usługa zatrzymała transkrypcję.${again ? ' Spróbuj ponownie, aby uruchomić ją od nowa.' : ''}`,
    'signed-out-page': () =>
      'Zamiast usługi odpowiedziała strona internetowa, prawdopodobnie z powodu wylogowania. Zaloguj się ponownie lub odśwież stronę, a potem spróbuj jeszcze raz.',
    'answered-by-another': () =>
      'Zamiast usługi odpowiada coś innego: tryb offline tej strony, sieć firmowa lub rozszerzenie przeglądarki.',
    'not-set-up': ({ detail }) => `Transkrypcja na tej stronie nie jest skonfigurowana: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Nagraj',
    fileName: 'Nagranie',
    heading: 'Nagrywanie mikrofonem',
    explain: 'Przeglądarka zapyta, czy ta strona może używać mikrofonu. Wybierz „Zezwól”.',
    privacy: 'Nic nie zostanie wysłane, dopóki nie wybierzesz „Transkrybuj”.',
    proceed: 'Dalej',
    asking: 'Oczekiwanie na zgodę…',
    askingHint: 'Przeglądarka pyta o mikrofon. Wybierz „Zezwól”.',
    failed: 'Nie można użyć mikrofonu',
    problems: {
      insecure:
        'Ta strona nie może używać mikrofonu, ponieważ nie została wczytana przez HTTPS. Wybierz plik lub skontaktuj się z pomocą techniczną.',
      unsupported:
        'Ta przeglądarka nie potrafi nagrywać. Użyj innej przeglądarki lub wybierz plik.',
      blocked:
        'Mikrofon jest zablokowany dla tej strony. Zezwól na niego w ustawieniach witryny w przeglądarce i spróbuj ponownie.',
      dismissed: 'Nie zezwolono na użycie mikrofonu. Spróbuj ponownie i wybierz „Zezwól”.',
      embedded:
        'Strona, która zawiera tę stronę, nie zezwala na mikrofon. Otwórz tę stronę osobno lub skontaktuj się z pomocą techniczną.',
      system:
        'Urządzenie nie pozwala tej przeglądarce używać mikrofonu. Zezwól na to w ustawieniach prywatności urządzenia i spróbuj ponownie.',
      'none-found': 'Nie znaleziono mikrofonu. Podłącz mikrofon i spróbuj ponownie.',
      busy: 'Mikrofon się nie uruchamia. Zamknij inne aplikacje, które mogą go używać, i spróbuj ponownie.',
    },
    recording: 'Trwa nagrywanie',
    elapsed: 'Czas nagrania',
    device: 'Mikrofon',
    deviceNumber: (n) => `Mikrofon ${number(n)}`,
    silent:
      'Nie słychać żadnego dźwięku. Sprawdź, czy wybrano właściwy mikrofon i czy nie jest wyciszony.',
    interrupted: {
      unplugged:
        'Mikrofon został odłączony. Nagrany fragment został zachowany. Podłącz mikrofon, aby kontynuować.',
      permission:
        'Ta strona nie może już używać mikrofonu. Nagrany fragment został zachowany. Zezwól na mikrofon, aby kontynuować.',
      taken:
        'Nagrywanie zostało przerwane, na przykład przez połączenie. Wcześniej nagrany fragment został zachowany.',
    },
    finish: 'Zakończ',
    discard: 'Odrzuć',
    discardQuestion: 'Odrzucić to nagranie? Nie będzie można go odzyskać.',
    keep: 'Zachowaj',
    saving: 'Zapisywanie nagrania…',
    review: 'Twoje nagranie',
    reviewHint: 'Posłuchaj go przed wysłaniem.',
    noPlayback: 'Przeglądarka nie może tu odtworzyć nagrania, ale można je transkrybować.',
    transcribe: 'Transkrybuj',
    goOn: 'Nagrywaj dalej',
    endedBy: {
      limit: 'Nagrywanie zostało zatrzymane, ponieważ osiągnięto największą dozwoloną długość.',
      storage:
        'Nagrywanie zostało zatrzymane, ponieważ nie można było dalej zapisywać. Zwolnij miejsce na urządzeniu. Zapisany fragment został zachowany.',
      left: 'To nagranie nie zostało jeszcze wysłane.',
    },
    unkept: 'Nie zamykaj tej strony: przeglądarka nie może zapisać nagrania.',
    unsent: 'Jeszcze niewysłane:',
    open: 'Posłuchaj i wyślij',
    finished: (time) => `Nagranie zakończone: ${time}`,
  }),
};

export default translation;
