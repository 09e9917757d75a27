/** A session in the simulated world, with a service that responds like the real one unless scripted otherwise. */
import {
  createHttpBackend,
  createBackendFetchToken,
  createTokenProvider,
  createUploadService,
  type Converter,
  type FileLimits,
  type Session,
  type SessionState,
} from '../../src/engine.js';
import { createSessionOf, type SessionContext } from '../../src/engine/session/session.js';
import { runJob } from '../../src/engine/session/run-job.js';
import { BACKEND_PATHS, SERVICE_PATHS } from '../../src/protocol/routes.js';
import { createWorld, jsonResponse, type World, type WorldScript } from './simulated-world.js';
import { unmeasuredWave } from './recording.js';

export const CHUNK_SIZE = 100;

const BACKEND = 'https://partner.test/api';
const SERVICE = 'https://service.test';

export const PATHS = {
  userToken: `POST /api${BACKEND_PATHS.userToken}`,
  submit: `POST /api${BACKEND_PATHS.transcriptions}`,
  query: `GET /api${BACKEND_PATHS.transcriptions}/task-1`,
  plan: `POST ${SERVICE_PATHS.uploadPlan}`,
  complete: `POST ${SERVICE_PATHS.completeUpload}`,
} as const;

export const RESULT = {
  text: 'Hello.',
  language: 'en',
  duration: 60,
  segments: [{ speaker: 'S1', start_ms: 0, end_ms: 900, text: 'Hello.' }],
};

export const task = (status: string, data: unknown = {}) =>
  jsonResponse(200, { transcription_id: 'task-1', status, data });

type Answer = NonNullable<WorldScript['http']>;
export type Answers = Partial<Record<keyof typeof PATHS, Answer>>;

/** The response of 4.6 for a merged file with this MD5. */
export const uploadedAs = (md5: string) =>
  jsonResponse(200, {
    FileId: 'file-1',
    FileType: 'wav',
    DownloadUrl: 'https://storage.test/file-1',
    FileMd5: md5,
  });

/** The response of 4.4 for this many parts. */
export const planOf = (parts: number, chunkSize: number) =>
  jsonResponse(200, {
    FileId: 'f',
    UploadId: 'u',
    ChunkSize: chunkSize,
    Parts: Array.from({ length: parts }, (_, index) => ({
      PartNumber: index + 1,
      PresignedUrl: `https://storage.test/${index + 1}`,
    })),
  });

const defaults = (size: number): Record<keyof typeof PATHS, Answer> => ({
  userToken: (_request, count) =>
    jsonResponse(200, {
      access_token: `token-${count}`,
      token_type: 'bearer',
      expires_in: 86_400,
    }),
  plan: (_request, count) =>
    jsonResponse(200, {
      FileId: 'file-1',
      UploadId: `upload-${count}`,
      ChunkSize: CHUNK_SIZE,
      Parts: Array.from({ length: Math.ceil(size / CHUNK_SIZE) }, (_, index) => ({
        PartNumber: index + 1,
        PresignedUrl: `https://storage.test/${count}/${index + 1}`,
      })),
    }),
  complete: ({ body = '' }) => uploadedAs((JSON.parse(body) as { file_md5: string }).file_md5),
  submit: () => task('PENDING'),
  query: (_request, count) => (count < 3 ? task('PROGRESS') : task('SUCCESS', RESULT)),
});

export interface ScriptedSession {
  readonly session: Session;
  readonly world: World;
  readonly states: SessionState[];
  /** The names of the states, without consecutive duplicates. */
  readonly names: () => string[];
  /** Resolves with the next state that has one of these names. */
  readonly until: (...names: readonly SessionState['name'][]) => Promise<SessionState>;
  readonly selectFile: (file?: File) => void;
  /** The parsed bodies of the requests to a path. */
  readonly bodies: (path: keyof typeof PATHS) => unknown[];
}

/** A file of `size` bytes that starts with a WAV header. */
export const wavFile = (size: number): File => new File([unmeasuredWave(size)], 'talk.wav');

export const createScriptedSession = (
  answers: Answers = {},
  script: Omit<WorldScript, 'http'> & {
    size?: number;
    manualStart?: boolean;
    kept?: () => Promise<boolean>;
    discard?: () => Promise<void>;
    convert?: Converter;
    limits?: FileLimits;
    /** True if the session may request a token just to learn whose recording it is. */
    asksForToken?: boolean;
    /** Replaces parts of the session's context. */
    context?: Partial<SessionContext>;
  } = {},
): ScriptedSession => {
  const size = script.size ?? 5 * CHUNK_SIZE - 30;
  const all = { ...defaults(size), ...answers };
  const posted: { key: string; body: unknown }[] = [];
  const world = createWorld({
    ...script,
    http: (request, count) => {
      const key = `${request.method} ${new URL(request.url).pathname}`;
      const name = (Object.keys(PATHS) as (keyof typeof PATHS)[]).find((it) => PATHS[it] === key);
      if (request.body !== undefined) posted.push({ key, body: JSON.parse(request.body) });
      return name ? all[name](request, count) : jsonResponse(404, {});
    },
  });
  const tokens = createTokenProvider(createBackendFetchToken(BACKEND, world), world);
  const session = createSessionOf(
    // A test may replace a port of `world` later.
    script.convert === undefined ? world : Object.assign(world, { convert: script.convert }),
    () => ({
      service: () => createUploadService(SERVICE, tokens, world),
      backend: () => createHttpBackend(BACKEND, world),
      limits: script.limits ?? {},
      tokenScope: () => tokens.scope(),
      ...(script.asksForToken && {
        needToken: async (signal: AbortSignal) => void (await tokens.get(signal)),
      }),
      manualStart: script.manualStart ?? false,
      ...(script.kept === undefined ? {} : { flushed: script.kept }),
      ...(script.discard === undefined ? {} : { discard: script.discard }),
      ...script.context,
    }),
    () => Promise.resolve(runJob),
  );
  const states: SessionState[] = [];
  session.subscribe((state) => states.push(state));
  return {
    session,
    world,
    states,
    names: () => states.map(({ name }) => name).filter((name, i, all) => name !== all[i - 1]),
    until: (...names) =>
      new Promise((resolve) => {
        const stop = session.subscribe((state) => {
          if (!names.includes(state.name)) return;
          stop();
          resolve(state);
        });
      }),
    selectFile: (file = wavFile(size)) =>
      session.dispatch({ type: 'select', source: { kind: 'file', file }, options: {} }),
    bodies: (path) => posted.filter(({ key }) => key === PATHS[path]).map(({ body }) => body),
  };
};

/** The outcome: the error code, or else the name of the state. */
export const codeOf = (state: SessionState): string =>
  state.name === 'failed' ? state.error.code : state.name;

/** Advances the simulated clock by an hour, and runs everything scheduled in it. */
export const passTime = ({ clock }: World): Promise<void> =>
  clock.sleep(3_600_000, new AbortController().signal);
