/** 4.7 and 4.8: submissions and queries that a single request can check. */
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check, type Level } from '../finding.js';
import {
  bearer,
  keyPair,
  NOWHERE,
  otherThan,
  PATHS,
  post,
  without,
  type Headers,
} from '../service/requests.js';
import { ANY_TEXT, field, isEmpty, isObject, OBJECT, TEXT } from '../service/shape.js';
import { statusOf, type Task } from '../steps/task.js';
import type { World } from '../steps/world.js';
import {
  accepted,
  answered,
  hasField,
  note,
  recommended,
  refused,
  required,
  thorough,
} from './builders.js';

/** Nothing may be transcribed here, so the URL leads nowhere, in case the service accepts the request. */
const submit = async (world: World, body: unknown, headers?: Headers): Promise<Answer> =>
  world.send({
    ...post(world.url(PATHS.transcriptions), headers ?? (await world.keys()), body),
    once: true,
  });

const refusesParams = (id: string, rule: string, params: object, level?: Level): Check =>
  refused(id, rule, 'submit', (world) => submit(world, { file_url: NOWHERE, params }), level);

type KeysOf = (world: World) => Promise<Headers>;

/** The key pair with another value in it. */
const keysWith =
  (change: (pair: ReturnType<World['pair']>) => Partial<ReturnType<World['pair']>>): KeysOf =>
  async (world) =>
    keyPair({ ...world.pair(), ...change(world.pair()) });

const keysWithout =
  (name: string): KeysOf =>
  async (world) =>
    without(await world.keys(), name) as Headers;

const secretAsKey: KeysOf = async (world) => {
  const { clientSecret, apiKey } = world.settings.credentials;
  if (clientSecret === null) throw new NotReached('needs CLIENT_SECRET');
  if (clientSecret === apiKey) throw new NotReached('API_KEY is the secret (5.api-key)');
  return keyPair({ ...world.pair(), apiKey: clientSecret });
};

const HEADERS: readonly (readonly [name: string, rule: string, keys: KeysOf])[] = [
  ['missing-client-id', 'X-Client-Id is required.', keysWithout('X-Client-Id')],
  ['missing-api-key', 'X-Client-Api-Key is required.', keysWithout('X-Client-Api-Key')],
  [
    'wrong-client-id',
    'X-Client-Id is the client_id.',
    keysWith(({ clientId }) => ({ clientId: otherThan(clientId) })),
  ],
  [
    'wrong-api-key',
    'X-Client-Api-Key is the api_key of that client_id.',
    keysWith(({ apiKey }) => ({ apiKey: otherThan(apiKey) })),
  ],
];

const LEVELS: readonly (readonly [name: string, rule: string, keys: KeysOf])[] = [
  ['user-token', 'A user token', async (world) => bearer(await world.userToken())],
  ['partner-token', 'A partner token', async (world) => bearer(await world.partnerToken())],
  ['secret', 'The secret in place of the api_key', secretAsKey],
];

const body = { file_url: NOWHERE };
const submitted = (world: World): Promise<Answer> => world.longTask.submitted();

