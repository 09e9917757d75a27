/** Brazilian Portuguese. */
import type { FoundKind } from '../protocol/errors.js';
import type { Language } from './strings.js';

const found: Readonly<Record<FoundKind, string>> = {
  audio: 'um arquivo de áudio em outro formato',
  'protected-audio': 'uma gravação protegida contra cópia',
  video: 'um vídeo em outro formato',
  'silent-video': 'um vídeo sem som',
  picture: 'uma imagem',
  document: 'um documento',
  archive: 'um arquivo compactado',
  program: 'um programa',
  text: 'um arquivo de texto',
  'no-audio': 'um arquivo sem gravação',
};

const translation: Language = {
  element: ({ count, number }) => ({
    label: 'Transcrever uma gravação',
    labelReady: (title) =>
      title === '' ? 'Transcrição de uma gravação' : `Transcrição de ${title}`,
    drop: 'Arraste uma gravação para cá',
    dropNow: 'Solte para transcrever',
    or: 'ou',
    choose: 'Escolher arquivo',
    otherFiles: 'outros áudios e vídeos',
    upTo: (amount) => `até ${amount}`,
    offer: {
      interrupted: {
        heading: 'Transcrição não concluída:',
        hints: {
          nothing: '',
          permission: 'Seu navegador vai pedir permissão para ler o arquivo de novo.',
          recording:
            'Escolha o mesmo arquivo de novo. O que já foi enviado não será enviado outra vez.',
        },
        sentAgain: 'Escolha o mesmo arquivo de novo. O envio vai começar do zero.',
        accept: 'Continuar envio',
        acceptUploaded: 'Continuar',
        pick: 'Escolher o arquivo de novo',
        decline: 'Descartar envio',
      },
      'in-other-tab': {
        heading: 'Em andamento em outra aba:',
        hints: {
          nothing: 'Se você continuar aqui, o processo na outra aba será interrompido.',
          permission:
            'Se você continuar aqui, o processo na outra aba será interrompido. Seu navegador vai pedir permissão para ler o arquivo.',
          recording:
            'Para continuar aqui, escolha o mesmo arquivo. O processo na outra aba será interrompido.',
        },
        accept: 'Continuar aqui',
        acceptUploaded: 'Continuar aqui',
        pick: 'Escolher o arquivo e continuar aqui',
        decline: 'Agora não',
      },
    },
    alreadyUploaded: (percent) => `${percent} enviado`,
    allUploaded: 'envio concluído',
    anotherRecording: (title, size) => `Esse arquivo é outro. Escolha “${title}” (${size}).`,
    recordingNeeded:
      'Seu navegador não consegue mais ler este arquivo. Escolha-o de novo para continuar.',
    steps: { upload: 'Envio', transcribe: 'Transcrição', read: 'Leitura' },
    stepsLabel: 'Etapas',
    checking: 'Verificando o arquivo…',
    waiting: 'Tudo pronto para enviar',
    verifying: 'Comparando o arquivo com o que já foi enviado…',
    planning: 'Preparando o envio…',
    uploading: 'Enviando',
    completing: 'Finalizando o envio…',
    offline: 'Você está offline',
    retrying: 'Conexão interrompida',
    troubleHints: {
      offline: 'O envio continua quando você voltar a ficar online.',
      retrying: 'Tentando de novo automaticamente.',
    },
    offlineUploaded: 'A transcrição aparece aqui quando você voltar a ficar online.',
    partTry: (part, attempt) => `parte ${number(part)}, tentativa ${number(attempt)}`,
    late: 'Nesta velocidade, o envio pode expirar antes de terminar e recomeçar do zero. Uma conexão mais rápida ajuda.',
    uploadsAgain: 'O envio anterior expirou. O arquivo está sendo enviado de novo.',
    unkept: 'Mantenha esta página aberta: seu navegador não consegue salvar o progresso.',
    paused: 'Pausado',
    submitting: 'Iniciando a transcrição…',
    transcribing: 'Transcrevendo',
    taskStatus: {
      PENDING: 'Na fila',
      RECEIVED: 'Na fila',
      STARTED: 'Abrindo a gravação',
      PROGRESS: 'Reconhecendo a fala',
    },
    taskUnknown: 'Em andamento',
    keepOpen: 'Isso pode demorar um pouco. A transcrição aparece aqui quando estiver pronta.',
    uploadProgress: 'Progresso do envio',
    amount: (stored, total) => `${stored} de ${total}`,
    partsUploaded: (stored, total) =>
      `${number(stored)} de ${count(total, {
        one: '# parte enviada',
        many: '# de partes enviadas',
        other: '# partes enviadas',
      })}`,
    speed: (amount) => `${amount}/s`,
    left: (time) => `tempo restante: ${time}`,
    start: 'Iniciar',
    pause: 'Pausar',
    resume: 'Retomar',
    cancel: 'Cancelar',
    retry: 'Tentar de novo',
    another: 'Escolher outro arquivo',
    chooseAgain: 'Escolher o arquivo de novo',
    failed: 'Algo deu errado',
    failedBecause: {
      'unsupported-format': 'Não é possível usar este arquivo',
      'file-empty': 'Não é possível usar este arquivo',
      'file-too-large': 'Não é possível usar este arquivo',
      'file-too-long': 'Não é possível usar este arquivo',
      'file-changed': 'O arquivo foi alterado',
      'token-unavailable': 'Não é possível enviar agora',
      'not-authorized': 'Não é possível enviar agora',
      'plan-invalid': 'Não foi possível iniciar o envio',
      'etag-unreadable': 'Falha no envio',
      'storage-rejected': 'Falha no envio',
      'upload-expired': 'O envio expirou',
      'integrity-mismatch': 'O arquivo enviado não confere',
      network: 'Falha na conexão',
      'no-sound': 'Sem som',
      'task-failed': 'Falha na transcrição',
      'task-revoked': 'A transcrição foi cancelada',
      cancelled: 'Cancelado',
    },
    ready: 'A transcrição está pronta',
    readerLoading: 'Abrindo a transcrição…',
    readerFailed:
      'A transcrição está pronta, mas esta página não conseguiu carregar a parte que a exibe. Verifique sua conexão e tente de novo.',
    untitled: 'Gravação sem nome',
    required: 'Adicione uma gravação e espere a transcrição começar.',
  }),
  reader: ({ count, languageName, number, percent, spoken }) => {
    const seconds = (value: number): string =>
      count(value, { one: '# segundo', many: '# de segundos', other: '# segundos' });
    const lines = (value: number): string =>
      count(value, { one: '# frase', many: '# de frases', other: '# frases' });
    return {
      untitled: 'Transcrição',
      newRecording: 'Nova transcrição',
      summary: ({ speakers, duration, language }) =>
        [
          speakers > 0
            ? count(speakers, {
                one: '# falante',
                many: '# de falantes',
                other: '# falantes',
              })
            : null,
          duration,
          language === null ? null : languageName(language),
        ].filter((fact) => fact !== null),

      player: 'Player de áudio',
      play: 'Reproduzir',
      pause: 'Pausar',
      back: (by) => `Voltar ${seconds(by)}`,
      forward: (by) => `Avançar ${seconds(by)}`,
      position: 'Posição',
      positionValue: (position, length) => `${spoken(position)} de ${spoken(length)}`,
      speed: 'Velocidade de reprodução',
      speedValue: (rate) => `${number(rate)}×`,
      volume: 'Volume',
      volumeValue: percent,
      mute: 'Desativar som',
      unmute: 'Ativar som',
      muted: 'Som desativado',
      unmuted: 'Som ativado',
      sound: 'Som',
      skipSilence: 'Pular silêncios',
      skipSilenceOn: 'Pular silêncios: ativado',
      skipSilenceOff: 'Pular silêncios: desativado',
      repeatPlaying: 'Repetir a frase atual',
      repeating: (start, end) => `Repetindo ${start}–${end}`,
      stopRepeating: 'Parar de repetir',
      stop: 'Parar',
      playingOnly: (start, end) => `Reproduzindo só ${start}–${end}`,
      playOn: 'Reproduzir o restante',
      more: 'Mais',
      views: { paragraphs: 'Parágrafos', lines: 'Uma frase por linha' },
      noAudio: 'Não há áudio disponível para esta transcrição.',
      audioFailed: 'Não é possível reproduzir o áudio. Você ainda pode ler a transcrição completa.',
      tryAgain: 'Tentar de novo',
      chooseAudio: 'Escolher o arquivo de áudio',
      chooseAudioHint: 'O arquivo só é reproduzido neste dispositivo. Ele não é enviado.',
      seekRefused:
        'Este áudio não pode começar em outro ponto: o servidor só o envia desde o início.',
      audioMismatch: (by, is) =>
        is === 'longer'
          ? `O áudio dura ${by} a mais que a transcrição. Talvez seja outra gravação.`
          : `O áudio dura ${by} a menos que a transcrição. Talvez seja outra gravação.`,

      shortcuts: 'Atalhos do teclado',
      shortcutsHint: 'Para usar estes atalhos, clique primeiro no player ou na transcrição.',
      characterKeys: 'Usar letras, números e símbolos como atalhos',
      closeShortcuts: 'Fechar',
      spaceKey: 'Espaço',
      shortcut: {
        toggle: 'Reproduzir ou pausar',
        back: (by) => `Voltar ${seconds(by)}`,
        forward: (by) => `Avançar ${seconds(by)}`,
        previous: 'Frase anterior',
        next: 'Próxima frase',
        repeat: 'Repetir esta frase ou parar de repetir',
        slower: 'Mais devagar',
        faster: 'Mais rápido',
        mute: 'Desativar ou ativar som',
        skipSilence: 'Pular silêncios ou não',
        help: 'Mostrar atalhos do teclado',
      },

      transcript: 'Transcrição',
      skipTranscript: 'Pular a transcrição',
      endOfTranscript: 'Fim da transcrição',
      unknownSpeaker: 'Falante desconhecido',
      numberedSpeaker: (nth) => `Falante ${nth}`,
      renameSpeaker: (name) => `Renomear ${name}`,
      playFrom: (clock) => `Reproduzir a partir de ${clock}`,
      goTo: (clock) => `Ir para ${clock}`,
      backTo: (clock) => `Voltar para ${clock}`,
      notShown:
        'Não foi possível mostrar a transcrição. Tente de novo mais tarde ou fale com o suporte.',
      noSpeech: 'Nenhuma fala foi encontrada nesta gravação.',

      search: 'Pesquisar na transcrição',
      previousHit: 'Resultado anterior',
      nextHit: 'Próximo resultado',
      closeSearch: 'Fechar pesquisa',
      hitOf: (hit, total) => `Resultado ${number(hit)} de ${number(total)}`,
      shortHitOf: (hit, total) => `${number(hit)} / ${number(total)}`,
      noHits: 'Nenhum resultado',

      rowActions: (clock) => `Opções de ${clock}`,
      playOnce: 'Reproduzir só esta frase',
      repeat: 'Repetir esta frase',
      copyLink: 'Copiar link desta frase',
      copyPassageLink: 'Copiar link para o trecho selecionado',
      linkCopied: 'Link copiado',
      editorFailed: 'Não foi possível carregar esta parte. Verifique a conexão e tente de novo.',
      linkFailed: 'Seu navegador não permitiu copiar o link.',
      correctText: 'Editar texto',
      changeSpeaker: 'Alterar falante',
      joinBefore: 'Juntar com a frase anterior',
      deleteLine: 'Excluir esta frase',
      startAt: (clock) => `Começar esta frase em ${clock}`,
      text: (clock) => `Texto em ${clock}`,
      save: 'Salvar',
      cancel: 'Cancelar',
      editing: {
        saveNext: 'Salvar e continuar',
        savePrevious: 'Salvar e voltar',
        leave: 'Fechar e manter o rascunho',
        discard: 'Descartar alterações',
        repeat: 'Repetir este parágrafo',
        whileTyping: 'Ao editar o texto',
        newSpeaker: 'Novo nome',
        fromCaret: 'Somente a partir do cursor',
        fromHere: 'A partir daqui, outra pessoa fala',
        draftKept: 'Rascunho mantido',
        draftAt: (clock) => `Texto não salvo em ${clock}`,
        continueDraft: 'Continuar editando',
      },
      replacing: {
        open: 'Substituir',
        with: 'Substituir por',
        one: 'Substituir este resultado',
        all: 'Substituir tudo',
        skip: 'Pular',
        matchCase: 'Diferenciar maiúsculas',
        wholeWords: 'Palavras inteiras',
        done: (value) => `Resultados substituídos: ${number(value)}`,
        again: (value) => `Alterar mais ${number(value)}?`,
      },
      readingWaveform: (fraction) => `Carregando a forma de onda: ${percent(fraction)}`,
      speakerName: 'Nome',
      otherSpeakers: 'Outros falantes',
      applyTo: 'Aplicar a',
      everywhere: (changed) => `Toda a transcrição (${lines(changed)})`,
      thisPassage: (changed) => `Só esta fala (${lines(changed)})`,
      thisLine: 'Só esta frase',
      mergeWith: (name) => `Mesclar com ${name}`,
      mergeHint: (into) => `${into} já existe. Os dois vão virar um só falante.`,
      nameHint: 'Quem está falando?',
      nameSpeakers: 'Dar nomes',
      dismissHint: 'Fechar',
      undo: 'Desfazer',
      redo: 'Refazer',
      done: {
        renamed: (from, to) => `${from} agora é ${to}`,
        merged: (from, into) => `${from} e ${into} agora são um só falante`,
        assigned: (name) => `Falante alterado para ${name}`,
        corrected: 'Texto salvo',
        undone: 'Correção desfeita',
        redone: 'Correção refeita',
        joined: 'Frases unidas',
        deleted: 'Frase excluída',
        startsAt: (clock) => `Esta frase agora começa em ${clock}`,
      },
      editProblems: {
        'name-empty': 'O falante precisa de um nome. Digite pelo menos um caractere.',
        'name-too-long': `O nome de um falante pode ter no máximo ${number(120)} caracteres. Use um nome mais curto.`,
        'name-taken': 'Outro falante já tem este nome. Mescle os dois.',
        'speaker-unknown': 'Este falante não está mais na transcrição. Escolha outro.',
        'segment-unknown': 'Esta frase não existe na transcrição. Escolha outra.',
        'split-misplaced':
          'Uma frase só pode ser dividida entre duas de suas palavras. Escolha outro lugar.',
      },

      takeAway: 'Exportar',
      download: 'Baixar',
      downloadFormat: {
        txt: 'Texto simples',
        srt: 'Legendas (SubRip)',
        vtt: 'Legendas (WebVTT)',
        json: 'Dados (JSON)',
        csv: 'Planilha (CSV)',
        md: 'Markdown',
        docx: 'Documento do Word',
      },
      exporting: {
        format: 'Formato',
        names: 'Nomes dos falantes',
        times: 'Tempos',
        timesOf: { none: 'Nenhum', turn: 'Por parágrafo', line: 'Por frase' },
        speakers: 'Falantes',
        passage: 'Somente o trecho selecionado',
        withNames: 'com nomes',
        withTimes: 'com tempos',
      },
      downloadStarted: 'Download iniciado',
      downloadFailed: 'Não foi possível criar o arquivo. Verifique sua conexão e tente de novo.',
      copy: 'Copiar',
      copied: 'Transcrição copiada',
      copyFailed:
        'Seu navegador não permitiu copiar. Selecione o texto e copie com o teclado, ou baixe a transcrição.',
      print: 'Imprimir',
      printFailed:
        'Seu navegador não permitiu imprimir. Baixe o documento do Word e imprima esse arquivo.',
    };
  },
  intake: ({ number }) => ({
    convert: {
      converting: { video: 'Usando o som do seu vídeo', audio: 'Convertendo a gravação' },
      converted: {
        video: (sizes) => `Som do seu vídeo: ${sizes}`,
        audio: (sizes) => `Gravação convertida: ${sizes}`,
      },
      sizes: (from, to) => `${from} → ${to}`,
      cutOff: (time) => `O arquivo está incompleto. A gravação termina em ${time}.`,
      progress: 'Progresso da conversão',
      hint: 'O arquivo é convertido neste dispositivo. Mantenha esta página aberta.',
      track: 'Faixa de áudio',
      trackName: (track, language) =>
        `Faixa ${number(track)}${language === null ? '' : ` (${language})`}`,
    },
    interruptions: {
      'signed-out': [
        'Sua sessão terminou',
        'Faça login novamente, por exemplo, em outra guia. Depois, o trabalho continua aqui automaticamente.',
      ],
      intercepted: [
        'Conexão interrompida',
        'Algo responde no lugar do serviço: o modo offline desta página, a rede de uma empresa ou uma extensão do navegador.',
      ],
      merging: ['Finalizando o envio', 'O serviço está juntando as partes da gravação.'],
    },
    transcribeAnyway: 'Transcrever mesmo assim',
  }),
  queue: ({ count, number }) => ({
    recordings: 'Gravações',
    drop: 'Arraste gravações para cá',
    choose: 'Escolher arquivos',
    add: 'Adicionar arquivos',
    readyOf: (ready, total) => `${number(ready)} de ${number(total)} prontas`,
    counts: {
      uploading: (items) => `enviando: ${number(items)}`,
      transcribing: (items) => `transcrevendo: ${number(items)}`,
      waiting: (items) => `na fila: ${number(items)}`,
      unfinished: (items) => `não concluídas: ${number(items)}`,
      failed: (items) => `com erro: ${number(items)}`,
    },
    waiting: 'Na fila',
    ready: 'Pronta',
    unfinished: 'Não concluída',
    inOtherTab: 'Em andamento em outra aba',
    open: 'Abrir',
    remove: 'Remover',
    removed: (name) => `“${name}” foi removido.`,
    undo: 'Desfazer',
    back: 'Todas as gravações',
    chooseAll: 'Você pode escolher ou arrastar todos os arquivos que faltam de uma vez.',
    added: (items) =>
      count(items, { one: '# gravação adicionada', other: '# gravações adicionadas' }),
    duplicate: (name) => `“${name}” já está na lista.`,
    duplicates: (files) => `${number(files)} desses arquivos já estão na lista.`,
    skipped: (files) =>
      count(files, {
        one: '# arquivo da pasta não é uma gravação e foi ignorado.',
        other: '# arquivos da pasta não são gravações e foram ignorados.',
      }),
    itemReady: (name) => `A transcrição de “${name}” está pronta`,
    onlyOne: (name) => `Só uma gravação por vez: apenas “${name}” foi adicionada.`,
    emptyFolder: (name) => `Não há nenhuma gravação na pasta “${name}”.`,
    droppedLink:
      'Isto é um link, não um arquivo. Primeiro salve a gravação neste dispositivo e depois escolha-a lá.',
    droppedNothing:
      'Nenhum arquivo chegou. Primeiro salve a gravação neste dispositivo e depois escolha-a lá.',
  }),
  failures: ({ bytes, duration }) => ({
    'file-empty': ({ name }) => `“${name}” está vazio. Escolha outra gravação.`,
    'file-too-large': ({ name, size, limit }) =>
      `“${name}” tem ${bytes(size)}. O limite é ${bytes(limit)}. Escolha uma gravação menor.`,
    'file-too-long': ({ name, length, limit }) =>
      `“${name}” dura ${duration(length)}. O limite é ${duration(limit)}. Escolha uma gravação mais curta.`,
    'unsupported-format': ({ name, found: file }) => {
      const what =
        file === null
          ? `“${name}” não foi reconhecido como gravação.`
          : `“${name}” é ${found[file.kind]}${file.format === '' ? '' : ` (${file.format})`}.`;
      return `${what} Escolha um arquivo MP3, M4A ou WAV.`;
    },
    'm4a-incomplete': ({ name }) =>
      `“${name}” é um arquivo M4A incompleto: falta uma parte. Copie-o de novo do aparelho que fez a gravação ou escolha outra gravação.`,
    'convert-undecodable': ({ name, codec }) =>
      `Este navegador não consegue converter “${name}”${codec === '' ? '' : ` (${codec})`}. Salve o arquivo como MP3, M4A ou WAV em outro aplicativo e escolha esse arquivo.`,
    'convert-unreadable': ({ name }) =>
      `Não é possível converter “${name}” porque o som não pode ser lido. Verifique se o arquivo toca ou escolha um arquivo MP3, M4A ou WAV.`,
    'convert-no-space': ({ name }) =>
      `Não há espaço livre suficiente neste dispositivo para converter “${name}”. Libere espaço e tente de novo ou escolha um arquivo MP3, M4A ou WAV.`,
    'convert-too-long': ({ name }) =>
      `“${name}” é longo demais para ser convertido, porque este navegador não deixa a página salvar dados. Saia da navegação privada ou escolha um arquivo MP3, M4A ou WAV.`,
    'convert-unavailable': ({ name }) =>
      `Esta página não consegue converter “${name}”. Escolha um arquivo MP3, M4A ou WAV.`,
    'file-unreadable': () =>
      'Não é possível ler o arquivo: ele foi movido, alterado ou excluído. Escolha-o de novo.',
    'file-not-copied': () =>
      'Esta página não consegue ler o arquivo de forma confiável, e não há espaço livre suficiente para copiá-lo. Primeiro salve a gravação neste dispositivo e depois escolha-a lá.',
    'file-changed-while-uploading': () =>
      'O arquivo foi alterado, movido ou excluído durante o envio. Escolha-o de novo. As partes já enviadas não serão enviadas outra vez.',
    'file-gone': () =>
      'O envio desta gravação expirou, e esta página não tem mais o arquivo. Escolha-o de novo.',
    'another-file': ({ name, expected }) =>
      `“${name}” não é a gravação cujo envio foi interrompido${expected === null ? '' : ` (“${expected}”)`}: o conteúdo é diferente. Escolha aquela gravação ou tente de novo para enviar esta do zero.`,
    network: () =>
      'Não há acesso à rede ou ela está bloqueando esta página. Verifique a conexão e tente de novo.',
    'place-refuses': ({ host }) =>
      `É possível acessar “${host}”, mas algo impede esta página de usá-lo: as configurações dele, uma extensão do navegador ou a sua rede. Tente novamente sem extensões ou em outra rede. Se não adiantar, fale com o suporte.`,
    'place-unreachable': ({ host }) =>
      `Não é possível acessar “${host}”, embora a conexão funcione. Um firewall, uma VPN ou uma extensão do navegador pode estar bloqueando. Verifique e tente novamente.`,
    'service-busy': () =>
      'O serviço está sobrecarregado ou indisponível. Nada foi perdido. Tente de novo daqui a pouco.',
    'response-unreadable': () =>
      'Não foi possível ler a resposta do serviço. Tente de novo. Se o problema continuar, fale com o suporte.',
    'payment-required': () =>
      'O serviço de transcrição exige pagamento para aceitar esta gravação. Fale com o suporte e depois tente de novo.',
    'recording-too-large': () =>
      'Esta gravação é grande demais para o serviço de transcrição. Escolha uma menor.',
    'recording-refused': () =>
      'O serviço de transcrição não aceitou esta gravação. Escolha outra. Se não resolver, fale com o suporte.',
    'result-unreadable': () =>
      'A transcrição terminou, mas não é possível ler o resultado. Fale com o suporte.',
    'submission-unknown': () =>
      'Não sabemos se a transcrição começou, porque a resposta se perdeu. Se você tentar de novo, a gravação poderá ser transcrita e cobrada duas vezes.',
    'key-reused': () =>
      'Esta gravação talvez já esteja sendo transcrita, com outras configurações ou a partir de um envio anterior. Se você tentar de novo, ela poderá ser transcrita e cobrada duas vezes.',
    'token-unavailable': () =>
      'Esta página não obteve permissão para enviar arquivos. Faça login novamente ou recarregue a página e tente de novo.',
    'upload-not-allowed': () =>
      'O serviço não permite que esta página envie arquivos. Faça login novamente ou recarregue a página e tente de novo.',
    'not-signed-in': () =>
      'Você não fez login, ou esta página não tem permissão para transcrever. Faça login novamente ou recarregue a página e tente de novo.',
    'another-user': () =>
      'Outro usuário fez login desde que você escolheu esta gravação, por isso ela não foi transcrita. Escolha-a novamente para transcrevê-la como o usuário conectado agora.',
    'backend-unavailable': () =>
      'No momento, não é possível transcrever nesta página. Tente de novo mais tarde. Se o problema continuar, fale com o suporte.',
    'backend-refused': () =>
      'O serviço de transcrição não aceitou a solicitação desta página. Fale com o suporte.',
    'task-unknown': () => 'Esta transcrição não existe ou pertence a outra pessoa.',
    'task-unavailable': () =>
      'Não foi possível encontrar a transcrição. Tente de novo. Se o problema continuar, fale com o suporte.',
    'upload-expired': () => 'Este envio expirou. Tente de novo para enviar a gravação do zero.',
    'upload-not-assembled': () =>
      'O serviço não conseguiu juntar as partes desta gravação. Tente de novo para enviá-la outra vez.',
    'upload-differs': () =>
      'A gravação enviada é diferente do arquivo neste dispositivo. Tente de novo para enviá-la outra vez.',
    'part-damaged': () =>
      'Uma parte da gravação foi corrompida várias vezes durante o envio. Tente de novo em outra rede.',
    'storage-rejected': () =>
      'O servidor de armazenamento não aceitou a gravação. Tente de novo. Se o problema continuar, fale com o suporte.',
    'storage-set-up': () =>
      'O servidor de armazenamento não está configurado para este envio. Fale com o suporte e tente de novo.',
    'storage-clock': () =>
      'O servidor de armazenamento recusou o envio porque um relógio do serviço de transcrição está errado. Fale com o suporte e tente de novo.',
    'storage-full': () =>
      'O servidor de armazenamento está cheio ou não aceita uma gravação deste tamanho. Fale com o suporte ou tente de novo mais tarde.',
    'etag-unreadable': () =>
      'Não é possível concluir o envio, porque esta página não consegue ler o cabeçalho ETag do servidor de armazenamento. Talvez uma extensão do navegador o esconda: tente sem extensões. Caso contrário, o servidor precisa enviar “Access-Control-Expose-Headers: ETag”.',
    'plan-invalid': () =>
      'O serviço mandou um plano de envio que não corresponde a este arquivo. Tente de novo. Se o problema continuar, fale com o suporte.',
    stopped: () => 'A transcrição foi interrompida. Tente de novo quando quiser.',
    unexpected: () =>
      'Ocorreu um erro inesperado. Tente de novo. Se o problema continuar, fale com o suporte.',
    'no-sound': () => 'Não ouvimos nada nesta gravação. Transcrever mesmo assim?',
    'task-failed': ({ again }) =>
      `O serviço não conseguiu transcrever esta gravação.${again ? ' Verifique se ela pode ser reproduzida e tente de novo.' : ''}`,
    'task-revoked': ({ again }) =>
      `O serviço interrompeu a transcrição.${again ? ' Tente de novo para reiniciá-la.' : ''}`,
    'signed-out-page': () =>
      'Uma página da web respondeu no lugar do serviço, provavelmente porque sua sessão terminou. Faça login novamente ou recarregue a página e tente de novo.',
    'answered-by-another': () =>
      'Algo responde no lugar do serviço: o modo offline desta página, a rede de uma empresa ou uma extensão do navegador.',
    'not-set-up': ({ detail }) => `Esta página não está configurada para transcrever: ${detail}`,
  }),
  microphone: ({ number }) => ({
    record: 'Gravar',
    fileName: 'Gravação',
    heading: 'Gravar com o microfone',
    explain:
      'Seu navegador vai perguntar se esta página pode usar o microfone. Escolha “Permitir”.',
    privacy: 'Nada é enviado até você escolher “Transcrever”.',
    proceed: 'Continuar',
    asking: 'Aguardando sua permissão…',
    askingHint: 'Seu navegador está pedindo acesso ao microfone. Escolha “Permitir”.',
    failed: 'Não é possível usar o microfone',
    problems: {
      insecure:
        'Esta página não pode usar o microfone porque não foi carregada por HTTPS. Escolha um arquivo ou fale com o suporte.',
      unsupported: 'Este navegador não consegue gravar. Use outro navegador ou escolha um arquivo.',
      blocked:
        'O microfone está bloqueado para esta página. Permita o uso nas configurações do site no navegador e tente de novo.',
      dismissed: 'Você não permitiu o microfone. Tente de novo e escolha “Permitir”.',
      embedded:
        'A página que contém esta não permite o microfone. Abra esta página separadamente ou fale com o suporte.',
      system:
        'Seu dispositivo não deixa este navegador usar o microfone. Permita nas configurações de privacidade do dispositivo e tente de novo.',
      'none-found': 'Nenhum microfone foi encontrado. Conecte um e tente de novo.',
      busy: 'O microfone não inicia. Feche outros aplicativos que possam estar usando o microfone e tente de novo.',
    },
    recording: 'Gravando',
    elapsed: 'Tempo gravado',
    device: 'Microfone',
    deviceNumber: (n) => `Microfone ${number(n)}`,
    silent:
      'Nenhum som está chegando. Verifique se o microfone certo está selecionado e se não está no mudo.',
    interrupted: {
      unplugged:
        'O microfone foi desconectado. O que você gravou foi mantido. Conecte um microfone para continuar.',
      permission:
        'Esta página não pode mais usar o microfone. O que você gravou foi mantido. Permita o microfone para continuar.',
      taken:
        'A gravação foi interrompida, por exemplo por uma ligação. O que você gravou até então foi mantido.',
    },
    finish: 'Concluir',
    discard: 'Descartar',
    discardQuestion: 'Descartar esta gravação? Não será possível recuperá-la.',
    keep: 'Manter',
    saving: 'Salvando a gravação…',
    review: 'Sua gravação',
    reviewHint: 'Ouça antes de enviar.',
    noPlayback:
      'Seu navegador não consegue reproduzir a gravação aqui, mas ela pode ser transcrita.',
    transcribe: 'Transcrever',
    goOn: 'Continuar gravando',
    endedBy: {
      limit: 'A gravação foi interrompida porque atingiu a duração máxima permitida aqui.',
      storage:
        'A gravação foi interrompida porque não podia mais ser salva. Libere espaço neste dispositivo. O que foi salvo foi mantido.',
      left: 'Esta gravação ainda não foi enviada.',
    },
    unkept: 'Mantenha esta página aberta: seu navegador não consegue salvar a gravação.',
    unsent: 'Ainda não enviada:',
    open: 'Ouvir e enviar',
    finished: (time) => `Gravação concluída: ${time}`,
  }),
};

export default translation;
