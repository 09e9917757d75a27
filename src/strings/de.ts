/** German. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'eine Audiodatei in einem anderen Format',
  'protected-audio': 'eine kopiergeschützte Aufnahme',
  video: 'ein Video in einem anderen Format',
  'silent-video': 'ein Video ohne Ton',
  picture: 'ein Bild',
  document: 'ein Dokument',
  archive: 'ein Archiv',
  program: 'ein Programm',
  text: 'eine Textdatei',
  'no-audio': 'eine Datei, die keine Aufnahme enthält',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Aufnahme transkribieren',
    labelReady: (title) => (title === '' ? 'Transkript einer Aufnahme' : `Transkript: ${title}`),
    drop: 'Aufnahme hierher ziehen',
    dropNow: 'Zum Transkribieren loslassen',
    or: 'oder',
    choose: 'Datei auswählen',
    otherFiles: 'andere Audio- und Videodateien',
    upTo: (amount) => `bis ${amount}`,
    offer: {
      interrupted: {
        heading: 'Noch nicht fertig:',
        hints: {
          nothing: '',
          permission: 'Ihr Browser fragt erneut, ob er die Datei lesen darf.',
          recording:
            'Wählen Sie dieselbe Datei noch einmal aus. Was schon hochgeladen ist, wird nicht erneut gesendet.',
        },
        sentAgain: 'Wählen Sie dieselbe Datei noch einmal aus. Der Upload beginnt von vorn.',
        accept: 'Upload fortsetzen',
        acceptUploaded: 'Fortsetzen',
        pick: 'Datei erneut auswählen',
        decline: 'Verwerfen',
      },
      'in-other-tab': {
        heading: 'Läuft in einem anderen Tab:',
        hints: {
          nothing: 'Wenn Sie hier fortfahren, stoppt der Vorgang im anderen Tab.',
          permission:
            'Wenn Sie hier fortfahren, stoppt der Vorgang im anderen Tab. Ihr Browser fragt, ob er die Datei lesen darf.',
          recording:
            'Wählen Sie dieselbe Datei aus, um hier fortzufahren. Der Vorgang im anderen Tab stoppt dann.',
        },
        accept: 'Hier fortfahren',
        acceptUploaded: 'Hier fortfahren',
        pick: 'Datei auswählen und hier fortfahren',
        decline: 'Nicht jetzt',
      },
    },
    alreadyUploaded: (percent) => `${percent} hochgeladen`,
    allUploaded: 'vollständig hochgeladen',
    anotherRecording: (title, size) =>
      `Das ist eine andere Datei. Wählen Sie „${title}“ (${size}) aus.`,
    recordingNeeded:
      'Ihr Browser kann diese Datei nicht mehr lesen. Wählen Sie sie erneut aus, um fortzufahren.',
    steps: { upload: 'Hochladen', transcribe: 'Transkribieren', read: 'Lesen' },
    stepsLabel: 'Fortschritt',
    checking: 'Datei wird geprüft\u00a0…',
    waiting: 'Bereit zum Hochladen',
    verifying: 'Datei wird mit dem bisherigen Upload verglichen\u00a0…',
    planning: 'Upload wird vorbereitet\u00a0…',
    uploading: 'Wird hochgeladen',
    completing: 'Upload wird abgeschlossen\u00a0…',
    offline: 'Sie sind offline',
    retrying: 'Verbindung unterbrochen',
    troubleHints: {
      offline: 'Der Upload geht weiter, sobald Sie wieder online sind.',
      retrying: 'Es wird automatisch erneut versucht.',
    },
    offlineUploaded: 'Das Transkript erscheint hier, sobald Sie wieder online sind.',
    partTry: (part, attempt) => `Teil ${number(part)}, Versuch ${number(attempt)}`,
    late: 'Bei dieser Geschwindigkeit läuft der Upload womöglich ab und beginnt von vorn. Eine schnellere Verbindung hilft.',
    uploadsAgain:
      'Der frühere Upload ist abgelaufen. Die Datei wird deshalb noch einmal hochgeladen.',
    unkept: 'Lassen Sie diese Seite geöffnet: Ihr Browser kann den Fortschritt nicht speichern.',
    paused: 'Pausiert',
    submitting: 'Transkription wird gestartet\u00a0…',
    transcribing: 'Wird transkribiert',
    taskStatus: {
      PENDING: 'In der Warteschlange',
      RECEIVED: 'In der Warteschlange',
      STARTED: 'Aufnahme wird geöffnet',
      PROGRESS: 'Sprache wird erkannt',
    },
    taskUnknown: 'In Bearbeitung',
    keepOpen: 'Das kann eine Weile dauern. Das Transkript erscheint hier, sobald es fertig ist.',
    uploadProgress: 'Upload-Fortschritt',
    amount: (stored, total) => `${stored} von ${total}`,
    partsUploaded: (stored, total) =>
      `${number(stored)} von ${count(total, { one: '# Teil', other: '# Teilen' })} hochgeladen`,
    speed: (amount) => `${amount}/s`,
    left: (time) => `noch ${time}`,
    start: 'Starten',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    another: 'Andere Datei auswählen',
    chooseAgain: 'Datei erneut auswählen',
    failed: 'Ein Fehler ist aufgetreten',
    failedBecause: {
      'unsupported-format': 'Diese Datei kann nicht verwendet werden',
      'file-empty': 'Diese Datei kann nicht verwendet werden',
      'file-too-large': 'Diese Datei kann nicht verwendet werden',
      'file-too-long': 'Diese Datei kann nicht verwendet werden',
      'file-changed': 'Die Datei hat sich geändert',
      'token-unavailable': 'Hochladen ist gerade nicht möglich',
      'not-authorized': 'Hochladen ist gerade nicht möglich',
      'plan-invalid': 'Der Upload konnte nicht gestartet werden',
      'etag-unreadable': 'Der Upload ist fehlgeschlagen',
      'storage-rejected': 'Der Upload ist fehlgeschlagen',
      'upload-expired': 'Der Upload ist abgelaufen',
      'integrity-mismatch': 'Der Upload ist fehlerhaft',
      network: 'Die Verbindung ist fehlgeschlagen',
      'no-sound': 'Kein Ton',
      'task-failed': 'Die Transkription ist fehlgeschlagen',
      'task-revoked': 'Die Transkription wurde abgebrochen',
      cancelled: 'Abgebrochen',
    },
    ready: 'Das Transkript ist fertig',
    readerLoading: 'Transkript wird geöffnet\u00a0…',
    readerFailed:
      'Das Transkript ist fertig, aber diese Seite konnte die Ansicht dafür nicht laden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    untitled: 'Unbenannte Aufnahme',
    required: 'Fügen Sie eine Aufnahme hinzu und warten Sie, bis die Transkription beginnt.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: '# Sekunde', other: '# Sekunden' });
    const lines = (value: number): string => count(value, { one: '# Satz', other: '# Sätze' });
    return {
      untitled: 'Transkript',
      newRecording: 'Neue Transkription',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0 ? count(speakers, { one: '# Sprecher', other: '# Sprecher' }) : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Audioplayer',
      play: 'Abspielen',
      pause: 'Pausieren',
      back: (by) => `${seconds(by)} zurück`,
      forward: (by) => `${seconds(by)} vor`,
      position: 'Position',
      positionValue: (position, length) => `${spoken(position)} von ${spoken(length)}`,
      speed: 'Wiedergabegeschwindigkeit',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Lautstärke',
      volumeValue: percent,
      mute: 'Ton ausschalten',
      unmute: 'Ton einschalten',
      muted: 'Ton aus',
      unmuted: 'Ton an',
      sound: 'Ton',
      skipSilence: 'Stille überspringen',
      skipSilenceOn: 'Stille wird übersprungen',
      skipSilenceOff: 'Stille wird nicht übersprungen',
      repeatPlaying: 'Aktuellen Satz wiederholen',
      repeating: (start, end) => `${start}–${end} wird wiederholt`,
      stopRepeating: 'Wiederholung beenden',
      stop: 'Beenden',
      playingOnly: (start, end) => `Nur ${start}–${end} wird abgespielt`,
      playOn: 'Weiter abspielen',
      more: 'Mehr',
      views: { paragraphs: 'Absätze', lines: 'Ein Satz pro Zeile' },
      noAudio: 'Für dieses Transkript ist kein Audio verfügbar.',
      audioFailed:
        'Das Audio kann nicht abgespielt werden. Sie können trotzdem das ganze Transkript lesen.',
      tryAgain: 'Erneut versuchen',
      chooseAudio: 'Audiodatei auswählen',
      chooseAudioHint: 'Die Datei wird nur auf diesem Gerät abgespielt und nicht hochgeladen.',
      seekRefused:
        'Dieses Audio kann nicht an einer anderen Stelle starten: Sein Server sendet es nur von Anfang an.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `Das Audio ist um ${by} länger als das Transkript. Vielleicht ist es eine andere Aufnahme.`
          : `Das Audio ist um ${by} kürzer als das Transkript. Vielleicht ist es eine andere Aufnahme.`,

      shortcuts: 'Tastenkürzel',
      shortcutsHint:
        'Klicken Sie zuerst auf den Player oder das Transkript, um diese Tastenkürzel zu verwenden.',
      characterKeys: 'Buchstaben, Ziffern und Zeichen als Tastenkürzel verwenden',
      closeShortcuts: 'Schließen',
      spaceKey: 'Leertaste',
      shortcut: {
        toggle: 'Abspielen oder pausieren',
        back: (by) => `${seconds(by)} zurück`,
        forward: (by) => `${seconds(by)} vor`,
        previous: 'Vorheriger Satz',
        next: 'Nächster Satz',
        repeat: 'Diesen Satz wiederholen oder Wiederholung beenden',
        slower: 'Langsamer',
        faster: 'Schneller',
        mute: 'Ton aus- oder einschalten',
        skipSilence: 'Stille überspringen oder abspielen',
        help: 'Tastenkürzel anzeigen',
      },

      transcript: 'Transkript',
      skipTranscript: 'Transkript überspringen',
      endOfTranscript: 'Ende des Transkripts',
      unknownSpeaker: 'Unbekannter Sprecher',
      numberedSpeaker: (nth) => `Sprecher ${nth}`,
      renameSpeaker: (name) => `${name} umbenennen`,
      playFrom: (clock) => `Ab ${clock} abspielen`,
      goTo: (clock) => `Zu ${clock} springen`,
      backTo: (clock) => `Zurück zu ${clock}`,
      notShown:
        'Das Transkript kann nicht angezeigt werden. Versuchen Sie es später erneut, oder wenden Sie sich an den Support.',
      noSpeech: 'In dieser Aufnahme wurde keine Sprache erkannt.',

      search: 'Transkript durchsuchen',
      previousHit: 'Vorheriger Treffer',
      nextHit: 'Nächster Treffer',
      closeSearch: 'Suche schließen',
      hitOf: (hit, total) => `Treffer ${number(hit)} von ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Keine Treffer',

      rowActions: (clock) => `Optionen für ${clock}`,
      playOnce: 'Nur diesen Satz abspielen',
      repeat: 'Diesen Satz wiederholen',
      copyLink: 'Link zu diesem Satz kopieren',
      copyPassageLink: 'Link zur ausgewählten Passage kopieren',
      linkCopied: 'Link kopiert',
      editorFailed:
        'Dieser Teil konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
      linkFailed: 'Ihr Browser hat das Kopieren des Links nicht zugelassen.',
      correctText: 'Text bearbeiten',
      changeSpeaker: 'Sprecher ändern',
      joinBefore: 'Mit dem vorherigen Satz verbinden',
      deleteLine: 'Diesen Satz löschen',
      startAt: (clock) => `Diesen Satz bei ${clock} beginnen lassen`,
      text: (clock) => `Text bei ${clock}`,
      save: 'Speichern',
      cancel: 'Abbrechen',
      editing: {
        saveNext: 'Speichern und weiter',
        savePrevious: 'Speichern und zurück',
        leave: 'Schließen und Entwurf behalten',
        discard: 'Änderungen verwerfen',
        repeat: 'Diesen Absatz wiederholen',
        whileTyping: 'Beim Bearbeiten von Text',
        newSpeaker: 'Neuer Name',
        fromCaret: 'Erst ab der Einfügemarke',
        fromHere: 'Ab hier spricht jemand anderes',
        draftKept: 'Entwurf behalten',
        draftAt: (clock) => `Nicht gespeicherter Text bei ${clock}`,
        continueDraft: 'Weiter bearbeiten',
      },
      replacing: {
        open: 'Ersetzen',
        with: 'Ersetzen durch',
        one: 'Diesen Treffer ersetzen',
        all: 'Alle ersetzen',
        skip: 'Überspringen',
        matchCase: 'Groß-/Kleinschreibung beachten',
        wholeWords: 'Ganze Wörter',
        done: (value) => `Ersetzte Treffer: ${number(value)}`,
        again: (value) => `${number(value)} weitere ändern?`,
      },
      readingWaveform: (fraction) => `Wellenform wird geladen: ${percent(fraction)}`,
      speakerName: 'Name',
      otherSpeakers: 'Andere Sprecher',
      applyTo: 'Anwenden auf',
      everywhere: (changed) => `Das ganze Transkript (${lines(changed)})`,
      thisPassage: (changed) => `Nur diesen Redebeitrag (${lines(changed)})`,
      thisLine: 'Nur diesen Satz',
      mergeWith: (name) => `Mit ${name} zusammenführen`,
      mergeHint: (into) => `${into} gibt es schon: Beide werden zu einem Sprecher.`,
      nameHint: 'Wer spricht?',
      nameSpeakers: 'Namen eingeben',
      dismissHint: 'Schließen',
      undo: 'Rückgängig',
      redo: 'Wiederherstellen',
      done: {
        renamed: (from, to) => `${from} heißt jetzt ${to}`,
        merged: (from, into) => `${from} und ${into} sind jetzt ein Sprecher`,
        assigned: (name) => `Sprecher in ${name} geändert`,
        corrected: 'Text gespeichert',
        undone: 'Korrektur rückgängig gemacht',
        redone: 'Korrektur wiederhergestellt',
        joined: 'Sätze verbunden',
        deleted: 'Satz gelöscht',
        startsAt: (clock) => `Dieser Satz beginnt jetzt bei ${clock}`,
      },
      editProblems: {
        'name-empty': 'Ein Sprecher braucht einen Namen. Geben Sie mindestens ein Zeichen ein.',
        'name-too-long': `Der Name darf höchstens ${number(120)} Zeichen lang sein. Kürzen Sie ihn.`,
        'name-taken':
          'Ein anderer Sprecher heißt schon so. Führen Sie die beiden stattdessen zusammen.',
        'speaker-unknown':
          'Diesen Sprecher gibt es im Transkript nicht mehr. Wählen Sie einen anderen aus.',
        'segment-unknown': 'Diesen Satz gibt es im Transkript nicht. Wählen Sie einen anderen aus.',
        'split-misplaced':
          'Ein Satz kann nur zwischen zwei seiner Wörter geteilt werden. Wählen Sie eine andere Stelle.',
      },

      takeAway: 'Exportieren',
      download: 'Herunterladen',
      downloadFormat: {
        txt: 'Reiner Text',
        srt: 'Untertitel (SubRip)',
        vtt: 'Untertitel (WebVTT)',
        json: 'Daten (JSON)',
        csv: 'Tabelle (CSV)',
        md: 'Markdown',
        docx: 'Word-Dokument',
      },
      exporting: {
        format: 'Format',
        names: 'Namen der Sprecher',
        times: 'Zeiten',
        timesOf: { none: 'Keine', turn: 'Pro Absatz', line: 'Pro Satz' },
        speakers: 'Sprecher',
        passage: 'Nur die ausgewählte Passage',
        withNames: 'mit Namen',
        withTimes: 'mit Zeiten',
      },
      downloadStarted: 'Download gestartet',
      downloadFailed:
        'Die Datei konnte nicht erstellt werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      copy: 'Kopieren',
      copied: 'Transkript kopiert',
      copyFailed:
        'Ihr Browser hat das Kopieren nicht zugelassen. Markieren Sie den Text und kopieren Sie ihn mit der Tastatur oder laden Sie das Transkript herunter.',
      print: 'Drucken',
      printFailed:
        'Ihr Browser hat das Drucken nicht zugelassen. Laden Sie das Word-Dokument herunter und drucken Sie es aus.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: {
        video: 'Der Ton Ihres Videos wird verwendet',
        audio: 'Aufnahme wird konvertiert',
      },
      converted: {
        video: (sizes) => `Ton Ihres Videos: ${sizes}`,
        audio: (sizes) => `Konvertierte Aufnahme: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Die Datei ist unvollständig. Die Aufnahme endet bei ${time}.`,
      progress: 'Fortschritt der Konvertierung',
      hint: 'Die Datei wird auf diesem Gerät konvertiert. Lassen Sie diese Seite geöffnet.',
      track: 'Tonspur',
      trackName: (track, language) =>
        `Tonspur ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Sie sind abgemeldet',
        'Melden Sie sich erneut an, zum Beispiel in einem anderen Tab. Danach geht es hier von selbst weiter.',
      ],
      intercepted: [
        'Verbindung unterbrochen',
        'Statt des Dienstes antwortet etwas anderes: der Offline-Modus dieser Seite, das Netzwerk eines Unternehmens oder eine Browser-Erweiterung.',
      ],
      merging: ['Upload wird abgeschlossen', 'Der Dienst setzt die Aufnahme zusammen.'],
    },
    transcribeAnyway: 'Trotzdem transkribieren',
  }),
  queue: ({ count, number }) => ({
    recordings: 'Aufnahmen',
    drop: 'Aufnahmen hierher ziehen',
    choose: 'Dateien auswählen',
    add: 'Dateien hinzufügen',
    readyOf: (ready, total) => `${number(ready)} von ${number(total)} fertig`,
    counts: {
      uploading: (items) => `${number(items)} wird hochgeladen`,
      transcribing: (items) => `${number(items)} in Transkription`,
      waiting: (items) => `${number(items)} wartend`,
      unfinished: (items) => `${number(items)} nicht abgeschlossen`,
      failed: (items) => `${number(items)} fehlgeschlagen`,
    },
    waiting: 'Wartet',
    ready: 'Fertig',
    unfinished: 'Nicht abgeschlossen',
    inOtherTab: 'Läuft in einem anderen Tab',
    open: 'Öffnen',
    remove: 'Entfernen',
    removed: (name) => `„${name}“ wurde entfernt.`,
    undo: 'Rückgängig',
    back: 'Alle Aufnahmen',
    chooseAll: 'Sie können alle fehlenden Dateien auf einmal auswählen oder hierher ziehen.',
    added: (items) =>
      count(items, { one: '# Aufnahme hinzugefügt', other: '# Aufnahmen hinzugefügt' }),
    duplicate: (name) => `„${name}“ ist schon in der Liste.`,
    duplicates: (files) => `${number(files)} dieser Dateien sind schon in der Liste.`,
    skipped: (files) =>
      count(files, {
        one: '# Datei im Ordner ist keine Aufnahme und wurde übersprungen.',
        other: '# Dateien im Ordner sind keine Aufnahmen und wurden übersprungen.',
      }),
    itemReady: (name) => `Das Transkript von „${name}“ ist fertig`,
    onlyOne: (name) => `Nur eine Aufnahme auf einmal: Nur „${name}“ wurde hinzugefügt.`,
    emptyFolder: (name) => `Im Ordner „${name}“ ist keine Aufnahme.`,
    droppedLink:
      'Das ist ein Link und keine Datei. Speichern Sie die Aufnahme zuerst auf diesem Gerät und wählen Sie sie dann dort aus.',
    droppedNothing:
      'Es ist keine Datei angekommen. Speichern Sie die Aufnahme zuerst auf diesem Gerät und wählen Sie sie dann dort aus.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `„${name}“ ist leer. Wählen Sie eine andere Aufnahme aus.`,
    'file-too-large': ({ name, size, limit }) =>
      `„${name}“ ist zu groß (${bytes(size)}, maximal ${bytes(limit)}). Wählen Sie eine kleinere Aufnahme aus.`,
    'file-too-long': ({ name, length, limit }) =>
      `„${name}“ ist zu lang (${duration(length)}, maximal ${duration(limit)}). Wählen Sie eine kürzere Aufnahme aus.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `„${name}“ wurde nicht als Aufnahme erkannt.`
          : `„${name}“ ist ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Wählen Sie eine MP3-, M4A- oder WAV-Datei aus.`;
    },
    'm4a-incomplete': ({ name }) =>
      `Die M4A-Datei „${name}“ ist unvollständig, weil ein Teil fehlt. Kopieren Sie sie noch einmal vom Aufnahmegerät oder wählen Sie eine andere Aufnahme aus.`,
    'convert-undecodable': ({ name, codec }) =>
      `Dieser Browser kann „${name}“${codec === '' ? '' : ` (${codec})`} nicht konvertieren. Speichern Sie die Datei in einer anderen App als MP3, M4A oder WAV und wählen Sie diese aus.`,
    'convert-unreadable': ({ name }) =>
      `„${name}“ kann nicht konvertiert werden, weil der Ton nicht lesbar ist. Prüfen Sie, ob sich die Datei abspielen lässt, oder wählen Sie eine MP3-, M4A- oder WAV-Datei aus.`,
    'convert-no-space': ({ name }) =>
      `Auf diesem Gerät ist nicht genug Speicherplatz frei, um „${name}“ zu konvertieren. Geben Sie Speicherplatz frei und versuchen Sie es erneut oder wählen Sie eine MP3-, M4A- oder WAV-Datei aus.`,
    'convert-too-long': ({ name }) =>
      `„${name}“ ist zu lang zum Konvertieren, weil diese Seite in Ihrem Browser keine Daten speichern kann. Beenden Sie den privaten Modus oder wählen Sie eine MP3-, M4A- oder WAV-Datei aus.`,
    'convert-unavailable': ({ name }) =>
      `Diese Seite kann „${name}“ nicht konvertieren. Wählen Sie eine MP3-, M4A- oder WAV-Datei aus.`,
    'file-unreadable': () =>
      'Die Datei ist nicht lesbar: Sie wurde verschoben, geändert oder gelöscht. Wählen Sie sie erneut aus.',
    'file-not-copied': () =>
      'Diese Seite kann die Datei nicht zuverlässig lesen, und für eine Kopie ist nicht genug Speicherplatz frei. Speichern Sie die Aufnahme zuerst auf diesem Gerät und wählen Sie sie dann dort aus.',
    'file-changed-while-uploading': () =>
      'Die Datei wurde während des Uploads geändert, verschoben oder gelöscht. Wählen Sie sie erneut aus. Schon hochgeladene Teile werden nicht noch einmal gesendet.',
    'file-gone': () =>
      'Der Upload dieser Aufnahme ist abgelaufen, und die Datei liegt dieser Seite nicht mehr vor. Wählen Sie sie erneut aus.',
    'another-file': ({ name, expected }) =>
      `„${name}“ ist nicht die Aufnahme, deren Upload unterbrochen wurde${expected === null ? '' : ` („${expected}“)`}: Der Inhalt ist anders. Wählen Sie die richtige Aufnahme aus oder versuchen Sie es erneut, um diese hier von Anfang an hochzuladen.`,
    network: () =>
      'Das Netzwerk ist nicht erreichbar oder blockiert diese Seite. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    'place-refuses': ({ host }) =>
      `„${host}“ ist erreichbar, aber etwas lässt diese Seite nicht zu: die Einstellungen dort, eine Browsererweiterung oder Ihr Netzwerk. Versuchen Sie es ohne Erweiterungen oder in einem anderen Netzwerk. Wenn das nicht hilft, wenden Sie sich an den Support.`,
    'place-unreachable': ({ host }) =>
      `„${host}“ ist nicht erreichbar, obwohl die Verbindung funktioniert. Eine Firewall, ein VPN oder eine Browsererweiterung blockiert die Adresse vielleicht. Prüfen Sie das und versuchen Sie es erneut.`,
    'service-busy': () =>
      'Der Dienst ist überlastet oder nicht verfügbar. Es ist nichts verloren gegangen. Versuchen Sie es gleich noch einmal.',
    'response-unreadable': () =>
      'Der Dienst hat eine unlesbare Antwort gesendet. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support.',
    'payment-required': () =>
      'Der Transkriptionsdienst nimmt diese Aufnahme erst nach einer Zahlung an. Wenden Sie sich an den Support und versuchen Sie es dann erneut.',
    'recording-too-large': () =>
      'Diese Aufnahme ist zu groß für den Transkriptionsdienst. Wählen Sie eine kleinere aus.',
    'recording-refused': () =>
      'Der Transkriptionsdienst hat diese Aufnahme nicht angenommen. Wählen Sie eine andere aus. Wenn das nicht hilft, wenden Sie sich an den Support.',
    'result-unreadable': () =>
      'Die Transkription ist beendet, aber das Ergebnis ist nicht lesbar. Wenden Sie sich an den Support.',
    'submission-unknown': () =>
      'Es ist unklar, ob die Transkription begonnen hat, weil die Antwort verloren ging. Wenn Sie es erneut versuchen, wird die Aufnahme eventuell zweimal transkribiert und berechnet.',
    'key-reused': () =>
      'Diese Aufnahme wird eventuell schon transkribiert, mit anderen Einstellungen oder aus einem früheren Upload. Wenn Sie es erneut versuchen, wird sie eventuell zweimal transkribiert und berechnet.',
    'token-unavailable': () =>
      'Diese Seite hat keine Berechtigung zum Hochladen erhalten. Melden Sie sich erneut an oder laden Sie die Seite neu und versuchen Sie es dann noch einmal.',
    'upload-not-allowed': () =>
      'Der Dienst erlaubt dieser Seite das Hochladen nicht. Melden Sie sich erneut an oder laden Sie die Seite neu und versuchen Sie es dann noch einmal.',
    'not-signed-in': () =>
      'Sie sind nicht angemeldet, oder diese Seite darf nicht transkribieren. Melden Sie sich erneut an oder laden Sie die Seite neu und versuchen Sie es dann noch einmal.',
    'another-user': () =>
      'Seit dieser Auswahl hat sich eine andere Person angemeldet, deshalb wurde die Aufnahme nicht transkribiert. Wählen Sie sie noch einmal aus, um sie für die jetzt angemeldete Person zu transkribieren.',
    'backend-unavailable': () =>
      'Diese Seite kann gerade nicht transkribieren. Versuchen Sie es später erneut. Wenn das wieder passiert, wenden Sie sich an den Support.',
    'backend-refused': () =>
      'Der Transkriptionsdienst hat die Anfrage dieser Seite nicht angenommen. Wenden Sie sich an den Support.',
    'task-unknown': () => 'Diese Transkription existiert nicht oder gehört jemand anderem.',
    'task-unavailable': () =>
      'Die Transkription wurde nicht gefunden. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support.',
    'upload-expired': () =>
      'Dieser Upload ist abgelaufen. Versuchen Sie es erneut, um die Aufnahme von Anfang an hochzuladen.',
    'upload-not-assembled': () =>
      'Der Dienst konnte die Teile dieser Aufnahme nicht zusammensetzen. Versuchen Sie es erneut, um sie noch einmal hochzuladen.',
    'upload-differs': () =>
      'Die hochgeladene Aufnahme weicht von der Datei auf diesem Gerät ab. Versuchen Sie es erneut, um sie noch einmal hochzuladen.',
    'part-damaged': () =>
      'Ein Teil der Aufnahme wurde bei der Übertragung mehrmals beschädigt. Versuchen Sie es in einem anderen Netzwerk erneut.',
    'storage-rejected': () =>
      'Der Speicherserver hat die Aufnahme nicht angenommen. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support.',
    'storage-set-up': () =>
      'Der Speicherserver ist für diesen Upload nicht richtig eingerichtet. Wenden Sie sich an den Support und versuchen Sie es dann erneut.',
    'storage-clock': () =>
      'Der Speicherserver hat den Upload abgelehnt, weil eine Uhr des Transkriptionsdienstes falsch geht. Wenden Sie sich an den Support und versuchen Sie es dann erneut.',
    'storage-full': () =>
      'Der Speicherserver ist voll oder nimmt keine Aufnahme dieser Größe an. Wenden Sie sich an den Support oder versuchen Sie es später erneut.',
    'etag-unreadable': () =>
      'Der Upload kann nicht abgeschlossen werden, weil diese Seite den ETag-Header des Speicherservers nicht lesen kann. Vielleicht verbirgt ihn eine Browser-Erweiterung: Versuchen Sie es ohne Erweiterungen. Sonst muss der Server „Access-Control-Expose-Headers: ETag“ senden.',
    'plan-invalid': () =>
      'Der Dienst hat einen Upload-Plan gesendet, der nicht zu dieser Datei passt. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support.',
    stopped: () => 'Die Transkription wurde abgebrochen. Sie können es jederzeit erneut versuchen.',
    unexpected: () =>
      'Ein unerwarteter Fehler ist aufgetreten. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support.',
    'no-sound': () => 'In dieser Aufnahme ist nichts zu hören. Trotzdem transkribieren?',
    'task-failed': ({ again }) =>
      `Der Dienst konnte diese Aufnahme nicht transkribieren.${again ? ' Prüfen Sie, ob sie sich abspielen lässt, und versuchen Sie es erneut.' : ''}`,
    'task-revoked': ({ again }) =>
      `Der Dienst hat die Transkription abgebrochen.${again ? ' Versuchen Sie es erneut, um sie neu zu starten.' : ''}`,
    'signed-out-page': () =>
      'Statt des Dienstes hat eine Webseite geantwortet, wahrscheinlich weil Sie abgemeldet sind. Melden Sie sich erneut an oder laden Sie die Seite neu und versuchen Sie es dann noch einmal.',
    'answered-by-another': () =>
      'Statt des Dienstes antwortet etwas anderes: der Offline-Modus dieser Seite, das Netzwerk eines Unternehmens oder eine Browser-Erweiterung.',
    'not-set-up': ({ detail }) =>
      `Diese Seite ist nicht für die Transkription eingerichtet: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Aufnehmen',
    fileName: 'Aufnahme',
    heading: 'Mit dem Mikrofon aufnehmen',
    explain:
      'Ihr Browser fragt gleich, ob diese Seite Ihr Mikrofon verwenden darf. Wählen Sie „Zulassen“.',
    privacy: 'Es wird nichts gesendet, bis Sie auf „Transkribieren“ klicken.',
    proceed: 'Weiter',
    asking: 'Warten auf Ihre Erlaubnis …',
    askingHint: 'Ihr Browser fragt nach dem Mikrofon. Wählen Sie „Zulassen“.',
    failed: 'Das Mikrofon kann nicht verwendet werden',
    problems: {
      insecure:
        'Diese Seite kann das Mikrofon nicht verwenden, weil sie nicht über HTTPS geladen wurde. Wählen Sie stattdessen eine Datei aus oder wenden Sie sich an den Support.',
      unsupported:
        'Dieser Browser kann nicht aufnehmen. Verwenden Sie einen anderen Browser oder wählen Sie stattdessen eine Datei aus.',
      blocked:
        'Das Mikrofon ist für diese Seite gesperrt. Erlauben Sie es in den Website-Einstellungen Ihres Browsers und versuchen Sie es erneut.',
      dismissed:
        'Sie haben das Mikrofon nicht zugelassen. Versuchen Sie es erneut und wählen Sie „Zulassen“.',
      embedded:
        'Die Seite, in die diese eingebettet ist, lässt das Mikrofon nicht zu. Öffnen Sie diese Seite einzeln oder wenden Sie sich an den Support.',
      system:
        'Ihr Gerät lässt diesen Browser das Mikrofon nicht verwenden. Erlauben Sie es in den Datenschutzeinstellungen Ihres Geräts und versuchen Sie es erneut.',
      'none-found':
        'Es wurde kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es erneut.',
      busy: 'Das Mikrofon startet nicht. Schließen Sie andere Apps, die es vielleicht verwenden, und versuchen Sie es erneut.',
    },
    recording: 'Aufnahme läuft',
    elapsed: 'Aufgenommene Zeit',
    device: 'Mikrofon',
    deviceNumber: (n) => `Mikrofon ${number(n)}`,
    silent:
      'Es kommt kein Ton an. Prüfen Sie, ob das richtige Mikrofon ausgewählt und nicht stummgeschaltet ist.',
    interrupted: {
      unplugged:
        'Das Mikrofon wurde getrennt. Das Aufgenommene bleibt erhalten. Schließen Sie ein Mikrofon an, um fortzufahren.',
      permission:
        'Diese Seite darf das Mikrofon nicht mehr verwenden. Das Aufgenommene bleibt erhalten. Lassen Sie das Mikrofon zu, um fortzufahren.',
      taken:
        'Die Aufnahme wurde unterbrochen, zum Beispiel durch einen Anruf. Das bis dahin Aufgenommene bleibt erhalten.',
    },
    finish: 'Fertig',
    discard: 'Verwerfen',
    discardQuestion: 'Diese Aufnahme verwerfen? Sie lässt sich nicht wiederherstellen.',
    keep: 'Behalten',
    saving: 'Aufnahme wird gespeichert …',
    review: 'Ihre Aufnahme',
    reviewHint: 'Hören Sie sie an, bevor Sie sie senden.',
    noPlayback:
      'Ihr Browser kann die Aufnahme hier nicht abspielen. Transkribiert werden kann sie trotzdem.',
    transcribe: 'Transkribieren',
    goOn: 'Weiter aufnehmen',
    endedBy: {
      limit: 'Die Aufnahme wurde beendet, weil sie die hier erlaubte Höchstlänge erreicht hat.',
      storage:
        'Die Aufnahme wurde beendet, weil sie nicht mehr gespeichert werden konnte. Geben Sie Speicherplatz auf diesem Gerät frei. Was gespeichert wurde, bleibt erhalten.',
      left: 'Diese Aufnahme wurde noch nicht gesendet.',
    },
    unkept: 'Lassen Sie diese Seite geöffnet: Ihr Browser kann die Aufnahme nicht speichern.',
    unsent: 'Noch nicht gesendet:',
    open: 'Anhören und senden',
    finished: (time) => `Aufnahme beendet: ${time}`,
  }),
};

export default translation;
