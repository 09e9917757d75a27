/** 4.7 and 4.8: submissions and queries that a single request can check. */
import type { Answer } from '../call.js';
import { noted, passed, failed, type Check } from '../finding.js';
import {
  bearer,
  keyPair,
  NOWHERE,
  otherThan,
  PATHS,
  post,
  without,
  type Headers,
} from '../requests.js';
import { ANY_TEXT, OBJECT, TEXT } from '../shape.js';
import { statusOf } from '../task.js';
import { dataOf, type World } from '../world.js';
import { accepted, check, described, refused, shaped } from './check-builders.js';

/** The rules of 2.4 that hold for every status. */
export const TASK = { transcription_id: TEXT, status: ANY_TEXT, data: OBJECT };

const PENDING = 'PENDING';

/** Nothing may be transcribed here, so the URL leads nowhere, in case the service accepts the request. */
const submit = (world: World, body: unknown, headers: Headers = world.keys): Promise<Answer> =>
  world.send({ ...post(world.url(PATHS.transcriptions), headers, body), once: true });

const withTranscribe = (name: string, value: string): object => ({
  file_url: NOWHERE,
  params: { transcribe: { [name]: value } },
});

const refusesParam = (name: string, value: string, rule: string): Check =>
  refused(`4.7.wrong-${name.replaceAll('_', '-')}`, rule, (world) =>
    submit(world, withTranscribe(name, value)),
  );

type KeysOf = (world: World) => Headers | Promise<Headers>;

const HEADERS: readonly (readonly [name: string, rule: string, keys: KeysOf])[] = [
  [
    'missing-client-id',
    'X-Client-Id is required.',
    ({ keys }) => without(keys, 'X-Client-Id') as Headers,
  ],
  [
    'missing-api-key',
    'X-Client-Api-Key is required.',
    ({ keys }) => without(keys, 'X-Client-Api-Key') as Headers,
  ],
  [
    'wrong-client-id',
    'Only a client_id that was provisioned is accepted.',
    ({ settings: { credentials } }) =>
      keyPair({ ...credentials, clientId: otherThan(credentials.clientId) }),
  ],
  [
    'wrong-api-key',
    'Only the api_key of the client_id is accepted.',
    ({ settings: { credentials } }) =>
      keyPair({ ...credentials, apiKey: otherThan(credentials.apiKey) }),
  ],
];

const LEVELS: readonly (readonly [name: string, rule: string, keys: KeysOf])[] = [
  ['user-token', 'A user token', async (world) => bearer(await world.userToken())],
  ['partner-token', 'A partner token', async (world) => bearer(await world.partnerToken())],
  [
    'secret',
    'The secret in place of the api_key',
    ({ settings: { credentials } }) =>
      keyPair({ ...credentials, apiKey: credentials.clientSecret }),
  ],
];

const body = { file_url: NOWHERE };

export const submissionChecks: readonly Check[] = [
  ...HEADERS.map(([name, rule, keys]) =>
    refused(`4.7.${name}`, rule, async (world) => submit(world, body, await keys(world))),
  ),
  ...LEVELS.map(([name, who, keys]) =>
    refused(`5.${name}-submits`, `${who} cannot submit a transcription.`, async (world) =>
      submit(world, body, await keys(world)),
    ),
  ),
  refused('4.7.missing-file-url', 'file_url is required.', (world) =>
    submit(world, { params: {} }),
  ),
  refusesParam('model', 'svc-asr-none', 'model is svc-asr-pro or svc-asr-fast.'),
  refusesParam('detection_level', 'word', 'detection_level is segment or chapter.'),
  refusesParam('language', 'no language!', 'language is a BCP-47 code, or auto.'),
  check(
    '4.7.file-url-nonsense',
    'When a file_url that is no address is refused is not shown.',
    async (world) => {
      const { status } = await submit(world, { file_url: 'nonsense' });
      return noted(
        status > 299 ? `at submission (${status})` : 'not at submission: the task is taken',
      );
    },
  ),
  check(
    '4.7.slash',
    'The path ends with a slash: what does it answer without one?',
    async (world) => {
      const url = world.url(PATHS.transcriptions).replace(/\/$/, '');
      const answer = await world.send({ ...post(url, world.keys, body), once: true });
      return noted(answer.status > 299 ? `${answer.status}` : 'it takes the task');
    },
  ),
  accepted(
    '4.7.submit',
    'A DownloadUrl is taken as file_url; auto, svc-asr-pro and segment are taken.',
    (world) => world.diarized.submitted(),
  ),
  shaped('4.7.fields', 'A submission answers transcription_id, status and data.', TASK, (world) =>
    world.diarized.submitted(),
  ),
  check('4.7.empty-data', 'data is an empty object until the task completes.', async (world) => {
    const answer = await world.diarized.submitted();
    await world.diarized.id();
    const data = dataOf(answer);
    const empty = typeof data === 'object' && data !== null && Object.keys(data).length === 0;
    return empty || statusOf(answer) === 'SUCCESS'
      ? passed
      : failed('an empty object', described(answer));
  }),
  check(
    '4.7.first-status',
    'The status is usually PENDING right after submission.',
    async (world) => {
      const status = statusOf(await world.diarized.submitted());
      await world.diarized.id();
      return status === PENDING ? passed : noted(`${status ?? 'nothing'}`);
    },
  ),
  ...HEADERS.map(([name, rule, keys]) =>
    refused(`4.8.${name}`, rule, async (world) =>
      world.query(await world.diarized.id(), await keys(world)),
    ),
  ),
  ...LEVELS.map(([name, who, keys]) =>
    refused(`5.${name}-queries`, `${who} cannot query a transcription.`, async (world) =>
      world.query(await world.diarized.id(), await keys(world)),
    ),
  ),
  refused('4.8.unknown', 'An id that was never returned names no task.', (world) =>
    world.unknownTask(),
  ),
  accepted(
    '4.7.submit-plain',
    'The same DownloadUrl is taken again; en, svc-asr-fast and chapter are taken.',
    (world) => world.plain.submitted(),
  ),
  check(
    '4.7.second-task',
    'Whether a second submission of a file is a task of its own is not shown.',
    async (world) => {
      const same = (await world.diarized.id()) === (await world.plain.id());
      return noted(same ? 'it is the same task' : 'it is a task of its own');
    },
  ),
  check(
    '4.7.unreachable',
    'When a file_url that leads nowhere is found out is not shown.',
    async (world) => {
      const answer = await world.unreachable.submitted();
      if (answer.status > 299) return noted(`at submission (${answer.status})`);
      const status = statusOf(await world.unreachable.ended());
      return noted(`later: the task ends as ${status}`);
    },
  ),
];
