/** French. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'un fichier audio dans un autre format',
  'protected-audio': 'un enregistrement protégé contre la copie',
  video: 'une vidéo dans un autre format',
  'silent-video': 'une vidéo sans son',
  picture: 'une image',
  document: 'un document',
  archive: 'une archive',
  program: 'un programme',
  text: 'un fichier texte',
  'no-audio': 'un fichier qui ne contient pas d’enregistrement',
};

const quoted = (text: string): string => `«\u202f${text}\u202f»`;

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Transcrire un enregistrement',
    labelReady: (title) =>
      title === '' ? 'Transcription d’un enregistrement' : `Transcription\u202f: ${title}`,
    drop: 'Déposez un enregistrement ici',
    dropNow: 'Relâchez pour transcrire',
    or: 'ou',
    choose: 'Choisir un fichier',
    otherFiles: 'autres fichiers audio et vidéo',
    upTo: (amount) => `jusqu’à ${amount}`,
    offer: {
      interrupted: {
        heading: 'Transcription inachevée\u202f:',
        hints: {
          nothing: '',
          permission: 'Votre navigateur redemandera l’autorisation de lire le fichier.',
          recording:
            'Choisissez à nouveau le même fichier. Ce qui a déjà été envoyé ne le sera pas une seconde fois.',
        },
        sentAgain: 'Choisissez à nouveau le même fichier. L’envoi recommencera du début.',
        accept: 'Reprendre l’envoi',
        acceptUploaded: 'Reprendre',
        pick: 'Choisir à nouveau le fichier',
        decline: 'Abandonner',
      },
      'in-other-tab': {
        heading: 'En cours dans un autre onglet\u202f:',
        hints: {
          nothing: 'Si vous continuez ici, l’opération s’arrêtera dans l’autre onglet.',
          permission:
            'Si vous continuez ici, l’opération s’arrêtera dans l’autre onglet. Votre navigateur demandera l’autorisation de lire le fichier.',
          recording:
            'Pour continuer ici, choisissez le même fichier. L’opération s’arrêtera alors dans l’autre onglet.',
        },
        accept: 'Continuer ici',
        acceptUploaded: 'Continuer ici',
        pick: 'Choisir le fichier et continuer ici',
        decline: 'Pas maintenant',
      },
    },
    alreadyUploaded: (percent) => `${percent} envoyés`,
    allUploaded: 'entièrement envoyé',
    anotherRecording: (title, size) =>
      `Ce n’est pas le même fichier. Choisissez ${quoted(title)} (${size}).`,
    recordingNeeded:
      'Votre navigateur ne peut plus lire ce fichier. Choisissez-le à nouveau pour continuer.',
    steps: { upload: 'Envoi', transcribe: 'Transcription', read: 'Lecture' },
    stepsLabel: 'Progression',
    checking: 'Vérification du fichier…',
    waiting: 'Prêt à être envoyé',
    verifying: 'Comparaison du fichier avec ce qui a déjà été envoyé…',
    planning: 'Préparation de l’envoi…',
    uploading: 'Envoi en cours',
    completing: 'Finalisation de l’envoi…',
    offline: 'Vous êtes hors connexion',
    retrying: 'Connexion interrompue',
    troubleHints: {
      offline: 'L’envoi reprendra dès que vous serez de nouveau en ligne.',
      retrying: 'Une nouvelle tentative sera faite automatiquement.',
    },
    offlineUploaded: 'La transcription s’affichera ici dès que vous serez de nouveau en ligne.',
    partTry: (part, attempt) => `partie ${number(part)}, tentative ${number(attempt)}`,
    late: 'À cette vitesse, l’envoi risque d’expirer et de recommencer du début. Une connexion plus rapide aiderait.',
    uploadsAgain: 'L’envoi précédent a expiré. Le fichier est donc envoyé à nouveau.',
    unkept:
      'Gardez cette page ouverte\u202f: votre navigateur ne peut pas enregistrer la progression.',
    paused: 'En pause',
    submitting: 'Démarrage de la transcription…',
    transcribing: 'Transcription en cours',
    taskStatus: {
      PENDING: 'Dans la file d’attente',
      RECEIVED: 'Dans la file d’attente',
      STARTED: 'Ouverture de l’enregistrement',
      PROGRESS: 'Reconnaissance de la parole',
    },
    taskUnknown: 'En cours',
    keepOpen:
      'Cela peut prendre un moment. La transcription s’affichera ici dès qu’elle sera prête.',
    uploadProgress: 'Progression de l’envoi',
    amount: (stored, total) => `${stored} sur ${total}`,
    partsUploaded: (stored, total) =>
      `${count(stored, {
        one: '# partie envoyée',
        many: '# de parties envoyées',
        other: '# parties envoyées',
      })} sur ${number(total)}`,
    speed: (amount) => `${amount}/s`,
    left: (time) => `il reste ${time}`,
    start: 'Démarrer',
    pause: 'Pause',
    resume: 'Reprendre',
    cancel: 'Annuler',
    retry: 'Réessayer',
    another: 'Choisir un autre fichier',
    chooseAgain: 'Choisir à nouveau le fichier',
    failed: 'Une erreur s’est produite',
    failedBecause: {
      'unsupported-format': 'Ce fichier ne peut pas être utilisé',
      'file-empty': 'Ce fichier ne peut pas être utilisé',
      'file-too-large': 'Ce fichier ne peut pas être utilisé',
      'file-too-long': 'Ce fichier ne peut pas être utilisé',
      'file-changed': 'Le fichier a changé',
      'token-unavailable': 'Envoi impossible pour le moment',
      'not-authorized': 'Envoi impossible pour le moment',
      'plan-invalid': 'L’envoi n’a pas pu démarrer',
      'etag-unreadable': 'L’envoi a échoué',
      'storage-rejected': 'L’envoi a échoué',
      'upload-expired': 'L’envoi a expiré',
      'integrity-mismatch': 'L’envoi comporte des erreurs',
      network: 'La connexion a échoué',
      'no-sound': 'Aucun son',
      'task-failed': 'La transcription a échoué',
      'task-revoked': 'La transcription a été interrompue',
      cancelled: 'Transcription annulée',
    },
    ready: 'La transcription est prête',
    readerLoading: 'Ouverture de la transcription…',
    readerFailed:
      'La transcription est prête, mais cette page n’a pas pu charger le module qui l’affiche. Vérifiez votre connexion et réessayez.',
    untitled: 'Enregistrement sans nom',
    required: 'Ajoutez un enregistrement et attendez le début de la transcription.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: '# seconde', many: '# de secondes', other: '# secondes' });
    const lines = (value: number): string =>
      count(value, { one: '# phrase', many: '# de phrases', other: '# phrases' });
    return {
      untitled: 'Transcription',
      newRecording: 'Nouvelle transcription',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, {
                one: '# intervenant',
                many: '# d’intervenants',
                other: '# intervenants',
              })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Lecteur audio',
      play: 'Lire',
      pause: 'Mettre en pause',
      back: (by) => `Reculer de ${seconds(by)}`,
      forward: (by) => `Avancer de ${seconds(by)}`,
      position: 'Position',
      positionValue: (position, length) => `${spoken(position)} sur ${spoken(length)}`,
      speed: 'Vitesse de lecture',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Volume',
      volumeValue: percent,
      mute: 'Couper le son',
      unmute: 'Rétablir le son',
      muted: 'Son coupé',
      unmuted: 'Son rétabli',
      sound: 'Son',
      skipSilence: 'Ignorer les silences',
      skipSilenceOn: 'Silences ignorés',
      skipSilenceOff: 'Silences conservés',
      repeatPlaying: 'Répéter la phrase en cours',
      repeating: (start, end) => `Répétition\u202f: ${start}–${end}`,
      stopRepeating: 'Arrêter la répétition',
      stop: 'Arrêter',
      playingOnly: (start, end) => `Lecture limitée à ${start}–${end}`,
      playOn: 'Poursuivre la lecture',
      more: 'Plus',
      views: { paragraphs: 'Paragraphes', lines: 'Une phrase par ligne' },
      noAudio: 'Aucun fichier audio n’est disponible pour cette transcription.',
      audioFailed:
        'Impossible de lire le fichier audio. Vous pouvez toujours consulter toute la transcription.',
      tryAgain: 'Réessayer',
      chooseAudio: 'Choisir le fichier audio',
      chooseAudioHint: 'Le fichier est lu uniquement sur cet appareil. Il n’est pas envoyé.',
      seekRefused:
        'Cet audio ne peut pas démarrer à un autre endroit : son serveur ne l’envoie que depuis le début.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `L’audio dure ${by} de plus que la transcription. Il s’agit peut-être d’un autre enregistrement.`
          : `L’audio dure ${by} de moins que la transcription. Il s’agit peut-être d’un autre enregistrement.`,

      shortcuts: 'Raccourcis clavier',
      shortcutsHint:
        'Pour utiliser ces raccourcis, cliquez d’abord sur le lecteur ou sur la transcription.',
      characterKeys: 'Utiliser les lettres, les chiffres et les symboles comme raccourcis',
      closeShortcuts: 'Fermer',
      spaceKey: 'Espace',
      shortcut: {
        toggle: 'Lire ou mettre en pause',
        back: (by) => `Reculer de ${seconds(by)}`,
        forward: (by) => `Avancer de ${seconds(by)}`,
        previous: 'Phrase précédente',
        next: 'Phrase suivante',
        repeat: 'Répéter cette phrase ou arrêter la répétition',
        slower: 'Ralentir',
        faster: 'Accélérer',
        mute: 'Couper ou rétablir le son',
        skipSilence: 'Ignorer ou conserver les silences',
        help: 'Afficher les raccourcis clavier',
      },

      transcript: 'Transcription',
      skipTranscript: 'Passer la transcription',
      endOfTranscript: 'Fin de la transcription',
      unknownSpeaker: 'Intervenant inconnu',
      numberedSpeaker: (nth) => `Intervenant ${nth}`,
      renameSpeaker: (name) => `Renommer ${name}`,
      playFrom: (clock) => `Lire à partir de ${clock}`,
      goTo: (clock) => `Aller à ${clock}`,
      backTo: (clock) => `Revenir à ${clock}`,
      notShown:
        'Impossible d’afficher la transcription. Réessayez plus tard ou contactez l’assistance.',
      noSpeech: 'Aucune parole n’a été détectée dans cet enregistrement.',

      search: 'Rechercher dans la transcription',
      previousHit: 'Résultat précédent',
      nextHit: 'Résultat suivant',
      closeSearch: 'Fermer la recherche',
      hitOf: (hit, total) => `Résultat ${number(hit)} sur ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Aucun résultat',

      rowActions: (clock) => `Options pour ${clock}`,
      playOnce: 'Lire uniquement cette phrase',
      repeat: 'Répéter cette phrase',
      copyLink: 'Copier le lien vers cette phrase',
      copyPassageLink: 'Copier le lien vers le passage sélectionné',
      linkCopied: 'Lien copié',
      editorFailed: 'Cette partie n’a pas pu être chargée. Vérifiez la connexion, puis réessayez.',
      linkFailed: 'Votre navigateur n’a pas autorisé la copie du lien.',
      correctText: 'Modifier le texte',
      changeSpeaker: 'Changer d’intervenant',
      joinBefore: 'Fusionner avec la phrase précédente',
      deleteLine: 'Supprimer cette phrase',
      startAt: (clock) => `Faire commencer cette phrase à ${clock}`,
      text: (clock) => `Texte à ${clock}`,
      save: 'Enregistrer',
      cancel: 'Annuler',
      editing: {
        saveNext: 'Enregistrer et continuer',
        savePrevious: 'Enregistrer et revenir',
        leave: 'Fermer et garder le brouillon',
        discard: 'Abandonner les modifications',
        repeat: 'Répéter ce paragraphe',
        whileTyping: 'Pendant la modification du texte',
        newSpeaker: 'Nouveau nom',
        fromCaret: 'Seulement à partir du curseur',
        fromHere: 'Quelqu’un d’autre parle à partir d’ici',
        draftKept: 'Brouillon conservé',
        draftAt: (clock) => `Texte non enregistré à ${clock}`,
        continueDraft: 'Continuer la modification',
      },
      replacing: {
        open: 'Remplacer',
        with: 'Remplacer par',
        one: 'Remplacer ce résultat',
        all: 'Tout remplacer',
        skip: 'Ignorer',
        matchCase: 'Respecter la casse',
        wholeWords: 'Mots entiers',
        done: (value) => `Résultats remplacés : ${number(value)}`,
        again: (value) => `En modifier ${number(value)} de plus ?`,
      },
      readingWaveform: (fraction) => `Chargement de la forme d’onde : ${percent(fraction)}`,
      speakerName: 'Nom',
      otherSpeakers: 'Autres intervenants',
      applyTo: 'Appliquer à',
      everywhere: (changed) => `Toute la transcription (${lines(changed)})`,
      thisPassage: (changed) => `Cette intervention uniquement (${lines(changed)})`,
      thisLine: 'Cette phrase uniquement',
      mergeWith: (name) => `Fusionner avec ${name}`,
      mergeHint: (into) =>
        `${into} existe déjà\u202f: les deux ne formeront plus qu’un seul intervenant.`,
      nameHint: 'Qui parle\u202f?',
      nameSpeakers: 'Ajouter les noms',
      dismissHint: 'Fermer',
      undo: 'Annuler',
      redo: 'Rétablir',
      done: {
        renamed: (from, to) => `${from} s’appelle désormais ${to}`,
        merged: (from, into) => `${from} et ${into} ne forment plus qu’un seul intervenant`,
        assigned: (name) => `Intervenant remplacé par ${name}`,
        corrected: 'Texte enregistré',
        undone: 'Correction annulée',
        redone: 'Correction rétablie',
        joined: 'Phrases fusionnées',
        deleted: 'Phrase supprimée',
        startsAt: (clock) => `Cette phrase commence maintenant à ${clock}`,
      },
      editProblems: {
        'name-empty': 'Un intervenant doit avoir un nom. Saisissez au moins un caractère.',
        'name-too-long': `Le nom d’un intervenant est limité à ${number(120)} caractères. Raccourcissez-le.`,
        'name-taken': 'Un autre intervenant porte déjà ce nom. Fusionnez-les plutôt.',
        'speaker-unknown':
          'Cet intervenant ne figure plus dans la transcription. Choisissez-en un autre.',
        'segment-unknown':
          'Cette phrase n’existe pas dans la transcription. Choisissez-en une autre.',
        'split-misplaced':
          'Une phrase ne peut être coupée qu’entre deux de ses mots. Choisissez un autre endroit.',
      },

      takeAway: 'Exporter',
      download: 'Télécharger',
      downloadFormat: {
        txt: 'Texte brut',
        srt: 'Sous-titres (SubRip)',
        vtt: 'Sous-titres (WebVTT)',
        json: 'Données (JSON)',
        csv: 'Feuille de calcul (CSV)',
        md: 'Markdown',
        docx: 'Document Word',
      },
      exporting: {
        format: 'Format',
        names: 'Noms des intervenants',
        times: 'Horodatage',
        timesOf: { none: 'Aucun', turn: 'Par paragraphe', line: 'Par phrase' },
        speakers: 'Intervenants',
        passage: 'Seulement le passage sélectionné',
        withNames: 'avec les noms',
        withTimes: 'avec l’horodatage',
      },
      downloadStarted: 'Téléchargement lancé',
      downloadFailed: 'Le fichier n’a pas pu être créé. Vérifiez votre connexion et réessayez.',
      copy: 'Copier',
      copied: 'Transcription copiée',
      copyFailed:
        'Votre navigateur n’a pas autorisé la copie. Sélectionnez le texte et copiez-le avec le clavier, ou téléchargez la transcription.',
      print: 'Imprimer',
      printFailed:
        'Votre navigateur n’a pas autorisé l’impression. Téléchargez le document Word pour l’imprimer.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: {
        video: 'Utilisation du son de votre vidéo',
        audio: 'Conversion de l’enregistrement',
      },
      converted: {
        video: (sizes) => `Son de votre vidéo\u202f: ${sizes}`,
        audio: (sizes) => `Enregistrement converti\u202f: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `Le fichier est incomplet. L’enregistrement se termine à ${time}.`,
      progress: 'Progression de la conversion',
      hint: 'Le fichier est converti sur cet appareil. Gardez cette page ouverte.',
      track: 'Piste audio',
      trackName: (track, language) =>
        `Piste ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Vous êtes déconnecté',
        'Reconnectez-vous, par exemple dans un autre onglet. Le travail reprendra ensuite ici automatiquement.',
      ],
      intercepted: [
        'Connexion interrompue',
        'Autre chose répond à la place du service\u202f: le mode hors ligne de cette page, le réseau d’une entreprise ou une extension du navigateur.',
      ],
      merging: ['Finalisation de l’envoi', 'Le service assemble l’enregistrement.'],
    },
    transcribeAnyway: 'Transcrire quand même',
  }),
  queue: ({ count, number }) => ({
    recordings: 'Enregistrements',
    drop: 'Déposez des enregistrements ici',
    choose: 'Choisir des fichiers',
    add: 'Ajouter des fichiers',
    readyOf: (ready, total) => `${number(ready)} sur ${number(total)} prêts`,
    counts: {
      uploading: (items) => `envoi\u202f: ${number(items)}`,
      transcribing: (items) => `transcription\u202f: ${number(items)}`,
      waiting: (items) => `en attente\u202f: ${number(items)}`,
      unfinished: (items) => `inachevés\u202f: ${number(items)}`,
      failed: (items) => `en échec\u202f: ${number(items)}`,
    },
    waiting: 'En attente',
    ready: 'Prêt',
    unfinished: 'Inachevé',
    inOtherTab: 'En cours dans un autre onglet',
    open: 'Ouvrir',
    remove: 'Retirer',
    removed: (name) => `${quoted(name)} a été retiré.`,
    undo: 'Annuler',
    back: 'Tous les enregistrements',
    chooseAll: 'Vous pouvez choisir ou déposer tous les fichiers manquants en une fois.',
    added: (items) =>
      count(items, { one: '# enregistrement ajouté', other: '# enregistrements ajoutés' }),
    duplicate: (name) => `${quoted(name)} est déjà dans la liste.`,
    duplicates: (files) => `${number(files)} de ces fichiers sont déjà dans la liste.`,
    skipped: (files) =>
      count(files, {
        one: '# fichier du dossier n’est pas un enregistrement et a été ignoré.',
        other: '# fichiers du dossier ne sont pas des enregistrements et ont été ignorés.',
      }),
    itemReady: (name) => `La transcription de ${quoted(name)} est prête`,
    onlyOne: (name) => `Un seul enregistrement à la fois\u202f: seul ${quoted(name)} a été ajouté.`,
    emptyFolder: (name) => `Il n’y a aucun enregistrement dans le dossier ${quoted(name)}.`,
    droppedLink:
      'Ceci est un lien, pas un fichier. Enregistrez d’abord l’enregistrement sur cet appareil, puis choisissez-le à cet endroit.',
    droppedNothing:
      'Aucun fichier n’est arrivé. Enregistrez d’abord l’enregistrement sur cet appareil, puis choisissez-le à cet endroit.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `${quoted(name)} est vide. Choisissez un autre enregistrement.`,
    'file-too-large': ({ name, size, limit }) =>
      `${quoted(name)} est trop volumineux (${bytes(size)}, limite\u202f: ${bytes(limit)}). Choisissez un enregistrement moins volumineux.`,
    'file-too-long': ({ name, length, limit }) =>
      `${quoted(name)} est trop long (${duration(length)}, limite\u202f: ${duration(limit)}). Choisissez un enregistrement plus court.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `${quoted(name)} n’est pas reconnu comme un enregistrement.`
          : `${quoted(name)} est ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Choisissez un fichier MP3, M4A ou WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `Le fichier M4A ${quoted(name)} est incomplet\u202f: il en manque une partie. Copiez-le à nouveau depuis l’appareil d’enregistrement ou choisissez un autre enregistrement.`,
    'convert-undecodable': ({ name, codec }) =>
      `Ce navigateur ne peut pas convertir ${quoted(name)}${codec === '' ? '' : ` (${codec})`}. Enregistrez le fichier au format MP3, M4A ou WAV avec une autre application, puis choisissez ce fichier.`,
    'convert-unreadable': ({ name }) =>
      `Impossible de convertir ${quoted(name)}, car le son est illisible. Vérifiez que le fichier peut être lu ou choisissez un fichier MP3, M4A ou WAV.`,
    'convert-no-space': ({ name }) =>
      `L’espace libre sur cet appareil ne suffit pas pour convertir ${quoted(name)}. Libérez de l’espace et réessayez, ou choisissez un fichier MP3, M4A ou WAV.`,
    'convert-too-long': ({ name }) =>
      `${quoted(name)} est trop long pour être converti, car ce navigateur ne permet pas à la page de stocker des données. Quittez la navigation privée ou choisissez un fichier MP3, M4A ou WAV.`,
    'convert-unavailable': ({ name }) =>
      `Cette page ne peut pas convertir ${quoted(name)}. Choisissez un fichier MP3, M4A ou WAV.`,
    'file-unreadable': () =>
      'Le fichier est illisible\u202f: il a été déplacé, modifié ou supprimé. Choisissez-le à nouveau.',
    'file-not-copied': () =>
      'Cette page ne parvient pas à lire le fichier de façon fiable, et il n’y a pas assez d’espace libre pour le copier. Enregistrez d’abord l’enregistrement sur cet appareil, puis choisissez-le à cet endroit.',
    'file-changed-while-uploading': () =>
      'Le fichier a été modifié, déplacé ou supprimé pendant l’envoi. Choisissez-le à nouveau. Les parties déjà envoyées ne le seront pas une seconde fois.',
    'file-gone': () =>
      'L’envoi de cet enregistrement a expiré et cette page n’a plus le fichier. Choisissez-le à nouveau.',
    'another-file': ({ name, expected }) =>
      `${quoted(name)} n’est pas l’enregistrement dont l’envoi a été interrompu${expected === null ? '' : ` (${quoted(expected)})`}\u202f: son contenu est différent. Choisissez le bon enregistrement, ou réessayez pour envoyer celui-ci depuis le début.`,
    network: () =>
      'Le réseau est inaccessible ou bloque cette page. Vérifiez la connexion, puis réessayez.',
    'place-refuses': ({ host }) =>
      `«\u202f${host}\u202f» est accessible, mais quelque chose empêche cette page de l’utiliser\u202f: ses réglages, une extension du navigateur ou votre réseau. Réessayez sans extensions ou sur un autre réseau. Si le problème persiste, contactez l’assistance.`,
    'place-unreachable': ({ host }) =>
      `«\u202f${host}\u202f» est inaccessible, bien que la connexion fonctionne. Un pare-feu, un VPN ou une extension du navigateur le bloque peut-être. Vérifiez-les, puis réessayez.`,
    'service-busy': () =>
      'Le service est saturé ou indisponible. Rien n’est perdu. Réessayez dans un instant.',
    'response-unreadable': () =>
      'Le service a envoyé une réponse illisible. Réessayez. Si le problème persiste, contactez l’assistance.',
    'payment-required': () =>
      'Le service de transcription exige un paiement avant d’accepter cet enregistrement. Contactez l’assistance, puis réessayez.',
    'recording-too-large': () =>
      'Cet enregistrement est trop volumineux pour le service de transcription. Choisissez-en un moins volumineux.',
    'recording-refused': () =>
      'Le service de transcription n’a pas accepté cet enregistrement. Choisissez-en un autre. Si le problème persiste, contactez l’assistance.',
    'result-unreadable': () =>
      'La transcription est terminée, mais son résultat est illisible. Contactez l’assistance.',
    'submission-unknown': () =>
      'La réponse s’est perdue\u202f: impossible de savoir si la transcription a commencé. Si vous réessayez, l’enregistrement pourrait être transcrit et facturé deux fois.',
    'key-reused': () =>
      'Cet enregistrement est peut-être déjà en cours de transcription, avec d’autres réglages ou depuis un envoi précédent. Si vous réessayez, il pourrait être transcrit et facturé deux fois.',
    'token-unavailable': () =>
      'Cette page n’a pas obtenu l’autorisation d’envoyer le fichier. Reconnectez-vous ou actualisez la page, puis réessayez.',
    'upload-not-allowed': () =>
      'Le service n’autorise pas cette page à envoyer des fichiers. Reconnectez-vous ou actualisez la page, puis réessayez.',
    'not-signed-in': () =>
      'Vous devez vous connecter, ou bien cette page n’est pas autorisée à transcrire. Reconnectez-vous ou actualisez la page, puis réessayez.',
    'another-user': () =>
      'Un autre utilisateur s’est connecté depuis que vous avez choisi cet enregistrement ; il n’a donc pas été transcrit. Choisissez-le à nouveau pour le transcrire avec l’utilisateur maintenant connecté.',
    'backend-unavailable': () =>
      'La transcription est indisponible sur cette page pour le moment. Réessayez plus tard. Si le problème persiste, contactez l’assistance.',
    'backend-refused': () =>
      'Le service de transcription n’a pas accepté la demande de cette page. Contactez l’assistance.',
    'task-unknown': () => 'Cette transcription n’existe pas ou appartient à quelqu’un d’autre.',
    'task-unavailable': () =>
      'La transcription est introuvable. Réessayez. Si le problème persiste, contactez l’assistance.',
    'upload-expired': () =>
      'Cet envoi a expiré. Réessayez pour envoyer l’enregistrement depuis le début.',
    'upload-not-assembled': () =>
      'Le service n’a pas pu assembler les parties de cet enregistrement. Réessayez pour l’envoyer à nouveau.',
    'upload-differs': () =>
      'L’enregistrement envoyé diffère du fichier présent sur cet appareil. Réessayez pour l’envoyer à nouveau.',
    'part-damaged': () =>
      'Une partie de l’enregistrement a été endommagée plusieurs fois pendant l’envoi. Réessayez sur un autre réseau.',
    'storage-rejected': () =>
      'Le serveur de stockage n’a pas accepté l’enregistrement. Réessayez. Si le problème persiste, contactez l’assistance.',
    'storage-set-up': () =>
      'Le serveur de stockage n’est pas configuré pour cet envoi. Contactez l’assistance, puis réessayez.',
    'storage-clock': () =>
      'Le serveur de stockage a refusé l’envoi, car une horloge du service de transcription n’est pas à l’heure. Contactez l’assistance, puis réessayez.',
    'storage-full': () =>
      'Le serveur de stockage est plein ou n’accepte pas d’enregistrement de cette taille. Contactez l’assistance ou réessayez plus tard.',
    'etag-unreadable': () =>
      'L’envoi ne peut pas être finalisé, car cette page ne peut pas lire l’en-tête ETag du serveur de stockage. Une extension du navigateur le masque peut-être\u202f: réessayez sans extensions. Sinon, le serveur doit envoyer «\u202fAccess-Control-Expose-Headers: ETag\u202f».',
    'plan-invalid': () =>
      'Le service a envoyé un plan d’envoi qui ne correspond pas à ce fichier. Réessayez. Si le problème persiste, contactez l’assistance.',
    stopped: () => 'La transcription a été annulée. Vous pouvez réessayer à tout moment.',
    unexpected: () =>
      'Une erreur inattendue s’est produite. Réessayez. Si le problème persiste, contactez l’assistance.',
    'no-sound': () => 'Nous n’entendons rien dans cet enregistrement. Le transcrire quand même ?',
    'task-failed': ({ again }) =>
      `Le service n’a pas pu transcrire cet enregistrement.${again ? ' Vérifiez qu’il peut être lu, puis réessayez.' : ''}`,
    'task-revoked': ({ again }) =>
      `Le service a interrompu la transcription.${again ? ' Réessayez pour la relancer.' : ''}`,
    'signed-out-page': () =>
      'Une page web a répondu à la place du service, sans doute parce que vous êtes déconnecté. Reconnectez-vous ou actualisez la page, puis réessayez.',
    'answered-by-another': () =>
      'Autre chose répond à la place du service\u202f: le mode hors ligne de cette page, le réseau d’une entreprise ou une extension du navigateur.',
    'not-set-up': ({ detail }) =>
      `Cette page n’est pas configurée pour la transcription\u202f: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Enregistrer',
    fileName: 'Enregistrement',
    heading: 'Enregistrer avec votre micro',
    explain:
      'Votre navigateur va demander si cette page peut utiliser votre micro. Choisissez «\u202fAutoriser\u202f».',
    privacy: 'Rien n’est envoyé avant que vous choisissiez «\u202fTranscrire\u202f».',
    proceed: 'Continuer',
    asking: 'En attente de votre autorisation…',
    askingHint: 'Votre navigateur demande l’accès au micro. Choisissez «\u202fAutoriser\u202f».',
    failed: 'Le micro ne peut pas être utilisé',
    problems: {
      insecure:
        'Cette page ne peut pas utiliser le micro, car elle n’est pas servie en HTTPS. Choisissez plutôt un fichier ou contactez l’assistance.',
      unsupported:
        'Ce navigateur ne peut pas enregistrer. Utilisez un autre navigateur ou choisissez plutôt un fichier.',
      blocked:
        'Le micro est bloqué pour cette page. Autorisez-le dans les réglages du site de votre navigateur, puis réessayez.',
      dismissed:
        'Vous n’avez pas autorisé le micro. Réessayez et choisissez «\u202fAutoriser\u202f».',
      embedded:
        'La page qui contient celle-ci n’autorise pas le micro. Ouvrez cette page seule ou contactez l’assistance.',
      system:
        'Votre appareil n’autorise pas ce navigateur à utiliser le micro. Autorisez-le dans les réglages de confidentialité de l’appareil, puis réessayez.',
      'none-found': 'Aucun micro n’a été trouvé. Branchez-en un, puis réessayez.',
      busy: 'Le micro ne démarre pas. Fermez les autres applications qui l’utilisent peut-être, puis réessayez.',
    },
    recording: 'Enregistrement en cours',
    elapsed: 'Durée enregistrée',
    device: 'Micro',
    deviceNumber: (n) => `Micro ${number(n)}`,
    silent:
      'Aucun son n’arrive. Vérifiez que le bon micro est sélectionné et qu’il n’est pas coupé.',
    interrupted: {
      unplugged:
        'Le micro a été débranché. Ce que vous avez enregistré est conservé. Branchez un micro pour continuer.',
      permission:
        'Cette page ne peut plus utiliser le micro. Ce que vous avez enregistré est conservé. Autorisez le micro pour continuer.',
      taken:
        'L’enregistrement a été interrompu, par exemple par un appel. Ce que vous avez enregistré jusque-là est conservé.',
    },
    finish: 'Terminer',
    discard: 'Supprimer',
    discardQuestion: 'Supprimer cet enregistrement\u202f? Vous ne pourrez pas le récupérer.',
    keep: 'Conserver',
    saving: 'Sauvegarde de l’enregistrement…',
    review: 'Votre enregistrement',
    reviewHint: 'Écoutez-le avant de l’envoyer.',
    noPlayback:
      'Votre navigateur ne peut pas lire l’enregistrement ici, mais il peut être transcrit.',
    transcribe: 'Transcrire',
    goOn: 'Continuer l’enregistrement',
    endedBy: {
      limit: 'L’enregistrement a été arrêté, car il a atteint la durée maximale autorisée ici.',
      storage:
        'L’enregistrement a été arrêté, car il ne pouvait plus être sauvegardé. Libérez de l’espace sur cet appareil. Ce qui a été sauvegardé est conservé.',
      left: 'Cet enregistrement n’a pas encore été envoyé.',
    },
    unkept:
      'Gardez cette page ouverte\u202f: votre navigateur ne peut pas sauvegarder l’enregistrement.',
    unsent: 'Pas encore envoyé\u202f:',
    open: 'Écouter et envoyer',
    finished: (time) => `Enregistrement terminé\u202f: ${time}`,
  }),
};

export default translation;
