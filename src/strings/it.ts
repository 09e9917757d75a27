/** Italian. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'un file audio in un altro formato',
  'protected-audio': 'una registrazione protetta da copia',
  video: 'un video in un altro formato',
  'silent-video': 'un video senza audio',
  picture: 'un’immagine',
  document: 'un documento',
  archive: 'un archivio',
  program: 'un programma',
  text: 'un file di testo',
  'no-audio': 'un file che non contiene registrazioni',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Trascrivi una registrazione',
    labelReady: (title) =>
      title === '' ? 'Trascrizione di una registrazione' : `Trascrizione: ${title}`,
    drop: 'Trascina qui una registrazione',
    dropNow: 'Rilascia per trascrivere',
    or: 'oppure',
    choose: 'Scegli un file',
    otherFiles: 'altri file audio e video',
    upTo: (amount) => `fino a ${amount}`,
    offer: {
      interrupted: {
        heading: 'Trascrizione da completare:',
        hints: {
          nothing: '',
          permission: 'Il browser chiederà di nuovo il permesso di leggere il file.',
          recording:
            'Scegli di nuovo lo stesso file. Ciò che è già stato caricato non verrà inviato un’altra volta.',
        },
        sentAgain: 'Scegli di nuovo lo stesso file. Il caricamento ricomincerà da capo.',
        accept: 'Riprendi il caricamento',
        acceptUploaded: 'Riprendi',
        pick: 'Scegli di nuovo il file',
        decline: 'Scarta',
      },
      'in-other-tab': {
        heading: 'In corso in un’altra scheda:',
        hints: {
          nothing: 'Se continui qui, l’operazione si interromperà nell’altra scheda.',
          permission:
            'Se continui qui, l’operazione si interromperà nell’altra scheda. Il browser chiederà il permesso di leggere il file.',
          recording:
            'Per continuare qui, scegli lo stesso file. L’operazione si interromperà nell’altra scheda.',
        },
        accept: 'Continua qui',
        acceptUploaded: 'Continua qui',
        pick: 'Scegli il file e continua qui',
        decline: 'Non ora',
      },
    },
    alreadyUploaded: (percent) => `${percent} caricato`,
    allUploaded: 'caricamento completato',
    anotherRecording: (title, size) => `Questo è un altro file. Scegli “${title}” (${size}).`,
    recordingNeeded:
      'Il browser non può più leggere questo file. Sceglilo di nuovo per continuare.',
    steps: { upload: 'Caricamento', transcribe: 'Trascrizione', read: 'Lettura' },
    stepsLabel: 'Avanzamento',
    checking: 'Controllo del file…',
    waiting: 'Pronto per il caricamento',
    verifying: 'Confronto del file con quanto già caricato…',
    planning: 'Preparazione del caricamento…',
    uploading: 'Caricamento in corso',
    completing: 'Completamento del caricamento…',
    offline: 'Sei offline',
    retrying: 'Connessione interrotta',
    troubleHints: {
      offline: 'Il caricamento riprenderà quando tornerai online.',
      retrying: 'Verrà fatto automaticamente un nuovo tentativo.',
    },
    offlineUploaded: 'La trascrizione apparirà qui quando tornerai online.',
    partTry: (part, attempt) => `parte ${number(part)}, tentativo ${number(attempt)}`,
    late: 'A questa velocità il caricamento potrebbe scadere e ricominciare da capo. Una connessione più veloce può aiutare.',
    uploadsAgain: 'Il caricamento precedente è scaduto, quindi il file viene caricato di nuovo.',
    unkept: 'Tieni aperta questa pagina: il browser non può salvare l’avanzamento.',
    paused: 'In pausa',
    submitting: 'Avvio della trascrizione…',
    transcribing: 'Trascrizione in corso',
    taskStatus: {
      PENDING: 'In coda',
      RECEIVED: 'In coda',
      STARTED: 'Apertura della registrazione',
      PROGRESS: 'Riconoscimento vocale',
    },
    taskUnknown: 'In corso',
    keepOpen: 'Potrebbe volerci un po’. La trascrizione apparirà qui quando sarà pronta.',
    uploadProgress: 'Avanzamento del caricamento',
    amount: (stored, total) => `${stored} di ${total}`,
    partsUploaded: (stored, total) =>
      count(total, {
        one: `${number(stored)} di # parte caricata`,
        many: `${number(stored)} di # di parti caricate`,
        other: `${number(stored)} di # parti caricate`,
      }),
    speed: (amount) => `${amount}/s`,
    left: (time) => `ancora ${time}`,
    start: 'Inizia',
    pause: 'Pausa',
    resume: 'Riprendi',
    cancel: 'Annulla',
    retry: 'Riprova',
    another: 'Scegli un altro file',
    chooseAgain: 'Scegli di nuovo il file',
    failed: 'Qualcosa è andato storto',
    failedBecause: {
      'unsupported-format': 'Impossibile usare questo file',
      'file-empty': 'Impossibile usare questo file',
      'file-too-large': 'Impossibile usare questo file',
      'file-too-long': 'Impossibile usare questo file',
      'file-changed': 'Il file è cambiato',
      'token-unavailable': 'Caricamento al momento non possibile',
      'not-authorized': 'Caricamento al momento non possibile',
      'plan-invalid': 'Impossibile avviare il caricamento',
      'etag-unreadable': 'Caricamento non riuscito',
      'storage-rejected': 'Caricamento non riuscito',
      'upload-expired': 'Caricamento scaduto',
      'integrity-mismatch': 'Errori nel caricamento',
      network: 'Connessione non riuscita',
      'no-sound': 'Nessun suono',
      'task-failed': 'Trascrizione non riuscita',
      'task-revoked': 'Trascrizione interrotta',
      cancelled: 'Trascrizione annullata',
    },
    ready: 'La trascrizione è pronta',
    readerLoading: 'Apertura della trascrizione…',
    readerFailed:
      'La trascrizione è pronta, ma questa pagina non è riuscita a caricare il modulo che la mostra. Controlla la connessione e riprova.',
    untitled: 'Registrazione senza nome',
    required: 'Aggiungi una registrazione e attendi l’inizio della trascrizione.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: '# secondo', many: '# di secondi', other: '# secondi' });
    const lines = (value: number): string =>
      count(value, { one: '# frase', many: '# di frasi', other: '# frasi' });
    return {
      untitled: 'Trascrizione',
      newRecording: 'Nuova trascrizione',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, {
                one: '# interlocutore',
                many: '# di interlocutori',
                other: '# interlocutori',
              })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Lettore audio',
      play: 'Riproduci',
      pause: 'Metti in pausa',
      back: (by) => `Indietro di ${seconds(by)}`,
      forward: (by) => `Avanti di ${seconds(by)}`,
      position: 'Posizione',
      positionValue: (position, length) => `${spoken(position)} su ${spoken(length)}`,
      speed: 'Velocità di riproduzione',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Volume',
      volumeValue: percent,
      mute: 'Disattiva audio',
      unmute: 'Attiva audio',
      muted: 'Audio disattivato',
      unmuted: 'Audio attivato',
      sound: 'Audio',
      skipSilence: 'Salta i silenzi',
      skipSilenceOn: 'I silenzi vengono saltati',
      skipSilenceOff: 'I silenzi vengono riprodotti',
      repeatPlaying: 'Ripeti la frase in riproduzione',
      repeating: (start, end) => `Ripetizione: ${start}–${end}`,
      stopRepeating: 'Interrompi ripetizione',
      stop: 'Interrompi',
      playingOnly: (start, end) => `Riproduzione: solo ${start}–${end}`,
      playOn: 'Continua la riproduzione',
      more: 'Altro',
      views: { paragraphs: 'Paragrafi', lines: 'Una frase per riga' },
      noAudio: 'Per questa trascrizione non è disponibile l’audio.',
      audioFailed: 'Impossibile riprodurre l’audio. Puoi comunque leggere tutta la trascrizione.',
      tryAgain: 'Riprova',
      chooseAudio: 'Scegli il file audio',
      chooseAudioHint: 'Il file viene riprodotto solo su questo dispositivo. Non viene caricato.',
      seekRefused:
        'Questo audio non può iniziare da un altro punto: il suo server lo invia solo dall’inizio.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `L’audio dura ${by} in più rispetto alla trascrizione. Forse è un’altra registrazione.`
          : `L’audio dura ${by} in meno rispetto alla trascrizione. Forse è un’altra registrazione.`,

      shortcuts: 'Scorciatoie da tastiera',
      shortcutsHint:
        'Per usare queste scorciatoie, fai prima clic sul lettore o sulla trascrizione.',
      characterKeys: 'Usa lettere, cifre e simboli come scorciatoie',
      closeShortcuts: 'Chiudi',
      spaceKey: 'Spazio',
      shortcut: {
        toggle: 'Riproduci o metti in pausa',
        back: (by) => `Indietro di ${seconds(by)}`,
        forward: (by) => `Avanti di ${seconds(by)}`,
        previous: 'Frase precedente',
        next: 'Frase successiva',
        repeat: 'Ripeti questa frase o interrompi la ripetizione',
        slower: 'Più lento',
        faster: 'Più veloce',
        mute: 'Disattiva o attiva l’audio',
        skipSilence: 'Salta o riproduci i silenzi',
        help: 'Mostra le scorciatoie da tastiera',
      },

      transcript: 'Trascrizione',
      skipTranscript: 'Salta la trascrizione',
      endOfTranscript: 'Fine della trascrizione',
      unknownSpeaker: 'Interlocutore sconosciuto',
      numberedSpeaker: (nth) => `Interlocutore ${nth}`,
      renameSpeaker: (name) => `Rinomina ${name}`,
      playFrom: (clock) => `Riproduci da ${clock}`,
      goTo: (clock) => `Vai a ${clock}`,
      backTo: (clock) => `Torna a ${clock}`,
      notShown: 'Impossibile mostrare la trascrizione. Riprova più tardi o contatta l’assistenza.',
      noSpeech: 'In questa registrazione non è stato rilevato parlato.',

      search: 'Cerca nella trascrizione',
      previousHit: 'Risultato precedente',
      nextHit: 'Risultato successivo',
      closeSearch: 'Chiudi la ricerca',
      hitOf: (hit, total) => `Risultato ${number(hit)} di ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Nessun risultato',

      rowActions: (clock) => `Opzioni per ${clock}`,
      playOnce: 'Riproduci solo questa frase',
      repeat: 'Ripeti questa frase',
      copyLink: 'Copia il link a questa frase',
      copyPassageLink: 'Copia il link al passaggio selezionato',
      linkCopied: 'Link copiato',
      editorFailed: 'Impossibile caricare questa parte. Controlla la connessione e riprova.',
      linkFailed: 'Il browser non ha consentito di copiare il link.',
      correctText: 'Modifica testo',
      changeSpeaker: 'Cambia interlocutore',
      joinBefore: 'Unisci alla frase precedente',
      deleteLine: 'Elimina questa frase',
      startAt: (clock) => `Fai iniziare questa frase a ${clock}`,
      text: (clock) => `Testo a ${clock}`,
      save: 'Salva',
      cancel: 'Annulla',
      editing: {
        saveNext: 'Salva e continua',
        savePrevious: 'Salva e torna indietro',
        leave: 'Chiudi e conserva la bozza',
        discard: 'Scarta le modifiche',
        repeat: 'Ripeti questo paragrafo',
        whileTyping: 'Durante la modifica del testo',
        newSpeaker: 'Nuovo nome',
        fromCaret: 'Solo dal cursore in poi',
        fromHere: 'Da qui parla qualcun altro',
        draftKept: 'Bozza conservata',
        draftAt: (clock) => `Testo non salvato a ${clock}`,
        continueDraft: 'Continua la modifica',
      },
      replacing: {
        open: 'Sostituisci',
        with: 'Sostituisci con',
        one: 'Sostituisci questo risultato',
        all: 'Sostituisci tutto',
        skip: 'Salta',
        matchCase: 'Maiuscole/minuscole',
        wholeWords: 'Parole intere',
        done: (value) => `Risultati sostituiti: ${number(value)}`,
        again: (value) => `Cambiarne altri ${number(value)}?`,
      },
      readingWaveform: (fraction) => `Caricamento della forma d’onda: ${percent(fraction)}`,
      speakerName: 'Nome',
      otherSpeakers: 'Altri interlocutori',
      applyTo: 'Applica a',
      everywhere: (changed) => `Tutta la trascrizione (${lines(changed)})`,
      thisPassage: (changed) => `Solo questo intervento (${lines(changed)})`,
      thisLine: 'Solo questa frase',
      mergeWith: (name) => `Unisci a ${name}`,
      mergeHint: (into) => `${into} esiste già: i due diventeranno un solo interlocutore.`,
      nameHint: 'Chi sta parlando?',
      nameSpeakers: 'Aggiungi i nomi',
      dismissHint: 'Chiudi',
      undo: 'Annulla',
      redo: 'Ripristina',
      done: {
        renamed: (from, to) => `${from} ora è ${to}`,
        merged: (from, into) => `${from} e ${into} ora sono un solo interlocutore`,
        assigned: (name) => `Nuovo interlocutore: ${name}`,
        corrected: 'Testo salvato',
        undone: 'Correzione annullata',
        redone: 'Correzione ripristinata',
        joined: 'Frasi unite',
        deleted: 'Frase eliminata',
        startsAt: (clock) => `Questa frase ora inizia a ${clock}`,
      },
      editProblems: {
        'name-empty': 'L’interlocutore deve avere un nome. Inserisci almeno un carattere.',
        'name-too-long': `Il nome di un interlocutore può avere al massimo ${number(120)} caratteri. Abbrevialo.`,
        'name-taken': 'Un altro interlocutore ha già questo nome. Unisci i due.',
        'speaker-unknown': 'Questo interlocutore non è più nella trascrizione. Scegline un altro.',
        'segment-unknown': 'Questa frase non esiste nella trascrizione. Scegline un’altra.',
        'split-misplaced':
          'Una frase si può dividere solo tra due delle sue parole. Scegli un altro punto.',
      },

      takeAway: 'Esporta',
      download: 'Scarica',
      downloadFormat: {
        txt: 'Testo semplice',
        srt: 'Sottotitoli (SubRip)',
        vtt: 'Sottotitoli (WebVTT)',
        json: 'Dati (JSON)',
        csv: 'Foglio di calcolo (CSV)',
        md: 'Markdown',
        docx: 'Documento Word',
      },
      exporting: {
        format: 'Formato',
        names: 'Nomi degli interlocutori',
        times: 'Tempi',
        timesOf: { none: 'Nessuno', turn: 'Per paragrafo', line: 'Per frase' },
        speakers: 'Interlocutori',
        passage: 'Solo il passaggio selezionato',
        withNames: 'con i nomi',
        withTimes: 'con i tempi',
      },
      downloadStarted: 'Download avviato',
      downloadFailed: 'Impossibile creare il file. Controlla la connessione e riprova.',
      copy: 'Copia',
      copied: 'Trascrizione copiata',
      copyFailed:
        'Il browser non ha consentito la copia. Seleziona il testo e copialo con la tastiera, oppure scarica la trascrizione.',
      print: 'Stampa',
      printFailed: 'Il browser non ha consentito la stampa. Scarica il documento Word e stampalo.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Uso dell’audio del video', audio: 'Conversione della registrazione' },
      converted: {
        video: (sizes) => `Audio del video: ${sizes}`,
        audio: (sizes) => `Registrazione convertita: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Il file è incompleto. La registrazione termina a ${time}.`,
      progress: 'Avanzamento della conversione',
      hint: 'Il file viene convertito su questo dispositivo. Tieni aperta questa pagina.',
      track: 'Traccia audio',
      trackName: (track, language) =>
        `Traccia ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'La sessione è scaduta',
        'Accedi di nuovo, per esempio in un’altra scheda. Poi il lavoro continuerà qui automaticamente.',
      ],
      intercepted: [
        'Connessione interrotta',
        'Al posto del servizio risponde qualcos’altro: la modalità offline di questa pagina, la rete di un’azienda o un’estensione del browser.',
      ],
      merging: [
        'Completamento del caricamento',
        'Il servizio sta unendo le parti della registrazione.',
      ],
    },
    transcribeAnyway: 'Trascrivi comunque',
  }),
  queue: ({ count, number }) => ({
    recordings: 'Registrazioni',
    drop: 'Trascina qui le registrazioni',
    choose: 'Scegli i file',
    add: 'Aggiungi file',
    readyOf: (ready, total) => `${number(ready)} di ${number(total)} pronte`,
    counts: {
      uploading: (items) => `in caricamento: ${number(items)}`,
      transcribing: (items) => `in trascrizione: ${number(items)}`,
      waiting: (items) => `in attesa: ${number(items)}`,
      unfinished: (items) => `da completare: ${number(items)}`,
      failed: (items) => `non riuscite: ${number(items)}`,
    },
    waiting: 'In attesa',
    ready: 'Pronta',
    unfinished: 'Da completare',
    inOtherTab: 'In corso in un’altra scheda',
    open: 'Apri',
    remove: 'Rimuovi',
    removed: (name) => `“${name}” è stato rimosso.`,
    undo: 'Annulla',
    back: 'Tutte le registrazioni',
    chooseAll: 'Puoi scegliere o trascinare tutti i file mancanti in una volta.',
    added: (items) =>
      count(items, { one: '# registrazione aggiunta', other: '# registrazioni aggiunte' }),
    duplicate: (name) => `“${name}” è già nell’elenco.`,
    duplicates: (files) => `${number(files)} di questi file sono già nell’elenco.`,
    skipped: (files) =>
      count(files, {
        one: '# file nella cartella non è una registrazione ed è stato ignorato.',
        other: '# file nella cartella non sono registrazioni e sono stati ignorati.',
      }),
    itemReady: (name) => `La trascrizione di “${name}” è pronta`,
    onlyOne: (name) => `Una sola registrazione alla volta: è stata aggiunta solo “${name}”.`,
    emptyFolder: (name) => `Non c’è nessuna registrazione nella cartella “${name}”.`,
    droppedLink:
      'Questo è un link, non un file. Salva prima la registrazione su questo dispositivo, poi sceglila da lì.',
    droppedNothing:
      'Non è arrivato nessun file. Salva prima la registrazione su questo dispositivo, poi sceglila da lì.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” è vuoto. Scegli un’altra registrazione.`,
    'file-too-large': ({ name, size, limit }) =>
      `“${name}” è troppo grande (${bytes(size)}; limite: ${bytes(limit)}). Scegli una registrazione più piccola.`,
    'file-too-long': ({ name, length, limit }) =>
      `“${name}” è troppo lungo (${duration(length)}; limite: ${duration(limit)}). Scegli una registrazione più breve.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `“${name}” non è una registrazione riconosciuta.`
          : `“${name}” è ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Scegli un file MP3, M4A o WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `Il file M4A “${name}” è incompleto: ne manca una parte. Copialo di nuovo dal dispositivo di registrazione o scegli un’altra registrazione.`,
    'convert-undecodable': ({ name, codec }) =>
      `Questo browser non può convertire “${name}”${codec === '' ? '' : ` (${codec})`}. Salva il file in formato MP3, M4A o WAV con un’altra app, poi scegli quel file.`,
    'convert-unreadable': ({ name }) =>
      `Impossibile convertire “${name}” perché l’audio non è leggibile. Controlla che il file si riproduca o scegli un file MP3, M4A o WAV.`,
    'convert-no-space': ({ name }) =>
      `Su questo dispositivo non c’è abbastanza spazio libero per convertire “${name}”. Libera spazio e riprova, oppure scegli un file MP3, M4A o WAV.`,
    'convert-too-long': ({ name }) =>
      `“${name}” è troppo lungo per essere convertito, perché questo browser non permette alla pagina di salvare dati. Esci dalla navigazione privata o scegli un file MP3, M4A o WAV.`,
    'convert-unavailable': ({ name }) =>
      `Questa pagina non può convertire “${name}”. Scegli un file MP3, M4A o WAV.`,
    'file-unreadable': () =>
      'Impossibile leggere il file: è stato spostato, modificato o eliminato. Sceglilo di nuovo.',
    'file-not-copied': () =>
      'Questa pagina non riesce a leggere il file in modo affidabile e non c’è abbastanza spazio libero per copiarlo. Salva prima la registrazione su questo dispositivo, poi sceglila da lì.',
    'file-changed-while-uploading': () =>
      'Il file è stato modificato, spostato o eliminato durante il caricamento. Sceglilo di nuovo. Le parti già caricate non verranno inviate un’altra volta.',
    'file-gone': () =>
      'Il caricamento di questa registrazione è scaduto e questa pagina non ha più il file. Sceglilo di nuovo.',
    'another-file': ({ name, expected }) =>
      `“${name}” non è la registrazione il cui caricamento è stato interrotto${expected === null ? '' : ` (“${expected}”)`}: il contenuto è diverso. Scegli la registrazione giusta o riprova per caricare questa da capo.`,
    network: () =>
      'La rete non è raggiungibile o blocca questa pagina. Controlla la connessione e riprova.',
    'place-refuses': ({ host }) =>
      `“${host}” è raggiungibile, ma qualcosa impedisce a questa pagina di usarlo: le sue impostazioni, un’estensione del browser o la rete. Riprova senza estensioni o su un’altra rete. Se non basta, contatta l’assistenza.`,
    'place-unreachable': ({ host }) =>
      `“${host}” non è raggiungibile, anche se la connessione funziona. Forse lo blocca un firewall, una VPN o un’estensione del browser. Controlla e riprova.`,
    'service-busy': () =>
      'Il servizio è sovraccarico o non disponibile. Non è andato perso nulla. Riprova tra poco.',
    'response-unreadable': () =>
      'Il servizio ha inviato una risposta illeggibile. Riprova. Se succede di nuovo, contatta l’assistenza.',
    'payment-required': () =>
      'Il servizio di trascrizione richiede un pagamento prima di accettare questa registrazione. Contatta l’assistenza, poi riprova.',
    'recording-too-large': () =>
      'Questa registrazione è troppo grande per il servizio di trascrizione. Scegline una più piccola.',
    'recording-refused': () =>
      'Il servizio di trascrizione non ha accettato questa registrazione. Scegline un’altra. Se il problema persiste, contatta l’assistenza.',
    'result-unreadable': () =>
      'La trascrizione è terminata, ma il risultato è illeggibile. Contatta l’assistenza.',
    'submission-unknown': () =>
      'Non è possibile sapere se la trascrizione sia iniziata, perché la risposta è andata persa. Se riprovi, la registrazione potrebbe essere trascritta e addebitata due volte.',
    'key-reused': () =>
      'La trascrizione di questa registrazione potrebbe essere già iniziata, con altre impostazioni o da un caricamento precedente. Se riprovi, la registrazione potrebbe essere trascritta e addebitata due volte.',
    'token-unavailable': () =>
      'Questa pagina non ha ottenuto l’autorizzazione a caricare file. Accedi di nuovo o ricarica la pagina, poi riprova.',
    'upload-not-allowed': () =>
      'Il servizio non consente a questa pagina di caricare file. Accedi di nuovo o ricarica la pagina, poi riprova.',
    'not-signed-in': () =>
      'Non hai effettuato l’accesso o questa pagina non è autorizzata a trascrivere. Accedi di nuovo o ricarica la pagina, poi riprova.',
    'another-user': () =>
      'Un altro utente ha effettuato l’accesso da quando è stata scelta questa registrazione, quindi non è stata trascritta. Sceglila di nuovo per trascriverla con l’utente che ha effettuato l’accesso ora.',
    'backend-unavailable': () =>
      'Al momento questa pagina non può trascrivere. Riprova più tardi. Se succede di nuovo, contatta l’assistenza.',
    'backend-refused': () =>
      'Il servizio di trascrizione non ha accettato la richiesta di questa pagina. Contatta l’assistenza.',
    'task-unknown': () => 'Questa trascrizione non esiste o appartiene a qualcun altro.',
    'task-unavailable': () =>
      'Impossibile trovare la trascrizione. Riprova. Se succede di nuovo, contatta l’assistenza.',
    'upload-expired': () =>
      'Questo caricamento è scaduto. Riprova per caricare la registrazione da capo.',
    'upload-not-assembled': () =>
      'Il servizio non è riuscito a ricomporre le parti di questa registrazione. Riprova per caricarla di nuovo.',
    'upload-differs': () =>
      'La registrazione caricata è diversa dal file su questo dispositivo. Riprova per caricarla di nuovo.',
    'part-damaged': () =>
      'Una parte della registrazione si è danneggiata più volte durante l’invio. Riprova con un’altra rete.',
    'storage-rejected': () =>
      'Il server di archiviazione non ha accettato la registrazione. Riprova. Se succede di nuovo, contatta l’assistenza.',
    'storage-set-up': () =>
      'Il server di archiviazione non è configurato per questo caricamento. Contatta l’assistenza, poi riprova.',
    'storage-clock': () =>
      'Il server di archiviazione ha rifiutato il caricamento perché un orologio del servizio di trascrizione non è esatto. Contatta l’assistenza, poi riprova.',
    'storage-full': () =>
      'Il server di archiviazione è pieno o non accetta una registrazione di queste dimensioni. Contatta l’assistenza o riprova più tardi.',
    'etag-unreadable': () =>
      'Impossibile completare il caricamento, perché questa pagina non può leggere l’intestazione ETag del server di archiviazione. Forse un’estensione del browser la nasconde: riprova senza estensioni. Altrimenti il server deve inviare “Access-Control-Expose-Headers: ETag”.',
    'plan-invalid': () =>
      'Il servizio ha inviato un piano di caricamento che non corrisponde a questo file. Riprova. Se succede di nuovo, contatta l’assistenza.',
    stopped: () => 'La trascrizione è stata annullata. Puoi riprovare quando vuoi.',
    unexpected: () =>
      'Si è verificato un errore imprevisto. Riprova. Se succede di nuovo, contatta l’assistenza.',
    'no-sound': () => 'In questa registrazione non si sente nulla. Trascriverla comunque?',
    'task-failed': ({ again }) =>
      `Il servizio non è riuscito a trascrivere questa registrazione.${again ? ' Controlla che si possa riprodurre, poi riprova.' : ''}`,
    'task-revoked': ({ again }) =>
      `Il servizio ha interrotto la trascrizione.${again ? ' Riprova per riavviarla.' : ''}`,
    'signed-out-page': () =>
      'Al posto del servizio ha risposto una pagina web, probabilmente perché non hai più effettuato l’accesso. Accedi di nuovo o ricarica la pagina, poi riprova.',
    'answered-by-another': () =>
      'Al posto del servizio risponde qualcos’altro: la modalità offline di questa pagina, la rete di un’azienda o un’estensione del browser.',
    'not-set-up': ({ detail }) => `Questa pagina non è configurata per la trascrizione: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Registra',
    fileName: 'Registrazione',
    heading: 'Registra con il microfono',
    explain: 'Il browser chiederà se questa pagina può usare il microfono. Scegli “Consenti”.',
    privacy: 'Non viene inviato nulla finché non scegli “Trascrivi”.',
    proceed: 'Continua',
    asking: 'In attesa del tuo permesso…',
    askingHint: 'Il browser chiede di usare il microfono. Scegli “Consenti”.',
    failed: 'Impossibile usare il microfono',
    problems: {
      insecure:
        'Questa pagina non può usare il microfono perché non è servita tramite HTTPS. Scegli invece un file o contatta l’assistenza.',
      unsupported:
        'Questo browser non può registrare. Usa un altro browser o scegli invece un file.',
      blocked:
        'Il microfono è bloccato per questa pagina. Consentilo nelle impostazioni del sito nel browser, poi riprova.',
      dismissed: 'Non hai consentito l’uso del microfono. Riprova e scegli “Consenti”.',
      embedded:
        'La pagina che contiene questa non consente l’uso del microfono. Apri questa pagina da sola o contatta l’assistenza.',
      system:
        'Il dispositivo non consente a questo browser di usare il microfono. Consentilo nelle impostazioni di privacy del dispositivo, poi riprova.',
      'none-found': 'Nessun microfono trovato. Collegane uno, poi riprova.',
      busy: 'Il microfono non si avvia. Chiudi le altre app che potrebbero usarlo, poi riprova.',
    },
    recording: 'Registrazione in corso',
    elapsed: 'Tempo registrato',
    device: 'Microfono',
    deviceNumber: (n) => `Microfono ${number(n)}`,
    silent:
      'Non arriva alcun suono. Controlla che sia selezionato il microfono giusto e che non sia disattivato.',
    interrupted: {
      unplugged:
        'Il microfono è stato scollegato. Ciò che hai registrato è conservato. Collega un microfono per continuare.',
      permission:
        'Questa pagina non può più usare il microfono. Ciò che hai registrato è conservato. Consenti il microfono per continuare.',
      taken:
        'La registrazione è stata interrotta, ad esempio da una chiamata. Ciò che hai registrato prima è conservato.',
    },
    finish: 'Fine',
    discard: 'Scarta',
    discardQuestion: 'Scartare questa registrazione? Non potrai recuperarla.',
    keep: 'Conserva',
    saving: 'Salvataggio della registrazione…',
    review: 'La tua registrazione',
    reviewHint: 'Ascoltala prima di inviarla.',
    noPlayback: 'Il browser non può riprodurre qui la registrazione, ma è possibile trascriverla.',
    transcribe: 'Trascrivi',
    goOn: 'Continua a registrare',
    endedBy: {
      limit:
        'La registrazione è stata interrotta perché ha raggiunto la durata massima consentita qui.',
      storage:
        'La registrazione è stata interrotta perché non era più possibile salvarla. Libera spazio sul dispositivo. Ciò che è stato salvato è conservato.',
      left: 'Questa registrazione non è ancora stata inviata.',
    },
    unkept: 'Tieni aperta questa pagina: il browser non può salvare la registrazione.',
    unsent: 'Non ancora inviata:',
    open: 'Ascolta e invia',
    finished: (time) => `Registrazione terminata: ${time}`,
  }),
};

export default translation;
