/** Spanish. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'un archivo de audio en otro formato',
  'protected-audio': 'una grabación protegida contra copia',
  video: 'un vídeo en otro formato',
  'silent-video': 'un vídeo sin sonido',
  picture: 'una imagen',
  document: 'un documento',
  archive: 'un archivo comprimido',
  program: 'un programa',
  text: 'un archivo de texto',
  'no-audio': 'un archivo que no contiene ninguna grabación',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Transcribir una grabación',
    labelReady: (title) =>
      title === '' ? 'Transcripción de una grabación' : `Transcripción: ${title}`,
    drop: 'Arrastra una grabación aquí',
    dropNow: 'Suelta para transcribir',
    or: 'o',
    choose: 'Elegir un archivo',
    otherFiles: 'otros archivos de audio y vídeo',
    upTo: (amount) => `hasta ${amount}`,
    offer: {
      interrupted: {
        heading: 'Transcripción sin terminar:',
        hints: {
          nothing: '',
          permission: 'El navegador volverá a pedirte permiso para leer el archivo.',
          recording:
            'Elige de nuevo el mismo archivo. Lo que ya está subido no se volverá a enviar.',
        },
        sentAgain: 'Elige de nuevo el mismo archivo. La subida empezará desde el principio.',
        accept: 'Continuar la subida',
        acceptUploaded: 'Continuar',
        pick: 'Elegir el archivo de nuevo',
        decline: 'Descartar',
      },
      'in-other-tab': {
        heading: 'En curso en otra pestaña:',
        hints: {
          nothing: 'Si continúas aquí, se detendrá en la otra pestaña.',
          permission:
            'Si continúas aquí, se detendrá en la otra pestaña. El navegador te pedirá permiso para leer el archivo.',
          recording:
            'Para continuar aquí, elige el mismo archivo. Se detendrá entonces en la otra pestaña.',
        },
        accept: 'Continuar aquí',
        acceptUploaded: 'Continuar aquí',
        pick: 'Elegir el archivo y continuar aquí',
        decline: 'Ahora no',
      },
    },
    alreadyUploaded: (percent) => `${percent} subido`,
    allUploaded: 'subido por completo',
    anotherRecording: (title, size) => `Ese es otro archivo. Elige “${title}” (${size}).`,
    recordingNeeded: 'El navegador ya no puede leer este archivo. Elígelo de nuevo para continuar.',
    steps: { upload: 'Subir', transcribe: 'Transcribir', read: 'Leer' },
    stepsLabel: 'Progreso',
    checking: 'Comprobando el archivo…',
    waiting: 'Listo para subir',
    verifying: 'Comparando el archivo con lo que ya está subido…',
    planning: 'Preparando la subida…',
    uploading: 'Subiendo',
    completing: 'Finalizando la subida…',
    offline: 'No tienes conexión',
    retrying: 'Conexión interrumpida',
    troubleHints: {
      offline: 'La subida continuará cuando recuperes la conexión.',
      retrying: 'Se volverá a intentar automáticamente.',
    },
    offlineUploaded: 'La transcripción aparecerá aquí cuando recuperes la conexión.',
    partTry: (part, attempt) => `parte ${number(part)}, intento ${number(attempt)}`,
    late: 'A esta velocidad, la subida podría caducar y empezar de nuevo desde el principio. Una conexión más rápida ayudaría.',
    uploadsAgain: 'La subida anterior caducó, así que el archivo se está subiendo de nuevo.',
    unkept: 'Mantén abierta esta página: el navegador no puede guardar el progreso.',
    paused: 'En pausa',
    submitting: 'Iniciando la transcripción…',
    transcribing: 'Transcribiendo',
    taskStatus: {
      PENDING: 'En cola',
      RECEIVED: 'En cola',
      STARTED: 'Abriendo la grabación',
      PROGRESS: 'Reconociendo la voz',
    },
    taskUnknown: 'En curso',
    keepOpen: 'Esto puede tardar un poco. La transcripción aparecerá aquí cuando esté lista.',
    uploadProgress: 'Progreso de la subida',
    amount: (stored, total) => `${stored} de ${total}`,
    partsUploaded: (stored, total) =>
      count(total, {
        one: `${number(stored)} de # parte subida`,
        many: `${number(stored)} de # de partes subidas`,
        other: `${number(stored)} de # partes subidas`,
      }),
    speed: (amount) => `${amount}/s`,
    left: (time) => `quedan ${time}`,
    start: 'Empezar',
    pause: 'Pausar',
    resume: 'Reanudar',
    cancel: 'Cancelar',
    retry: 'Intentar de nuevo',
    another: 'Elegir otro archivo',
    chooseAgain: 'Elegir el archivo de nuevo',
    failed: 'Algo salió mal',
    failedBecause: {
      'unsupported-format': 'Este archivo no se puede usar',
      'file-empty': 'Este archivo no se puede usar',
      'file-too-large': 'Este archivo no se puede usar',
      'file-too-long': 'Este archivo no se puede usar',
      'file-changed': 'El archivo ha cambiado',
      'token-unavailable': 'Ahora no se puede subir',
      'not-authorized': 'Ahora no se puede subir',
      'plan-invalid': 'No se pudo iniciar la subida',
      'etag-unreadable': 'No se pudo completar la subida',
      'storage-rejected': 'No se pudo completar la subida',
      'upload-expired': 'La subida caducó',
      'integrity-mismatch': 'La subida contiene errores',
      network: 'Error de conexión',
      'no-sound': 'Sin sonido',
      'task-failed': 'No se pudo transcribir',
      'task-revoked': 'La transcripción se detuvo',
      cancelled: 'Cancelado',
    },
    ready: 'La transcripción está lista',
    readerLoading: 'Abriendo la transcripción…',
    readerFailed:
      'La transcripción está lista, pero esta página no pudo cargar el módulo que la muestra. Comprueba la conexión e inténtalo de nuevo.',
    untitled: 'Grabación sin nombre',
    required: 'Añade una grabación y espera a que empiece la transcripción.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: '# segundo', many: '# de segundos', other: '# segundos' });
    const lines = (value: number): string =>
      count(value, { one: '# frase', many: '# de frases', other: '# frases' });
    return {
      untitled: 'Transcripción',
      newRecording: 'Nueva transcripción',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, {
                one: '# hablante',
                many: '# de hablantes',
                other: '# hablantes',
              })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Reproductor de audio',
      play: 'Reproducir',
      pause: 'Pausar',
      back: (by) => `Retroceder ${seconds(by)}`,
      forward: (by) => `Avanzar ${seconds(by)}`,
      position: 'Posición',
      positionValue: (position, length) => `${spoken(position)} de ${spoken(length)}`,
      speed: 'Velocidad de reproducción',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Volumen',
      volumeValue: percent,
      mute: 'Silenciar',
      unmute: 'Activar sonido',
      muted: 'Sonido desactivado',
      unmuted: 'Sonido activado',
      sound: 'Sonido',
      skipSilence: 'Saltar silencios',
      skipSilenceOn: 'Se saltan los silencios',
      skipSilenceOff: 'Se reproducen los silencios',
      repeatPlaying: 'Repetir la frase actual',
      repeating: (start, end) => `Repitiendo ${start}–${end}`,
      stopRepeating: 'Detener la repetición',
      stop: 'Detener',
      playingOnly: (start, end) => `Reproduciendo solo ${start}–${end}`,
      playOn: 'Seguir reproduciendo',
      more: 'Más',
      views: { paragraphs: 'Párrafos', lines: 'Una frase por línea' },
      noAudio: 'No hay audio disponible para esta transcripción.',
      audioFailed: 'No se puede reproducir el audio. Aun así, puedes leer toda la transcripción.',
      tryAgain: 'Intentar de nuevo',
      chooseAudio: 'Elegir el archivo de audio',
      chooseAudioHint: 'El archivo se reproduce solo en este dispositivo. No se sube.',
      seekRefused:
        'Este audio no puede empezar en otro punto: su servidor solo lo envía desde el principio.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `El audio dura ${by} más que la transcripción. Puede que sea otra grabación.`
          : `El audio dura ${by} menos que la transcripción. Puede que sea otra grabación.`,

      shortcuts: 'Atajos de teclado',
      shortcutsHint:
        'Para usar estos atajos, haz clic primero en el reproductor o en la transcripción.',
      characterKeys: 'Usar letras, números y símbolos como atajos',
      closeShortcuts: 'Cerrar',
      spaceKey: 'Espacio',
      shortcut: {
        toggle: 'Reproducir o pausar',
        back: (by) => `Retroceder ${seconds(by)}`,
        forward: (by) => `Avanzar ${seconds(by)}`,
        previous: 'Frase anterior',
        next: 'Frase siguiente',
        repeat: 'Repetir esta frase o detener la repetición',
        slower: 'Más lento',
        faster: 'Más rápido',
        mute: 'Silenciar o activar el sonido',
        skipSilence: 'Saltar o reproducir los silencios',
        help: 'Mostrar los atajos de teclado',
      },

      transcript: 'Transcripción',
      skipTranscript: 'Saltar la transcripción',
      endOfTranscript: 'Fin de la transcripción',
      unknownSpeaker: 'Hablante desconocido',
      numberedSpeaker: (nth) => `Hablante ${nth}`,
      renameSpeaker: (name) => `Cambiar el nombre de ${name}`,
      playFrom: (clock) => `Reproducir desde ${clock}`,
      goTo: (clock) => `Ir a ${clock}`,
      backTo: (clock) => `Volver a ${clock}`,
      notShown:
        'No se puede mostrar la transcripción. Inténtalo más tarde o ponte en contacto con el servicio de asistencia.',
      noSpeech: 'No se detectó ninguna voz en esta grabación.',

      search: 'Buscar en la transcripción',
      previousHit: 'Resultado anterior',
      nextHit: 'Resultado siguiente',
      closeSearch: 'Cerrar la búsqueda',
      hitOf: (hit, total) => `Resultado ${number(hit)} de ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Sin resultados',

      rowActions: (clock) => `Opciones de ${clock}`,
      playOnce: 'Reproducir solo esta frase',
      repeat: 'Repetir esta frase',
      copyLink: 'Copiar el enlace a esta frase',
      copyPassageLink: 'Copiar enlace al pasaje seleccionado',
      linkCopied: 'Enlace copiado',
      editorFailed: 'No se pudo cargar esta parte. Comprueba la conexión e inténtalo de nuevo.',
      linkFailed: 'El navegador no permitió copiar el enlace.',
      correctText: 'Editar el texto',
      changeSpeaker: 'Cambiar el hablante',
      joinBefore: 'Unir con la frase anterior',
      deleteLine: 'Eliminar esta frase',
      startAt: (clock) => `Empezar esta frase en ${clock}`,
      text: (clock) => `Texto en ${clock}`,
      save: 'Guardar',
      cancel: 'Cancelar',
      editing: {
        saveNext: 'Guardar y seguir',
        savePrevious: 'Guardar y volver',
        leave: 'Cerrar y conservar el borrador',
        discard: 'Descartar los cambios',
        repeat: 'Repetir este párrafo',
        whileTyping: 'Mientras editas el texto',
        newSpeaker: 'Nombre nuevo',
        fromCaret: 'Solo a partir del cursor',
        fromHere: 'Desde aquí habla otra persona',
        draftKept: 'Borrador conservado',
        draftAt: (clock) => `Texto sin guardar en ${clock}`,
        continueDraft: 'Seguir editando',
      },
      replacing: {
        open: 'Reemplazar',
        with: 'Reemplazar por',
        one: 'Reemplazar esta coincidencia',
        all: 'Reemplazar todo',
        skip: 'Omitir',
        matchCase: 'Distinguir mayúsculas',
        wholeWords: 'Palabras completas',
        done: (value) => `Coincidencias reemplazadas: ${number(value)}`,
        again: (value) => `¿Cambiar ${number(value)} más?`,
      },
      readingWaveform: (fraction) => `Cargando la forma de onda: ${percent(fraction)}`,
      speakerName: 'Nombre',
      otherSpeakers: 'Otros hablantes',
      applyTo: 'Aplicar a',
      everywhere: (changed) => `Toda la transcripción (${lines(changed)})`,
      thisPassage: (changed) => `Solo esta intervención (${lines(changed)})`,
      thisLine: 'Solo esta frase',
      mergeWith: (name) => `Combinar con ${name}`,
      mergeHint: (into) => `${into} ya existe: ambos pasarán a ser un solo hablante.`,
      nameHint: '¿Quién habla?',
      nameSpeakers: 'Añadir nombres',
      dismissHint: 'Cerrar',
      undo: 'Deshacer',
      redo: 'Rehacer',
      done: {
        renamed: (from, to) => `${from} ahora es ${to}`,
        merged: (from, into) => `Las frases de ${from} ahora son de ${into}`,
        assigned: (name) => `Hablante cambiado a ${name}`,
        corrected: 'Texto guardado',
        undone: 'Corrección deshecha',
        redone: 'Corrección rehecha',
        joined: 'Frases unidas',
        deleted: 'Frase eliminada',
        startsAt: (clock) => `Esta frase empieza ahora en ${clock}`,
      },
      editProblems: {
        'name-empty': 'El hablante necesita un nombre. Escribe al menos un carácter.',
        'name-too-long': `El nombre de un hablante puede tener como máximo ${number(120)} caracteres. Acórtalo.`,
        'name-taken': 'Otro hablante ya tiene este nombre. Combina los dos.',
        'speaker-unknown': 'Este hablante ya no está en la transcripción. Elige otro.',
        'segment-unknown': 'Esta frase no existe en la transcripción. Elige otra.',
        'split-misplaced':
          'Una frase solo se puede dividir entre dos de sus palabras. Elige otro lugar.',
      },

      takeAway: 'Exportar',
      download: 'Descargar',
      downloadFormat: {
        txt: 'Texto sin formato',
        srt: 'Subtítulos (SubRip)',
        vtt: 'Subtítulos (WebVTT)',
        json: 'Datos (JSON)',
        csv: 'Hoja de cálculo (CSV)',
        md: 'Markdown',
        docx: 'Documento de Word',
      },
      exporting: {
        format: 'Formato',
        names: 'Nombres de los hablantes',
        times: 'Tiempos',
        timesOf: { none: 'Ninguno', turn: 'Por párrafo', line: 'Por frase' },
        speakers: 'Hablantes',
        passage: 'Solo el pasaje seleccionado',
        withNames: 'con nombres',
        withTimes: 'con tiempos',
      },
      downloadStarted: 'Descarga iniciada',
      downloadFailed: 'No se pudo crear el archivo. Comprueba la conexión e inténtalo de nuevo.',
      copy: 'Copiar',
      copied: 'Transcripción copiada',
      copyFailed:
        'El navegador no permitió copiar. Selecciona el texto y cópialo con el teclado, o descarga la transcripción.',
      print: 'Imprimir',
      printFailed: 'El navegador no permitió imprimir. Descarga el documento de Word e imprímelo.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Usando el sonido de tu vídeo', audio: 'Convirtiendo la grabación' },
      converted: {
        video: (sizes) => `Sonido de tu vídeo: ${sizes}`,
        audio: (sizes) => `Grabación convertida: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `El archivo está incompleto. La grabación termina en ${time}.`,
      progress: 'Progreso de la conversión',
      hint: 'El archivo se convierte en este dispositivo. Mantén abierta esta página.',
      track: 'Pista de audio',
      trackName: (track, language) =>
        `Pista ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Tu sesión se ha cerrado',
        'Vuelve a iniciar sesión, por ejemplo, en otra pestaña. Después, el trabajo continuará aquí automáticamente.',
      ],
      intercepted: [
        'Conexión interrumpida',
        'En lugar del servicio responde otra cosa: el modo sin conexión de esta página, la red de una empresa o una extensión del navegador.',
      ],
      merging: ['Finalizando la subida', 'El servicio está uniendo las partes de la grabación.'],
    },
    transcribeAnyway: 'Transcribir de todos modos',
  }),
  queue: ({ count, number }) => ({
    recordings: 'Grabaciones',
    drop: 'Arrastra grabaciones aquí',
    choose: 'Elegir archivos',
    add: 'Añadir archivos',
    readyOf: (ready, total) => `${number(ready)} de ${number(total)} listas`,
    counts: {
      uploading: (items) => `subiendo: ${number(items)}`,
      transcribing: (items) => `transcribiendo: ${number(items)}`,
      waiting: (items) => `en espera: ${number(items)}`,
      unfinished: (items) => `sin terminar: ${number(items)}`,
      failed: (items) => `con errores: ${number(items)}`,
    },
    waiting: 'En espera',
    ready: 'Lista',
    unfinished: 'Sin terminar',
    inOtherTab: 'En curso en otra pestaña',
    open: 'Abrir',
    remove: 'Quitar',
    removed: (name) => `Se ha quitado “${name}”.`,
    undo: 'Deshacer',
    back: 'Todas las grabaciones',
    chooseAll: 'Puedes elegir o arrastrar todos los archivos que faltan a la vez.',
    added: (items) => count(items, { one: '# grabación añadida', other: '# grabaciones añadidas' }),
    duplicate: (name) => `“${name}” ya está en la lista.`,
    duplicates: (files) => `${number(files)} de estos archivos ya están en la lista.`,
    skipped: (files) =>
      count(files, {
        one: '# archivo de la carpeta no es una grabación y se ha omitido.',
        other: '# archivos de la carpeta no son grabaciones y se han omitido.',
      }),
    itemReady: (name) => `La transcripción de “${name}” está lista`,
    onlyOne: (name) => `Solo una grabación a la vez: solo se ha añadido “${name}”.`,
    emptyFolder: (name) => `No hay ninguna grabación en la carpeta “${name}”.`,
    droppedLink:
      'Esto es un enlace, no un archivo. Guarda primero la grabación en este dispositivo y elígela desde allí.',
    droppedNothing:
      'No ha llegado ningún archivo. Guarda primero la grabación en este dispositivo y elígela desde allí.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” está vacío. Elige otra grabación.`,
    'file-too-large': ({ name, size, limit }) =>
      `“${name}” es demasiado grande (${bytes(size)}; límite: ${bytes(limit)}). Elige una grabación más pequeña.`,
    'file-too-long': ({ name, length, limit }) =>
      `“${name}” dura demasiado (${duration(length)}; límite: ${duration(limit)}). Elige una grabación más corta.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `No se reconoce “${name}” como grabación.`
          : `“${name}” es ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Elige un archivo MP3, M4A o WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `El archivo M4A “${name}” está incompleto: le falta una parte. Cópialo de nuevo desde el dispositivo de grabación o elige otra grabación.`,
    'convert-undecodable': ({ name, codec }) =>
      `Este navegador no puede convertir “${name}”${codec === '' ? '' : ` (${codec})`}. Guarda el archivo como MP3, M4A o WAV con otra aplicación y elige ese archivo.`,
    'convert-unreadable': ({ name }) =>
      `No se puede convertir “${name}” porque no se puede leer su sonido. Comprueba que se reproduce o elige un archivo MP3, M4A o WAV.`,
    'convert-no-space': ({ name }) =>
      `No hay suficiente espacio libre en este dispositivo para convertir “${name}”. Libera espacio e inténtalo de nuevo, o elige un archivo MP3, M4A o WAV.`,
    'convert-too-long': ({ name }) =>
      `“${name}” es demasiado largo para convertirlo, porque este navegador no permite que la página guarde datos. Sal de la navegación privada o elige un archivo MP3, M4A o WAV.`,
    'convert-unavailable': ({ name }) =>
      `Esta página no puede convertir “${name}”. Elige un archivo MP3, M4A o WAV.`,
    'file-unreadable': () =>
      'No se puede leer el archivo: se ha movido, modificado o eliminado. Elígelo de nuevo.',
    'file-not-copied': () =>
      'Esta página no puede leer el archivo de forma fiable y no hay espacio libre suficiente para copiarlo. Guarda primero la grabación en este dispositivo y elígela desde allí.',
    'file-changed-while-uploading': () =>
      'El archivo se modificó, se movió o se eliminó durante la subida. Elígelo de nuevo. Las partes ya subidas no se volverán a enviar.',
    'file-gone': () =>
      'La subida de esta grabación caducó y esta página ya no tiene el archivo. Elígelo de nuevo.',
    'another-file': ({ name, expected }) =>
      `“${name}” no es la grabación cuya subida se interrumpió${expected === null ? '' : ` (“${expected}”)`}: su contenido es distinto. Elige la grabación correcta o inténtalo de nuevo para subir esta desde el principio.`,
    network: () =>
      'No se puede acceder a la red, o la red bloquea esta página. Comprueba la conexión e inténtalo de nuevo.',
    'place-refuses': ({ host }) =>
      `Se puede acceder a «${host}», pero algo impide que esta página lo use: su configuración, una extensión del navegador o tu red. Vuelve a intentarlo sin extensiones o con otra red. Si no funciona, ponte en contacto con el servicio de asistencia.`,
    'place-unreachable': ({ host }) =>
      `No se puede acceder a «${host}», aunque la conexión funciona. Puede que lo bloquee un cortafuegos, una VPN o una extensión del navegador. Compruébalo y vuelve a intentarlo.`,
    'service-busy': () =>
      'El servicio está saturado o no está disponible. No se ha perdido nada. Inténtalo de nuevo en un momento.',
    'response-unreadable': () =>
      'El servicio envió una respuesta ilegible. Inténtalo de nuevo. Si vuelve a ocurrir, ponte en contacto con el servicio de asistencia.',
    'payment-required': () =>
      'El servicio de transcripción exige un pago antes de aceptar esta grabación. Ponte en contacto con el servicio de asistencia e inténtalo de nuevo después.',
    'recording-too-large': () =>
      'Esta grabación es demasiado grande para el servicio de transcripción. Elige una más pequeña.',
    'recording-refused': () =>
      'El servicio de transcripción no aceptó esta grabación. Elige otra. Si no se soluciona, ponte en contacto con el servicio de asistencia.',
    'result-unreadable': () =>
      'La transcripción terminó, pero no se puede leer el resultado. Ponte en contacto con el servicio de asistencia.',
    'submission-unknown': () =>
      'No se sabe si la transcripción empezó, porque la respuesta se perdió. Si lo intentas de nuevo, es posible que la grabación se transcriba y se cobre dos veces.',
    'key-reused': () =>
      'Es posible que esta grabación ya se esté transcribiendo, con otra configuración o desde una subida anterior. Si lo intentas de nuevo, es posible que se transcriba y se cobre dos veces.',
    'token-unavailable': () =>
      'Esta página no obtuvo permiso para subir archivos. Vuelve a iniciar sesión o recarga la página e inténtalo de nuevo.',
    'upload-not-allowed': () =>
      'El servicio no permite que esta página suba archivos. Vuelve a iniciar sesión o recarga la página e inténtalo de nuevo.',
    'not-signed-in': () =>
      'No has iniciado sesión o esta página no tiene permiso para transcribir. Vuelve a iniciar sesión o recarga la página e inténtalo de nuevo.',
    'another-user': () =>
      'Otro usuario ha iniciado sesión desde que eligió esta grabación, por lo que no se ha transcrito. Elíjala de nuevo para transcribirla con el usuario que tiene ahora la sesión iniciada.',
    'backend-unavailable': () =>
      'Esta página no puede transcribir en este momento. Inténtalo de nuevo más tarde. Si vuelve a ocurrir, ponte en contacto con el servicio de asistencia.',
    'backend-refused': () =>
      'El servicio de transcripción no aceptó la solicitud de esta página. Ponte en contacto con el servicio de asistencia.',
    'task-unknown': () => 'Esta transcripción no existe o pertenece a otra persona.',
    'task-unavailable': () =>
      'No se encontró la transcripción. Inténtalo de nuevo. Si vuelve a ocurrir, ponte en contacto con el servicio de asistencia.',
    'upload-expired': () =>
      'Esta subida caducó. Inténtalo de nuevo para subir la grabación desde el principio.',
    'upload-not-assembled': () =>
      'El servicio no pudo unir las partes de esta grabación. Inténtalo de nuevo para volver a subirla.',
    'upload-differs': () =>
      'La grabación subida es distinta del archivo de este dispositivo. Inténtalo de nuevo para volver a subirla.',
    'part-damaged': () =>
      'Una parte de la grabación se dañó varias veces durante el envío. Inténtalo de nuevo en otra red.',
    'storage-rejected': () =>
      'El servidor de almacenamiento no aceptó la grabación. Inténtalo de nuevo. Si vuelve a ocurrir, ponte en contacto con el servicio de asistencia.',
    'storage-set-up': () =>
      'El servidor de almacenamiento no está configurado para esta subida. Ponte en contacto con el servicio de asistencia y vuelve a intentarlo.',
    'storage-clock': () =>
      'El servidor de almacenamiento rechazó la subida porque un reloj del servicio de transcripción no marca la hora correcta. Ponte en contacto con el servicio de asistencia y vuelve a intentarlo.',
    'storage-full': () =>
      'El servidor de almacenamiento está lleno o no acepta grabaciones de este tamaño. Ponte en contacto con el servicio de asistencia o inténtalo más tarde.',
    'etag-unreadable': () =>
      'No se puede completar la subida, porque esta página no puede leer el encabezado ETag del servidor de almacenamiento. Puede que una extensión del navegador lo oculte: inténtalo sin extensiones. Si no, el servidor debe enviar “Access-Control-Expose-Headers: ETag”.',
    'plan-invalid': () =>
      'El servicio envió un plan de subida que no corresponde a este archivo. Inténtalo de nuevo. Si vuelve a ocurrir, ponte en contacto con el servicio de asistencia.',
    stopped: () => 'La transcripción se canceló. Puedes intentarlo de nuevo cuando quieras.',
    unexpected: () =>
      'Se produjo un error inesperado. Inténtalo de nuevo. Si vuelve a ocurrir, ponte en contacto con el servicio de asistencia.',
    'no-sound': () => 'No oímos nada en esta grabación. ¿Transcribirla de todos modos?',
    'task-failed': ({ again }) =>
      `El servicio no pudo transcribir esta grabación.${again ? ' Comprueba que se reproduce e inténtalo de nuevo.' : ''}`,
    'task-revoked': ({ again }) =>
      `El servicio detuvo la transcripción.${again ? ' Inténtalo de nuevo para reiniciarla.' : ''}`,
    'signed-out-page': () =>
      'En lugar del servicio respondió una página web, probablemente porque tu sesión se ha cerrado. Vuelve a iniciar sesión o recarga la página e inténtalo de nuevo.',
    'answered-by-another': () =>
      'En lugar del servicio responde otra cosa: el modo sin conexión de esta página, la red de una empresa o una extensión del navegador.',
    'not-set-up': ({ detail }) => `Esta página no está configurada para transcribir: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Grabar',
    fileName: 'Grabación',
    heading: 'Grabar con el micrófono',
    explain: 'El navegador te preguntará si esta página puede usar el micrófono. Elige “Permitir”.',
    privacy: 'No se envía nada hasta que elijas “Transcribir”.',
    proceed: 'Continuar',
    asking: 'Esperando tu permiso…',
    askingHint: 'El navegador pregunta por el micrófono. Elige “Permitir”.',
    failed: 'No se puede usar el micrófono',
    problems: {
      insecure:
        'Esta página no puede usar el micrófono porque no se ha cargado por HTTPS. Elige un archivo o ponte en contacto con el servicio de asistencia.',
      unsupported: 'Este navegador no puede grabar. Usa otro navegador o elige un archivo.',
      blocked:
        'El micrófono está bloqueado para esta página. Permítelo en los ajustes del sitio en el navegador e inténtalo de nuevo.',
      dismissed: 'No has permitido usar el micrófono. Inténtalo de nuevo y elige “Permitir”.',
      embedded:
        'La página que contiene esta no permite usar el micrófono. Abre esta página por separado o ponte en contacto con el servicio de asistencia.',
      system:
        'Tu dispositivo no deja que este navegador use el micrófono. Permítelo en los ajustes de privacidad del dispositivo e inténtalo de nuevo.',
      'none-found': 'No se ha encontrado ningún micrófono. Conecta uno e inténtalo de nuevo.',
      busy: 'El micrófono no se inicia. Cierra otras aplicaciones que puedan estar usándolo e inténtalo de nuevo.',
    },
    recording: 'Grabando',
    elapsed: 'Tiempo grabado',
    device: 'Micrófono',
    deviceNumber: (n) => `Micrófono ${number(n)}`,
    silent:
      'No llega ningún sonido. Comprueba que has elegido el micrófono correcto y que no está silenciado.',
    interrupted: {
      unplugged:
        'El micrófono se ha desconectado. Lo que has grabado se conserva. Conecta un micrófono para continuar.',
      permission:
        'Esta página ya no puede usar el micrófono. Lo que has grabado se conserva. Permite el micrófono para continuar.',
      taken:
        'La grabación se ha interrumpido, por ejemplo por una llamada. Lo grabado hasta ese momento se conserva.',
    },
    finish: 'Terminar',
    discard: 'Descartar',
    discardQuestion: '¿Descartar esta grabación? No podrás recuperarla.',
    keep: 'Conservar',
    saving: 'Guardando la grabación…',
    review: 'Tu grabación',
    reviewHint: 'Escúchala antes de enviarla.',
    noPlayback: 'El navegador no puede reproducir la grabación aquí, pero se puede transcribir.',
    transcribe: 'Transcribir',
    goOn: 'Seguir grabando',
    endedBy: {
      limit: 'La grabación se ha detenido porque ha alcanzado la duración máxima permitida aquí.',
      storage:
        'La grabación se ha detenido porque ya no se podía guardar. Libera espacio en este dispositivo. Lo guardado se conserva.',
      left: 'Esta grabación todavía no se ha enviado.',
    },
    unkept: 'Mantén abierta esta página: el navegador no puede guardar la grabación.',
    unsent: 'Sin enviar:',
    open: 'Escuchar y enviar',
    finished: (time) => `Grabación terminada: ${time}`,
  }),
};

export default translation;
