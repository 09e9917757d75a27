/** Dutch. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'een audiobestand in een ander formaat',
  'protected-audio': 'een opname met kopieerbeveiliging',
  video: 'een video in een ander formaat',
  'silent-video': 'een video zonder geluid',
  picture: 'een afbeelding',
  document: 'een document',
  archive: 'een archiefbestand',
  program: 'een programma',
  text: 'een tekstbestand',
  'no-audio': 'een bestand zonder opname',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Opname transcriberen',
    labelReady: (title) => (title === '' ? 'Transcript van een opname' : `Transcript van ${title}`),
    drop: 'Sleep een opname hierheen',
    dropNow: 'Laat los om te transcriberen',
    or: 'of',
    choose: 'Bestand kiezen',
    otherFiles: 'andere audio en video',
    upTo: (amount) => `max. ${amount}`,
    offer: {
      interrupted: {
        heading: 'Nog niet klaar:',
        hints: {
          nothing: '',
          permission: 'Je browser vraagt opnieuw toestemming om het bestand te lezen.',
          recording:
            'Kies hetzelfde bestand opnieuw. Wat al is geüpload, wordt niet nog eens verstuurd.',
        },
        sentAgain: 'Kies hetzelfde bestand opnieuw. De upload begint van voren af aan.',
        accept: 'Upload hervatten',
        acceptUploaded: 'Doorgaan',
        pick: 'Bestand opnieuw kiezen',
        decline: 'Upload verwijderen',
      },
      'in-other-tab': {
        heading: 'Bezig op een ander tabblad:',
        hints: {
          nothing: 'Als je hier doorgaat, stopt het op het andere tabblad.',
          permission:
            'Als je hier doorgaat, stopt het op het andere tabblad. Je browser vraagt toestemming om het bestand te lezen.',
          recording:
            'Kies hetzelfde bestand om hier door te gaan. Dan stopt het op het andere tabblad.',
        },
        accept: 'Hier doorgaan',
        acceptUploaded: 'Hier doorgaan',
        pick: 'Bestand kiezen en hier doorgaan',
        decline: 'Niet nu',
      },
    },
    alreadyUploaded: (percent) => `${percent} geüpload`,
    allUploaded: 'volledig geüpload',
    anotherRecording: (title, size) => `Dat is een ander bestand. Kies “${title}” (${size}).`,
    recordingNeeded:
      'Je browser kan dit bestand niet meer lezen. Kies het opnieuw om door te gaan.',
    steps: { upload: 'Uploaden', transcribe: 'Transcriberen', read: 'Lezen' },
    stepsLabel: 'Voortgang',
    checking: 'Bestand controleren…',
    waiting: 'Klaar om te uploaden',
    verifying: 'Bestand vergelijken met wat al is geüpload…',
    planning: 'Upload voorbereiden…',
    uploading: 'Bezig met uploaden',
    completing: 'Upload afronden…',
    offline: 'Je bent offline',
    retrying: 'Verbinding onderbroken',
    troubleHints: {
      offline: 'De upload gaat verder zodra je weer online bent.',
      retrying: 'We proberen het automatisch opnieuw.',
    },
    offlineUploaded: 'Het transcript verschijnt hier zodra je weer online bent.',
    partTry: (part, attempt) => `deel ${number(part)}, poging ${number(attempt)}`,
    late: 'Op deze snelheid kan de upload verlopen voordat hij klaar is. Dan begint hij van voren af aan. Een snellere verbinding helpt.',
    uploadsAgain: 'De vorige upload is verlopen. Het bestand wordt opnieuw geüpload.',
    unkept: 'Houd deze pagina open: je browser kan de voortgang niet bewaren.',
    paused: 'Gepauzeerd',
    submitting: 'Transcriptie starten…',
    transcribing: 'Bezig met transcriberen',
    taskStatus: {
      PENDING: 'In de wachtrij',
      RECEIVED: 'In de wachtrij',
      STARTED: 'Opname openen',
      PROGRESS: 'Spraak herkennen',
    },
    taskUnknown: 'Bezig',
    keepOpen: 'Dit kan even duren. Het transcript verschijnt hier zodra het klaar is.',
    uploadProgress: 'Voortgang van de upload',
    amount: (stored, total) => `${stored} van ${total}`,
    partsUploaded: (stored, total) =>
      `${number(stored)} van ${count(total, { one: '# deel', other: '# delen' })} geüpload`,
    speed: (amount) => `${amount}/s`,
    left: (time) => `nog ${time}`,
    start: 'Starten',
    pause: 'Pauzeren',
    resume: 'Hervatten',
    cancel: 'Annuleren',
    retry: 'Opnieuw proberen',
    another: 'Ander bestand kiezen',
    chooseAgain: 'Bestand opnieuw kiezen',
    failed: 'Er is iets misgegaan',
    failedBecause: {
      'unsupported-format': 'Dit bestand kan niet worden gebruikt',
      'file-empty': 'Dit bestand kan niet worden gebruikt',
      'file-too-large': 'Dit bestand kan niet worden gebruikt',
      'file-too-long': 'Dit bestand kan niet worden gebruikt',
      'file-changed': 'Het bestand is gewijzigd',
      'token-unavailable': 'Je kunt nu niet uploaden',
      'not-authorized': 'Je kunt nu niet uploaden',
      'plan-invalid': 'De upload kon niet starten',
      'etag-unreadable': 'De upload is mislukt',
      'storage-rejected': 'De upload is mislukt',
      'upload-expired': 'De upload is verlopen',
      'integrity-mismatch': 'De upload klopt niet',
      network: 'Verbinding mislukt',
      'no-sound': 'Geen geluid',
      'task-failed': 'De transcriptie is mislukt',
      'task-revoked': 'De transcriptie is geannuleerd',
      cancelled: 'Geannuleerd',
    },
    ready: 'Het transcript is klaar',
    readerLoading: 'Transcript openen…',
    readerFailed:
      'Het transcript is klaar, maar deze pagina kon het onderdeel niet laden waarmee je het leest. Controleer je verbinding en probeer het opnieuw.',
    untitled: 'Naamloze opname',
    required: 'Voeg een opname toe en wacht tot de transcriptie begint.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: '# seconde', other: '# seconden' });
    const lines = (value: number): string => count(value, { one: '# zin', other: '# zinnen' });
    return {
      untitled: 'Transcript',
      newRecording: 'Nieuwe transcriptie',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0 ? count(speakers, { one: '# spreker', other: '# sprekers' }) : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Audiospeler',
      play: 'Afspelen',
      pause: 'Pauzeren',
      back: (by) => `${seconds(by)} terug`,
      forward: (by) => `${seconds(by)} vooruit`,
      position: 'Positie',
      positionValue: (position, length) => `${spoken(position)} van ${spoken(length)}`,
      speed: 'Afspeelsnelheid',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Volume',
      volumeValue: percent,
      mute: 'Geluid uitzetten',
      unmute: 'Geluid aanzetten',
      muted: 'Geluid uit',
      unmuted: 'Geluid aan',
      sound: 'Geluid',
      skipSilence: 'Stiltes overslaan',
      skipSilenceOn: 'Stiltes worden overgeslagen',
      skipSilenceOff: 'Stiltes worden niet overgeslagen',
      repeatPlaying: 'Huidige zin herhalen',
      repeating: (start, end) => `${start}–${end} wordt herhaald`,
      stopRepeating: 'Stoppen met herhalen',
      stop: 'Stoppen',
      playingOnly: (start, end) => `Alleen ${start}–${end} wordt afgespeeld`,
      playOn: 'Doorspelen',
      more: 'Meer',
      views: { paragraphs: 'Alinea’s', lines: 'Eén zin per regel' },
      noAudio: 'Bij dit transcript is geen audio beschikbaar.',
      audioFailed: 'De audio kan niet worden afgespeeld. Je kunt wel het hele transcript lezen.',
      tryAgain: 'Opnieuw proberen',
      chooseAudio: 'Audiobestand kiezen',
      chooseAudioHint:
        'Het bestand wordt alleen op dit apparaat afgespeeld en wordt niet geüpload.',
      seekRefused:
        'Deze audio kan niet op een andere plek starten: de server verzendt die alleen vanaf het begin.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `De audio is ${by} langer dan het transcript. Misschien is het een andere opname.`
          : `De audio is ${by} korter dan het transcript. Misschien is het een andere opname.`,

      shortcuts: 'Sneltoetsen',
      shortcutsHint: 'Klik eerst op de speler of het transcript om deze sneltoetsen te gebruiken.',
      characterKeys: 'Letters, cijfers en tekens als sneltoetsen gebruiken',
      closeShortcuts: 'Sluiten',
      spaceKey: 'Spatie',
      shortcut: {
        toggle: 'Afspelen of pauzeren',
        back: (by) => `${seconds(by)} terug`,
        forward: (by) => `${seconds(by)} vooruit`,
        previous: 'Vorige zin',
        next: 'Volgende zin',
        repeat: 'Deze zin herhalen of stoppen met herhalen',
        slower: 'Langzamer',
        faster: 'Sneller',
        mute: 'Geluid uit- of aanzetten',
        skipSilence: 'Stiltes wel of niet overslaan',
        help: 'Sneltoetsen tonen',
      },

      transcript: 'Transcript',
      skipTranscript: 'Transcript overslaan',
      endOfTranscript: 'Einde van het transcript',
      unknownSpeaker: 'Onbekende spreker',
      numberedSpeaker: (nth) => `Spreker ${nth}`,
      renameSpeaker: (name) => `Naam van ${name} wijzigen`,
      playFrom: (clock) => `Afspelen vanaf ${clock}`,
      goTo: (clock) => `Naar ${clock}`,
      backTo: (clock) => `Terug naar ${clock}`,
      notShown:
        'Het transcript kan niet worden getoond. Probeer het later opnieuw of neem contact op met support.',
      noSpeech: 'In deze opname is geen spraak gevonden.',

      search: 'Zoeken in het transcript',
      previousHit: 'Vorig resultaat',
      nextHit: 'Volgend resultaat',
      closeSearch: 'Zoeken sluiten',
      hitOf: (hit, total) => `Resultaat ${number(hit)} van ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Geen resultaten',

      rowActions: (clock) => `Opties voor ${clock}`,
      playOnce: 'Alleen deze zin afspelen',
      repeat: 'Deze zin herhalen',
      copyLink: 'Link naar deze zin kopiëren',
      copyPassageLink: 'Link naar de geselecteerde passage kopiëren',
      linkCopied: 'Link gekopieerd',
      editorFailed:
        'Dit onderdeel kan niet worden geladen. Controleer de verbinding en probeer het opnieuw.',
      linkFailed: 'Je browser stond het kopiëren van de link niet toe.',
      correctText: 'Tekst bewerken',
      changeSpeaker: 'Spreker wijzigen',
      joinBefore: 'Samenvoegen met de vorige zin',
      deleteLine: 'Deze zin verwijderen',
      startAt: (clock) => `Deze zin op ${clock} laten beginnen`,
      text: (clock) => `Tekst op ${clock}`,
      save: 'Opslaan',
      cancel: 'Annuleren',
      editing: {
        saveNext: 'Opslaan en verder',
        savePrevious: 'Opslaan en terug',
        leave: 'Sluiten en concept bewaren',
        discard: 'Wijzigingen verwerpen',
        repeat: 'Deze alinea herhalen',
        whileTyping: 'Tijdens het bewerken van tekst',
        newSpeaker: 'Nieuwe naam',
        fromCaret: 'Alleen vanaf de cursor',
        fromHere: 'Vanaf hier spreekt iemand anders',
        draftKept: 'Concept bewaard',
        draftAt: (clock) => `Niet-opgeslagen tekst op ${clock}`,
        continueDraft: 'Verder bewerken',
      },
      replacing: {
        open: 'Vervangen',
        with: 'Vervangen door',
        one: 'Dit resultaat vervangen',
        all: 'Alles vervangen',
        skip: 'Overslaan',
        matchCase: 'Hoofdlettergevoelig',
        wholeWords: 'Hele woorden',
        done: (value) => `Vervangen resultaten: ${number(value)}`,
        again: (value) => `Nog ${number(value)} wijzigen?`,
      },
      readingWaveform: (fraction) => `Golfvorm laden: ${percent(fraction)}`,
      speakerName: 'Naam',
      otherSpeakers: 'Andere sprekers',
      applyTo: 'Toepassen op',
      everywhere: (changed) => `Het hele transcript (${lines(changed)})`,
      thisPassage: (changed) => `Alleen deze beurt (${lines(changed)})`,
      thisLine: 'Alleen deze zin',
      mergeWith: (name) => `Samenvoegen met ${name}`,
      mergeHint: (into) => `${into} bestaat al. De twee worden één spreker.`,
      nameHint: 'Wie is er aan het woord?',
      nameSpeakers: 'Namen invullen',
      dismissHint: 'Sluiten',
      undo: 'Ongedaan maken',
      redo: 'Opnieuw uitvoeren',
      done: {
        renamed: (from, to) => `${from} heet nu ${to}`,
        merged: (from, into) => `${from} en ${into} zijn nu één spreker`,
        assigned: (name) => `Spreker gewijzigd in ${name}`,
        corrected: 'Tekst opgeslagen',
        undone: 'Correctie ongedaan gemaakt',
        redone: 'Correctie opnieuw uitgevoerd',
        joined: 'Zinnen samengevoegd',
        deleted: 'Zin verwijderd',
        startsAt: (clock) => `Deze zin begint nu op ${clock}`,
      },
      editProblems: {
        'name-empty': 'Een spreker moet een naam hebben. Typ ten minste één teken.',
        'name-too-long': `De naam van een spreker mag hoogstens ${number(120)} tekens lang zijn. Maak de naam korter.`,
        'name-taken': 'Een andere spreker heeft deze naam al. Voeg de twee samen.',
        'speaker-unknown': 'Deze spreker komt niet meer voor in het transcript. Kies een andere.',
        'segment-unknown': 'Deze zin komt niet voor in het transcript. Kies een andere.',
        'split-misplaced':
          'Een zin kan alleen tussen twee woorden worden gesplitst. Kies een andere plek.',
      },

      takeAway: 'Exporteren',
      download: 'Downloaden',
      downloadFormat: {
        txt: 'Platte tekst',
        srt: 'Ondertiteling (SubRip)',
        vtt: 'Ondertiteling (WebVTT)',
        json: 'Gegevens (JSON)',
        csv: 'Spreadsheet (CSV)',
        md: 'Markdown',
        docx: 'Word-document',
      },
      exporting: {
        format: 'Indeling',
        names: 'Namen van sprekers',
        times: 'Tijden',
        timesOf: { none: 'Geen', turn: 'Per alinea', line: 'Per zin' },
        speakers: 'Sprekers',
        passage: 'Alleen de geselecteerde passage',
        withNames: 'met namen',
        withTimes: 'met tijden',
      },
      downloadStarted: 'Download gestart',
      downloadFailed:
        'Het bestand kon niet worden gemaakt. Controleer je verbinding en probeer het opnieuw.',
      copy: 'Kopiëren',
      copied: 'Transcript gekopieerd',
      copyFailed:
        'Je browser stond het kopiëren niet toe. Selecteer de tekst en kopieer die met het toetsenbord, of download het transcript.',
      print: 'Afdrukken',
      printFailed:
        'Je browser stond het afdrukken niet toe. Download het Word-document en druk dat af.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: {
        video: 'Het geluid van je video wordt gebruikt',
        audio: 'Opname wordt geconverteerd',
      },
      converted: {
        video: (sizes) => `Geluid van je video: ${sizes}`,
        audio: (sizes) => `Geconverteerde opname: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Het bestand is onvolledig. De opname eindigt op ${time}.`,
      progress: 'Voortgang van de conversie',
      hint: 'Het bestand wordt op dit apparaat geconverteerd. Houd deze pagina open.',
      track: 'Geluidsspoor',
      trackName: (track, language) =>
        `Spoor ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Je bent uitgelogd',
        'Log opnieuw in, bijvoorbeeld in een ander tabblad. Daarna gaat het hier vanzelf verder.',
      ],
      intercepted: [
        'Verbinding onderbroken',
        'In plaats van de dienst antwoordt iets anders: de offlinemodus van deze pagina, het netwerk van een bedrijf of een browserextensie.',
      ],
      merging: ['Upload afronden', 'De dienst voegt de opname samen.'],
    },
    transcribeAnyway: 'Toch transcriberen',
  }),
  queue: ({ count, number }) => ({
    recordings: 'Opnamen',
    drop: 'Sleep opnamen hierheen',
    choose: 'Bestanden kiezen',
    add: 'Bestanden toevoegen',
    readyOf: (ready, total) => `${number(ready)} van ${number(total)} klaar`,
    counts: {
      uploading: (items) => `${number(items)} uploaden`,
      transcribing: (items) => `${number(items)} transcriberen`,
      waiting: (items) => `${number(items)} in de wachtrij`,
      unfinished: (items) => `${number(items)} niet klaar`,
      failed: (items) => `${number(items)} mislukt`,
    },
    waiting: 'In de wachtrij',
    ready: 'Klaar',
    unfinished: 'Nog niet klaar',
    inOtherTab: 'Bezig op een ander tabblad',
    open: 'Openen',
    remove: 'Verwijderen',
    removed: (name) => `“${name}” is verwijderd.`,
    undo: 'Ongedaan maken',
    back: 'Alle opnamen',
    chooseAll: 'Je kunt alle ontbrekende bestanden tegelijk kiezen of hierheen slepen.',
    added: (items) => count(items, { one: '# opname toegevoegd', other: '# opnamen toegevoegd' }),
    duplicate: (name) => `“${name}” staat al in de lijst.`,
    duplicates: (files) => `${number(files)} van deze bestanden staan al in de lijst.`,
    skipped: (files) =>
      count(files, {
        one: '# bestand in de map is geen opname en is overgeslagen.',
        other: '# bestanden in de map zijn geen opnamen en zijn overgeslagen.',
      }),
    itemReady: (name) => `Het transcript van “${name}” is klaar`,
    onlyOne: (name) => `Eén opname tegelijk: alleen “${name}” is toegevoegd.`,
    emptyFolder: (name) => `Er staat geen opname in de map “${name}”.`,
    droppedLink:
      'Dit is een link en geen bestand. Bewaar de opname eerst op dit apparaat en kies haar daarna daar.',
    droppedNothing:
      'Er is geen bestand aangekomen. Bewaar de opname eerst op dit apparaat en kies haar daarna daar.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” is leeg. Kies een andere opname.`,
    'file-too-large': ({ name, size, limit }) =>
      `“${name}” is ${bytes(size)}. Het maximum is ${bytes(limit)}. Kies een kleinere opname.`,
    'file-too-long': ({ name, length, limit }) =>
      `“${name}” duurt ${duration(length)}. Het maximum is ${duration(limit)}. Kies een kortere opname.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `“${name}” wordt niet herkend als opname.`
          : `“${name}” is ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Kies een MP3-, M4A- of WAV-bestand.`;
    },
    'm4a-incomplete': ({ name }) =>
      `“${name}” is een onvolledig M4A-bestand: een deel ontbreekt. Kopieer het opnieuw vanaf het opnameapparaat of kies een andere opname.`,
    'convert-undecodable': ({ name, codec }) =>
      `Deze browser kan “${name}”${codec === '' ? '' : ` (${codec})`} niet converteren. Sla het bestand in een andere app op als MP3, M4A of WAV en kies dat bestand.`,
    'convert-unreadable': ({ name }) =>
      `“${name}” kan niet worden geconverteerd, omdat het geluid niet leesbaar is. Controleer of het bestand afspeelt of kies een MP3-, M4A- of WAV-bestand.`,
    'convert-no-space': ({ name }) =>
      `Er is niet genoeg vrije ruimte op dit apparaat om “${name}” te converteren. Maak ruimte vrij en probeer het opnieuw, of kies een MP3-, M4A- of WAV-bestand.`,
    'convert-too-long': ({ name }) =>
      `“${name}” is te lang om te converteren, omdat deze browser de pagina geen gegevens laat bewaren. Sluit de privémodus of kies een MP3-, M4A- of WAV-bestand.`,
    'convert-unavailable': ({ name }) =>
      `Deze pagina kan “${name}” niet converteren. Kies een MP3-, M4A- of WAV-bestand.`,
    'file-unreadable': () =>
      'Het bestand kan niet worden gelezen: het is verplaatst, gewijzigd of verwijderd. Kies het opnieuw.',
    'file-not-copied': () =>
      'Deze pagina kan het bestand niet betrouwbaar lezen en er is niet genoeg vrije ruimte om het te kopiëren. Bewaar de opname eerst op dit apparaat en kies haar daarna daar.',
    'file-changed-while-uploading': () =>
      'Het bestand is tijdens het uploaden gewijzigd, verplaatst of verwijderd. Kies het opnieuw. Geüploade delen worden niet nog eens verstuurd.',
    'file-gone': () =>
      'De upload van deze opname is verlopen en deze pagina heeft het bestand niet meer. Kies het opnieuw.',
    'another-file': ({ name, expected }) =>
      `“${name}” is niet de opname waarvan de upload is onderbroken${expected === null ? '' : ` (“${expected}”)`}: de inhoud is anders. Kies die opname, of probeer het opnieuw om deze opname vanaf het begin te uploaden.`,
    network: () =>
      'Het netwerk is niet bereikbaar of blokkeert deze pagina. Controleer de verbinding en probeer het opnieuw.',
    'place-refuses': ({ host }) =>
      `‘${host}’ is bereikbaar, maar iets laat deze pagina niet toe: de instellingen daar, een browserextensie of je netwerk. Probeer het zonder extensies of op een ander netwerk. Neem contact op met support als dat niet helpt.`,
    'place-unreachable': ({ host }) =>
      `‘${host}’ is niet bereikbaar, terwijl de verbinding werkt. Misschien blokkeert een firewall, een VPN of een browserextensie het adres. Controleer dat en probeer het opnieuw.`,
    'service-busy': () =>
      'De dienst is overbelast of niet beschikbaar. Er is niets verloren gegaan. Probeer het zo meteen opnieuw.',
    'response-unreadable': () =>
      'De dienst stuurde een onleesbaar antwoord. Probeer het opnieuw. Gebeurt het nog een keer, neem dan contact op met support.',
    'payment-required': () =>
      'De transcriptiedienst accepteert deze opname pas na betaling. Neem contact op met support en probeer het daarna opnieuw.',
    'recording-too-large': () =>
      'Deze opname is te groot voor de transcriptiedienst. Kies een kleinere.',
    'recording-refused': () =>
      'De transcriptiedienst heeft deze opname niet geaccepteerd. Kies een andere. Helpt dat niet, neem dan contact op met support.',
    'result-unreadable': () =>
      'De transcriptie is voltooid, maar het resultaat kan niet worden gelezen. Neem contact op met support.',
    'submission-unknown': () =>
      'We weten niet of de transcriptie is gestart, want het antwoord is verloren gegaan. Als je het opnieuw probeert, wordt de opname misschien twee keer getranscribeerd en in rekening gebracht.',
    'key-reused': () =>
      'Deze opname wordt misschien al getranscribeerd, met andere instellingen of vanuit een eerdere upload. Als je het opnieuw probeert, wordt ze mogelijk twee keer getranscribeerd en in rekening gebracht.',
    'token-unavailable': () =>
      'Deze pagina kreeg geen toestemming om te uploaden. Log opnieuw in of laad de pagina opnieuw, en probeer het nog eens.',
    'upload-not-allowed': () =>
      'De dienst staat deze pagina niet toe om te uploaden. Log opnieuw in of laad de pagina opnieuw, en probeer het nog eens.',
    'not-signed-in': () =>
      'Je bent niet ingelogd of deze pagina mag niet transcriberen. Log opnieuw in of laad de pagina opnieuw, en probeer het nog eens.',
    'another-user': () =>
      'Sinds u deze opname koos, heeft een andere gebruiker zich aangemeld. Daarom is de opname niet getranscribeerd. Kies de opname opnieuw om die te transcriberen als de gebruiker die nu is aangemeld.',
    'backend-unavailable': () =>
      'Transcriberen lukt op deze pagina nu niet. Probeer het later opnieuw. Gebeurt het nog een keer, neem dan contact op met support.',
    'backend-refused': () =>
      'De transcriptiedienst heeft het verzoek van deze pagina niet geaccepteerd. Neem contact op met support.',
    'task-unknown': () => 'Deze transcriptie bestaat niet of is van iemand anders.',
    'task-unavailable': () =>
      'De transcriptie is niet gevonden. Probeer het opnieuw. Gebeurt het nog een keer, neem dan contact op met support.',
    'upload-expired': () =>
      'Deze upload is verlopen. Probeer het opnieuw om de opname vanaf het begin te uploaden.',
    'upload-not-assembled': () =>
      'De dienst kon de delen van deze opname niet samenvoegen. Probeer het opnieuw om de opname nog eens te uploaden.',
    'upload-differs': () =>
      'De geüploade opname verschilt van het bestand op dit apparaat. Probeer het opnieuw om de opname nog eens te uploaden.',
    'part-damaged': () =>
      'Een deel van de opname is onderweg meerdere keren beschadigd geraakt. Probeer het opnieuw op een ander netwerk.',
    'storage-rejected': () =>
      'De opslagserver heeft de opname niet geaccepteerd. Probeer het opnieuw. Gebeurt het nog een keer, neem dan contact op met support.',
    'storage-set-up': () =>
      'De opslagserver is niet ingesteld voor deze upload. Neem contact op met support en probeer het daarna opnieuw.',
    'storage-clock': () =>
      'De opslagserver heeft de upload geweigerd, omdat een klok van de transcriptiedienst niet goed staat. Neem contact op met support en probeer het daarna opnieuw.',
    'storage-full': () =>
      'De opslagserver is vol of accepteert geen opname van deze grootte. Neem contact op met support of probeer het later opnieuw.',
    'etag-unreadable': () =>
      'De upload kan niet worden afgerond, omdat deze pagina de ETag-header van de opslagserver niet kan lezen. Misschien verbergt een browserextensie hem: probeer het zonder extensies. Anders moet de server “Access-Control-Expose-Headers: ETag” meesturen.',
    'plan-invalid': () =>
      'De dienst stuurde een uploadplan dat niet bij dit bestand past. Probeer het opnieuw. Gebeurt het nog een keer, neem dan contact op met support.',
    stopped: () => 'De transcriptie is gestopt. Probeer het opnieuw wanneer het je uitkomt.',
    unexpected: () =>
      'Er is iets onverwachts misgegaan. Probeer het opnieuw. Gebeurt het nog een keer, neem dan contact op met support.',
    'no-sound': () => 'We horen niets in deze opname. Toch transcriberen?',
    'task-failed': ({ again }) =>
      `De dienst kon deze opname niet transcriberen.${again ? ' Controleer of je de opname kunt afspelen en probeer het opnieuw.' : ''}`,
    'task-revoked': ({ again }) =>
      `De dienst heeft de transcriptie gestopt.${again ? ' Probeer het opnieuw om de transcriptie nog eens te starten.' : ''}`,
    'signed-out-page': () =>
      'In plaats van de dienst antwoordde een webpagina, waarschijnlijk omdat je bent uitgelogd. Log opnieuw in of laad de pagina opnieuw, en probeer het nog eens.',
    'answered-by-another': () =>
      'In plaats van de dienst antwoordt iets anders: de offlinemodus van deze pagina, het netwerk van een bedrijf of een browserextensie.',
    'not-set-up': ({ detail }) => `Deze pagina is niet ingesteld om te transcriberen: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Opnemen',
    fileName: 'Opname',
    heading: 'Opnemen met je microfoon',
    explain: 'Je browser vraagt of deze pagina je microfoon mag gebruiken. Kies “Toestaan”.',
    privacy: 'Er wordt niets verstuurd totdat je “Transcriberen” kiest.',
    proceed: 'Doorgaan',
    asking: 'Wachten op je toestemming…',
    askingHint: 'Je browser vraagt om de microfoon. Kies “Toestaan”.',
    failed: 'De microfoon kan niet worden gebruikt',
    problems: {
      insecure:
        'Deze pagina kan de microfoon niet gebruiken, omdat ze niet via HTTPS is geladen. Kies een bestand of neem contact op met support.',
      unsupported: 'Deze browser kan niet opnemen. Gebruik een andere browser of kies een bestand.',
      blocked:
        'De microfoon is geblokkeerd voor deze pagina. Sta hem toe in de site-instellingen van je browser en probeer het opnieuw.',
      dismissed: 'Je hebt de microfoon niet toegestaan. Probeer het opnieuw en kies “Toestaan”.',
      embedded:
        'De pagina rondom deze pagina staat de microfoon niet toe. Open deze pagina apart of neem contact op met support.',
      system:
        'Je apparaat laat deze browser de microfoon niet gebruiken. Sta dit toe in de privacyinstellingen van je apparaat en probeer het opnieuw.',
      'none-found': 'Er is geen microfoon gevonden. Sluit er een aan en probeer het opnieuw.',
      busy: 'De microfoon start niet. Sluit andere apps die hem misschien gebruiken en probeer het opnieuw.',
    },
    recording: 'Bezig met opnemen',
    elapsed: 'Opgenomen tijd',
    device: 'Microfoon',
    deviceNumber: (n) => `Microfoon ${number(n)}`,
    silent:
      'Er komt geen geluid binnen. Controleer of de juiste microfoon is gekozen en niet is gedempt.',
    interrupted: {
      unplugged:
        'De microfoon is losgekoppeld. Wat je hebt opgenomen, blijft bewaard. Sluit een microfoon aan om door te gaan.',
      permission:
        'Deze pagina mag de microfoon niet meer gebruiken. Wat je hebt opgenomen, blijft bewaard. Sta de microfoon toe om door te gaan.',
      taken:
        'De opname is onderbroken, bijvoorbeeld door een gesprek. Wat je daarvoor hebt opgenomen, blijft bewaard.',
    },
    finish: 'Stoppen',
    discard: 'Verwijderen',
    discardQuestion: 'Deze opname verwijderen? Je kunt haar niet terughalen.',
    keep: 'Behouden',
    saving: 'Opname wordt opgeslagen…',
    review: 'Je opname',
    reviewHint: 'Luister ernaar voordat je haar verstuurt.',
    noPlayback:
      'Je browser kan de opname hier niet afspelen, maar ze kan wel worden getranscribeerd.',
    transcribe: 'Transcriberen',
    goOn: 'Verder opnemen',
    endedBy: {
      limit: 'De opname is gestopt, omdat ze de maximale lengte heeft bereikt.',
      storage:
        'De opname is gestopt, omdat ze niet meer kon worden opgeslagen. Maak ruimte vrij op dit apparaat. Wat is opgeslagen, blijft bewaard.',
      left: 'Deze opname is nog niet verstuurd.',
    },
    unkept: 'Houd deze pagina open: je browser kan de opname niet bewaren.',
    unsent: 'Nog niet verstuurd:',
    open: 'Luisteren en versturen',
    finished: (time) => `Opname klaar: ${time}`,
  }),
};

export default translation;
