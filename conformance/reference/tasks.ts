/** 4.7 and 4.8 of the reference service. It recognises phrases by their samples, wherever they are in the file. */
import type { Material } from '../recordings/material.js';
import { md5Of } from '../recordings/recording.js';
import {
  bearerOf,
  demand,
  jsonResponse,
  objectOf,
  Refused,
  type Asked,
  type Json,
} from './http.js';
import type { Faulty } from './mutants.js';
import type { ReferenceCredentials, ReferenceTokens } from './tokens.js';
import type { ReferenceUploads } from './uploads.js';

type Heard = Pick<Material, 'speech' | 'others'>;

interface Task {
  readonly id: string;
  readonly fileUrl: string;
  readonly params: Json;
  readonly hasParams: boolean;
  /** Queries so far. */
  queries: number;
}

interface Segment {
  readonly speaker: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

export interface ReferenceTasks {
  readonly submit: (asked: Asked) => Response;
  readonly query: (asked: Asked, id: string) => Response;
}

const SAMPLE_BYTES = 2;
const OTHER_WORDS = 'Something that nobody in this recording has ever said';

/** The phrases in a WAV file, in order, with the voices by turns. */
const listen = (bytes: Buffer, { speech, others }: Heard) => {
  const known = others.find(({ md5 }) => md5 === md5Of(bytes));
  if (known !== undefined) {
    const seconds = known.seconds ?? 0;
    const text = known.words ?? '';
    return { seconds, segments: [{ speaker: 'A', start_ms: 0, end_ms: seconds * 1000, text }] };
  }
  const data = bytes.indexOf('data') + 8;
  const msOf = (offset: number): number =>
    Math.round(((offset - data) / SAMPLE_BYTES / speech.sampleRate) * 1000);
  const segments = speech.phrases.flatMap(({ text, samples }, index): Segment[] => {
    const at = bytes.indexOf(samples, data);
    const end = at + samples.length;
    const speaker = index % 2 === 0 ? 'A' : 'B';
    return at < 0 ? [] : [{ speaker, start_ms: msOf(at), end_ms: msOf(end), text }];
  });
  return { seconds: msOf(bytes.length) / 1000, segments };
};

export const createReferenceTasks = (
  faulty: Faulty,
  material: Heard,
  { clientId, clientSecret, apiKey }: ReferenceCredentials,
  { isBearer }: Pick<ReferenceTokens, 'isBearer'>,
  { fileAt }: Pick<ReferenceUploads, 'fileAt'>,
): ReferenceTasks => {
  const tasks: Task[] = [];

  const requireKeys = (asked: Asked, section: '4.7' | '4.8'): void => {
    const what = section === '4.7' ? 'submits' : 'queries';
    const { headers } = asked;
    if (bearerOf(asked) !== null) {
      if (isBearer(asked, 'user') && faulty(`5.user-token-${what}`)) return;
      if (isBearer(asked, 'partner') && faulty(`5.partner-token-${what}`)) return;
    }
    const id = headers.get('x-client-id');
    const key = headers.get('x-client-api-key');
    const idFault = id === null ? 'missing-client-id' : 'wrong-client-id';
    demand(id === clientId || faulty(`${section}.${idFault}`), 401, 'X-Client-Id does not fit');
    const keyFault = key === null ? 'missing-api-key' : 'wrong-api-key';
    const isSecret = key === clientSecret && faulty(`5.secret-${what}`);
    const keyFits =
      key === apiKey || isSecret || (key !== clientSecret && faulty(`${section}.${keyFault}`));
    demand(keyFits, 401, 'X-Client-Api-Key does not fit');
  };

  const checkParams = (params: Json): void => {
    const {
      model = 'svc-asr-pro',
      language = 'auto',
      detection_level = 'segment',
    } = objectOf(params['transcribe']);
    const named = objectOf(params['transcribe'])['model'];
    demand(!(named === 'svc-asr-pro' && faulty('4.7.submit')), 400, 'no svc-asr-pro');
    demand(!(named === 'svc-asr-fast' && faulty('4.7.opposites')), 400, 'no svc-asr-fast');
    const modelFits = ['svc-asr-pro', 'svc-asr-fast'].includes(String(model));
    demand(modelFits || faulty('4.7.wrong-model'), 400, 'model does not fit');
    const levelFits = ['segment', 'chapter'].includes(String(detection_level));
    demand(levelFits || faulty('4.7.wrong-detection-level'), 400, 'detection_level does not fit');
    const languageFits = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(String(language));
    demand(languageFits || faulty('4.7.wrong-language'), 400, 'language does not fit');
    const { decode_silence = false } = objectOf(params['vad']);
    const { enabled = false, return_embedding = false } = objectOf(params['diarization']);
    const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
    const silenceFits = isBoolean(decode_silence) || faulty('4.7.decode-silence-text');
    demand(silenceFits, 400, 'decode_silence does not fit');
    demand(isBoolean(enabled) || faulty('4.7.enabled-text'), 400, 'enabled does not fit');
    const embeddingFits = isBoolean(return_embedding) || faulty('4.7.return-embedding-text');
    demand(embeddingFits, 400, 'return_embedding does not fit');
  };

  const submit = (asked: Asked): Response => {
    requireKeys(asked, '4.7');
    const { file_url, params } = objectOf(asked.json);
    demand(typeof file_url === 'string' || faulty('4.7.missing-file-url'), 400, 'no file_url');
    const fileUrl = String(file_url);
    demand(params !== undefined || !faulty('4.7.without-params'), 400, 'no params');
    checkParams(objectOf(params));
    demand(
      URL.canParse(fileUrl) || !faulty('4.7.file-url-nonsense') || file_url === undefined,
      400,
      'no address',
    );
    demand(fileAt(fileUrl) !== null || !faulty('4.7.unreachable'), 422, 'not found');
    const same = faulty('4.7.second-task') ? tasks.find((it) => it.fileUrl === fileUrl) : undefined;
    const task: Task = same ?? {
      ...{ id: `task-${tasks.length}`, fileUrl, queries: 0 },
      ...{ params: objectOf(params), hasParams: params !== undefined },
    };
    tasks.push(task);
    const status = faulty('4.7.pending')
      ? 'QUEUED'
      : faulty('4.7.pending/started')
        ? 'STARTED'
        : 'PENDING';
    const data = faulty('4.7.data') ? null : faulty('4.7.empty-data') ? { text: '' } : {};
    return jsonResponse(
      {
        transcription_id: faulty('4.7.transcription-id') ? 7 : task.id,
        ...(faulty('4.7.status') ? {} : { status }),
        data,
      },
      faulty('4.status-200') ? 201 : 200,
    );
  };

  const separates = ({ params, hasParams }: Task): boolean => {
    const enabled = objectOf(params['diarization'])['enabled'] === true;
    if (enabled) return !faulty('2.4.speaker');
    return hasParams ? faulty('2.4.no-speaker') : faulty('2.4.no-speaker-by-default');
  };

  const timesOf = (list: readonly Segment[], index: number): readonly [unknown, unknown] => {
    const from = faulty('2.4.milliseconds/mixed') ? list[list.length - 1 - index] : list[index];
    const { start_ms: start = 0, end_ms: end = 0 } = from ?? {};
    if (faulty('2.4.milliseconds')) return [Math.floor(start / 1000), Math.ceil(end / 1000)];
    const last = index === list.length - 1;
    return [
      faulty('2.4.start-ms') ? start + 0.5 : start,
      faulty('2.4.end-ms')
        ? String(end)
        : faulty('2.4.start-before-end')
          ? start
          : last && faulty('2.4.within')
            ? end + 60_000
            : end,
    ];
  };

  const segmentsOf = (task: Task, list: readonly Segment[]): readonly Json[] => {
    const labelled = separates(task);
    const segments = list.map(({ speaker, text }, index) => {
      const [start_ms, end_ms] = timesOf(list, index);
      return {
        ...(labelled ? { speaker: faulty('2.4.two-speakers') ? 'A' : speaker } : {}),
        ...{ start_ms, end_ms },
        ...(faulty('2.4.segment-text')
          ? {}
          : { text: faulty('2.4.segment-words') ? OTHER_WORDS : text }),
        ...(faulty('2.4.segment-language') ? { language: 'en' } : {}),
        ...(faulty('2.4.embedding') ? { voice: Array.from({ length: 16 }, () => 0.5) } : {}),
      };
    });
    return faulty('2.4.segment-order') ? segments.reverse() : segments;
  };

  const durationOf = (seconds: number): unknown => {
    if (faulty('2.4.seconds')) return Math.round(seconds * 1000);
    if (faulty('2.4.seconds/minutes')) return Math.round(seconds / 60);
    return faulty('2.4.duration') ? String(seconds) : Math.round(seconds);
  };

  const textOf = (list: readonly Segment[]): unknown => {
    const texts = list.map(({ text }) => text);
    if (faulty('2.4.text')) return texts;
    if (faulty('2.4.words')) return OTHER_WORDS;
    if (faulty('2.4.words/empty')) return '';
    return texts.join(faulty('2.4.text-joint') ? '\n' : ' ');
  };

  const resultOf = (task: Task, bytes: Buffer): Json => {
    if (faulty('3.filled-data')) return {};
    const { seconds, segments } = listen(bytes, material);
    const list = faulty('2.4.some-segments') ? [] : segmentsOf(task, segments);
    const given = objectOf(task.params['transcribe'])['language'];
    const language = faulty('2.4.language-given') && given === 'en' ? 'en-GB' : 'en';
    return {
      text: textOf(segments),
      ...(faulty('2.4.language') ? {} : { language }),
      duration: durationOf(seconds),
      segments: faulty('2.4.segments') ? { first: list[0] } : list,
      ...(faulty('2.4.more') ? { vendor: 1 } : {}),
    };
  };

  const fails = ({ params, hasParams }: Task, bytes: Buffer, chunks: number): boolean => {
    const { model } = objectOf(params['transcribe']);
    const other = material.others.find(({ md5 }) => md5 === md5Of(bytes));
    return (
      (chunks > 1 && other === undefined && faulty('3.success')) ||
      (!hasParams && other === undefined && faulty('3.success-defaults')) ||
      (model === 'svc-asr-fast' && faulty('3.success-opposites')) ||
      (other?.filetype === 'mp3' && faulty('4.7.mp3')) ||
      (other?.filetype === 'm4a' && faulty('4.7.m4a'))
    );
  };

  /** The statuses before the end, one for each query. */
  const walk = (): readonly string[] => {
    if (faulty('3.transitions')) return ['STARTED', 'PROGRESS'];
    if (faulty('4.7.pending/started')) return ['PROGRESS'];
    if (faulty('3.known')) return ['QUEUED'];
    return ['RECEIVED', 'STARTED', 'PROGRESS'];
  };

  const stateOf = (task: Task): Json => {
    const early = walk()[task.queries - 1] ?? (faulty('3.success/never') ? 'PROGRESS' : undefined);
    if (early !== undefined) {
      const data = faulty('2.4.data') ? null : faulty('3.empty-data') ? { progress: 10 } : {};
      return { status: early, data };
    }
    const file = fileAt(task.fileUrl);
    if (file === null || fails(task, file.bytes, file.chunks))
      return faulty('2.4.failed-task')
        ? { status: 'FAILURE', data: { code: 7 }, reason: 'noise' }
        : { status: 'FAILURE', data: {} };
    return { status: 'SUCCESS', data: resultOf(task, file.bytes) };
  };

  const query = (asked: Asked, id: string): Response => {
    requireKeys(asked, '4.8');
    const task = tasks.find((it) => it.id === id);
    if (task === undefined) {
      if (!faulty('4.8.unknown')) throw new Refused(404, 'no such task');
      return jsonResponse({ transcription_id: id, status: 'PENDING', data: {} });
    }
    demand(!faulty('4.8.query'), 500, 'broken');
    task.queries += 1;
    const { status, ...rest } = stateOf(task);
    demand(!(status === 'FAILURE' && faulty('7.task-failure')), 422, 'the task failed');
    return jsonResponse({
      ...(faulty('2.4.transcription-id')
        ? {}
        : { transcription_id: faulty('2.4.same-id') ? 'another-task' : id }),
      ...(faulty('2.4.status') ? {} : { status }),
      ...rest,
    });
  };

  return { submit, query };
};