export const submissionChecks: readonly Check[] = [
  accepted(
    '4.7.submit',
    'A publicly reachable address is taken as file_url, with auto, svc-asr-pro and segment.',
    submitted,
  ),
  hasField(
    '4.7.transcription-id',
    'A submission answers transcription_id, a string.',
    'transcription_id',
    TEXT,
    submitted,
  ),
  hasField('4.7.status', 'A submission answers status, a string.', 'status', ANY_TEXT, submitted),
  hasField('4.7.data', 'A submission answers data, an object.', 'data', OBJECT, submitted),
  required('4.7.empty-data', 'data is empty until the task completes.', async (world) => {
    const answer = answered(await submitted(world), '4.7');
    const data = field(answer.json, 'data');
    if (!isObject(data)) throw new NotReached('data is no object (4.7.data)');
    return isEmpty(data) || statusOf(answer) === 'SUCCESS'
      ? passed(answer)
      : failed(
          'an empty object',
          `an object with ${answer.quote(Object.keys(data).join(', '))}`,
          answer,
        );
  }),
  recommended('4.7.pending', 'A submission is usually answered with PENDING.', async (world) => {
    const answer = answered(await submitted(world), '4.7');
    const status = statusOf(answer);
    if (status === null) throw new NotReached('there is no status (4.7.status)');
    if (status === 'PENDING') return passed(answer);
    return ['RECEIVED', 'STARTED', 'PROGRESS'].includes(status)
      ? noted(status, answer)
      : failed('PENDING', answer.quote(status), answer);
  }),
  ...HEADERS.map(([name, rule, keys]) =>
    refused(`4.7.${name}`, rule, 'submit', async (world) => submit(world, body, await keys(world))),
  ),
  ...LEVELS.map(([name, who, keys]) =>
    refused(`5.${name}-submits`, `${who} cannot submit a transcription.`, 'submit', async (world) =>
      submit(world, body, await keys(world)),
    ),
  ),
  refused('4.7.missing-file-url', 'file_url is required.', 'submit', (world) =>
    submit(world, { params: {} }),
  ),
  refusesParams('4.7.wrong-model', 'model is svc-asr-pro or svc-asr-fast.', {
    transcribe: { model: 'svc-asr-none' },
  }),
  refusesParams('4.7.wrong-detection-level', 'detection_level is segment or chapter.', {
    transcribe: { detection_level: 'word' },
  }),
  refusesParams('4.7.wrong-language', 'language is a BCP-47 code or auto.', {
    transcribe: { language: 'no language!' },
  }),
  refusesParams(
    '4.7.decode-silence-text',
    'decode_silence is a boolean.',
    { vad: { decode_silence: 'often' } },
    'recommended',
  ),
  refusesParams(
    '4.7.enabled-text',
    'diarization.enabled is a boolean.',
    { diarization: { enabled: 'often' } },
    'recommended',
  ),
  refusesParams(
    '4.7.return-embedding-text',
    'diarization.return_embedding is a boolean.',
    { diarization: { enabled: true, return_embedding: 'often' } },
    'recommended',
  ),
  note('4.7.file-url-nonsense', 'When is a file_url that is no address refused?', async (world) => {
    await world.works.submit();
    const answer = await submit(world, { file_url: 'nonsense' });
    return noted(
      succeeded(answer) ? 'not at submission' : `at submission (${answer.status})`,
      answer,
    );
  }),
  note('4.7.slash', 'What does the path answer without its last slash?', async (world) => {
    await world.works.submit();
    const url = world.url(PATHS.transcriptions).replace(/\/$/, '');
    const answer = await world.send({ ...post(url, await world.keys(), body), once: true });
    return noted(succeeded(answer) ? 'it takes the task' : `${answer.status}`, answer);
  }),
  accepted('4.7.without-params', 'params may be left out.', async (world) => {
    await world.works.submit();
    return world.shortTask.submitted();
  }),
  accepted(
    '4.7.opposites',
    'The same address is taken again; a language code, svc-asr-fast and chapter are taken.',
    async (world) => {
      await world.works.submit();
      return world.oppositeTask.submitted();
    },
  ),
  note('4.7.second-task', 'Is a second submission of a file a task of its own?', async (world) => {
    const by = [await world.shortTask.submitted(), await world.oppositeTask.submitted()];
    const same = (await world.shortTask.id()) === (await world.oppositeTask.id());
    return noted(same ? 'no: it is the same task' : 'yes', by);
  }),
  note('4.7.unreachable', 'When is a file_url that leads nowhere detected?', async (world) => {
    const answer = await world.nowhereTask.submitted();
    if (!succeeded(answer)) return noted(`at submission (${answer.status})`, answer);
    const last = await world.nowhereTask.ended();
    return noted(`later: the task ends as ${last.quote(statusOf(last) ?? '')}`, last);
  }),
];

/** The query of a task that has not ended yet, with other headers. */
const queryWith = async (world: World, keys: KeysOf): Promise<Answer> =>
  world.query(await world.longTask.id(), await keys(world));

export const queryChecks: readonly Check[] = [
  required('4.8.query', 'A query with the key pair is answered.', async (world) => {
    const [, ...queries] = await world.longTask.followed();
    const wrong = queries.find((answer) => !succeeded(answer));
    return wrong === undefined ? passed(queries) : failed('status 200', `${wrong.status}`, wrong);
  }),
  ...HEADERS.map(([name, rule, keys]) =>
    refused(`4.8.${name}`, rule, 'query', (world) => queryWith(world, keys)),
  ),
  ...LEVELS.map(([name, who, keys]) =>
    refused(`5.${name}-queries`, `${who} cannot query a transcription.`, 'query', (world) =>
      queryWith(world, keys),
    ),
  ),
  refused(
    '4.8.unknown',
    'transcription_id is a value that a submission returned.',
    'query',
    (world) => world.unknownTask(),
  ),
];

/** A file of another format ends as SUCCESS. */
const transcribes = (id: string, rule: string, of: (world: World) => Task | undefined): Check =>
  thorough(
    required(id, rule, async (world) => {
      const task = of(world);
      if (task === undefined) throw new NotReached('there is no recording of this format');
      const answer = await task.ended();
      const status = statusOf(answer);
      return status === 'SUCCESS'
        ? passed(answer)
        : failed('SUCCESS', answer.quote(status ?? 'no status'), answer);
    }),
  );

export const formatChecks: readonly Check[] = [
  transcribes('4.7.mp3', 'An mp3 is transcribed.', (world) => world.formatTasks[0]),
  transcribes('4.7.m4a', 'An m4a is transcribed.', (world) => world.formatTasks[1]),
];
