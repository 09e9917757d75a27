/** The specification, table by table: tokens, tasks, and the rules for all endpoints. */
import { SERVICE_PATHS, transcriptionPath } from '../../../src/protocol/routes.js';
import { basic, bearer } from '../../support/sandbox-client.js';
import { bad, NOT_NAMED, testTables, type Row } from '../../support/strict-row.js';

const AUDIO = { file_url: 'https://files.example/recording.mp3' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const GENERAL: readonly Row[] = [
  [
    'a path that is none',
    ({ send }) => send('POST', '/open/partner/nothing'),
    404,
    'not-found',
    /^Section 4: There is no such endpoint/,
  ],
  [
    'a submission without its slash at the end',
    ({ send, client }) => send('POST', SERVICE_PATHS.transcriptions.slice(0, -1), client.keyPair),
    404,
    'not-found',
    /^Section 4: .+ their slashes included\.$/,
  ],
  [
    'a plan that is asked for with GET',
    ({ send, userToken }) => send('GET', SERVICE_PATHS.uploadPlan, bearer(userToken)),
    405,
    'method-not-allowed',
    /^Section 4\.4: The endpoint has another method\.$/,
  ],
  [
    'a task that is asked for with POST',
    ({ send, client }) => send('POST', transcriptionPath('task'), client.keyPair),
    405,
    'method-not-allowed',
    /^Section 4\.8: /,
  ],
  [
    'a query behind a path',
    ({ send, client }) => send('POST', `${SERVICE_PATHS.partnerToken}?a=1`, client.ofClient),
    400,
    'query-not-allowed',
    /^Section 4: No endpoint takes a query\.$/,
  ],
  [
    'a form in place of JSON',
    ({ send, userToken }) =>
      send('POST', SERVICE_PATHS.uploadPlan, bearer(userToken), 'filesize=1&filetype=mp3'),
    415,
    'not-json',
    /^Section 4: Bodies are JSON, and Content-Type says so\.$/,
  ],
  [
    'a body that is no JSON',
    ({ send, userToken }) =>
      send('POST', SERVICE_PATHS.uploadPlan, { ...bearer(userToken), ...JSON_TYPE }, '{'),
    400,
    'malformed-json',
    /^Section 4: Bodies are JSON\.$/,
  ],
  [
    'a body larger than any that is sensible',
    ({ plan }) => plan({ filesize: 1, filetype: 'x'.repeat(100_000) }),
    413,
    'body-too-large',
    null,
  ],
];

const PARTNER_TOKEN: readonly Row[] = [
  [
    'an exchange without credentials',
    ({ exchange }) => exchange({}, {}),
    401,
    'basic-required',
    /^Section 4\.1: Authorization must be Basic/,
  ],
  [
    'an exchange with Bearer',
    ({ exchange, partnerToken }) => exchange({}, bearer(partnerToken)),
    401,
    'basic-required',
    /^Section 4\.1: /,
  ],
  ...['', ' !!!', ` ${Buffer.from('no colon').toString('base64')}`].map((rest): Row => [
    `an exchange with “Basic${rest}”`,
    ({ exchange }) => exchange({}, { Authorization: `Basic${rest}` }),
    401,
    'basic-required',
    /^Section 4\.1: /,
  ]),
  [
    'an exchange with the key in place of the secret',
    ({ exchange, sandbox: { credentials } }) =>
      exchange({}, basic(credentials.clientId, credentials.apiKey)),
    401,
    'client-rejected',
    null,
  ],
  bad(
    'an exchange with a password',
    ({ exchange }) => exchange({ grant_type: 'password' }),
    '4.1',
    'grant_type must be one of client_credentials',
  ),
  [
    'an exchange with a wrong secret',
    ({ exchange, sandbox }) => exchange({}, basic(sandbox.credentials.clientId, 'wrong')),
    401,
    'client-rejected',
    null,
  ],
  bad(
    'an exchange with more fields',
    ({ exchange }) => exchange({ scope: 'all' }),
    '4.1',
    NOT_NAMED,
  ),
  [
    'a renewal without credentials',
    ({ refresh }) => refresh({ refresh_token: 'x' }, {}),
    401,
    'basic-required',
    /^Section 4\.2: /,
  ],
  [
    'a renewal with an unknown refresh token',
    ({ refresh }) => refresh({ refresh_token: 'x' }),
    401,
    'refresh-token-rejected',
    null,
  ],
  bad('a renewal without one', ({ refresh }) => refresh({}), '4.2', 'refresh_token is missing'),
  bad(
    'a renewal with credentials',
    ({ refresh }) => refresh({ refresh_token: 'x', grant_type: 'client_credentials' }),
    '4.2',
    'grant_type must be one of refresh_token',
  ),
];

const user_id = 'user-0001';
const lifetime = 'expires_in must be a positive integer';

const USER_TOKEN: readonly Row[] = [
  [
    'no partner token',
    ({ issue }) => issue({ user_id }, {}),
    401,
    'token-required',
    /^Section 4\.3: Authorization must be Bearer/,
  ],
  [
    'Basic in place of Bearer',
    ({ issue, client }) => issue({ user_id }, client.ofClient),
    401,
    'token-required',
    /^Section 4\.3: /,
  ],
  [
    'a user token',
    ({ issue, userToken }) => issue({ user_id }, bearer(userToken)),
    403,
    'partner-token-required',
    /^Section 4\.3: It needs the partner token\.$/,
  ],
  ['an unknown token', ({ issue }) => issue({ user_id }, bearer('x')), 401, 'token-unknown', null],
  [
    'a token with more behind it',
    ({ issue, partnerToken }) => issue({ user_id }, bearer(`${partnerToken}x`)),
    401,
    'token-unknown',
    null,
  ],
  [
    'a token that has expired',
    ({ issue, clock }) => (clock.advance(7_200), issue({ user_id })),
    401,
    'token-expired',
    null,
  ],
  bad('no user_id', ({ issue }) => issue({}), '4.3', 'user_id is missing'),
  bad('a number', ({ issue }) => issue({ user_id: 123456 }), '4.3', 'user_id must be a string'),
  bad('a lifetime of 0', ({ issue }) => issue({ user_id, expires_in: 0 }), '4.3', lifetime),
  bad('a lifetime as text', ({ issue }) => issue({ user_id, expires_in: '9' }), '4.3', lifetime),
  bad('half a second', ({ issue }) => issue({ user_id, expires_in: 0.5 }), '4.3', lifetime),
  bad('another field', ({ issue }) => issue({ user_id, name: 'Ada' }), '4.3', NOT_NAMED),
];

const address = 'file_url must be an absolute http or https address';

const withParams = (what: string, value: unknown, rule: string): Row =>
  bad(what, ({ submit }) => submit({ ...AUDIO, params: value }), '4.7', rule);

const SUBMIT: readonly Row[] = [
  [
    'no key pair',
    ({ submit }) => submit(AUDIO, {}),
    401,
    'key-pair-required',
    /^Section 4\.7: Both X-Client-Id and X-Client-Api-Key are required\.$/,
  ],
  [
    'half of the key pair',
    ({ submit, sandbox }) => submit(AUDIO, { 'X-Client-Id': sandbox.credentials.clientId }),
    401,
    'key-pair-required',
    /^Section 4\.7: /,
  ],
  [
    'a user token',
    ({ submit, userToken }) => submit(AUDIO, bearer(userToken)),
    401,
    'key-pair-required',
    /^Section 4\.7: /,
  ],
  [
    'the secret in place of the key',
    ({ submit, sandbox: { credentials } }) =>
      submit(AUDIO, {
        'X-Client-Id': credentials.clientId,
        'X-Client-Api-Key': credentials.clientSecret,
      }),
    401,
    'key-pair-rejected',
    null,
  ],
  bad('no file_url', ({ submit }) => submit({}), '4.7', 'file_url is missing'),
  bad('a path', ({ submit }) => submit({ file_url: '/a.mp3' }), '4.7', address),
  bad('no scheme', ({ submit }) => submit({ file_url: 'a.example/b.mp3' }), '4.7', address),
  bad('ftp', ({ submit }) => submit({ file_url: 'ftp://a.example/b.mp3' }), '4.7', address),
  bad(
    'a user name in the address',
    ({ submit }) => submit({ file_url: 'https://me@a.example/b.mp3' }),
    '4.7',
    'file_url must not carry a user name or a password',
  ),
  bad('another field', ({ submit }) => submit({ ...AUDIO, callback: 'x' }), '4.7', NOT_NAMED),
  withParams('params as text', 'x', 'params must be an object'),
  withParams('other params', { punctuation: {} }, NOT_NAMED),
  withParams(
    'another model',
    { transcribe: { model: 'svc-asr' } },
    'params.transcribe.model must be one of svc-asr-pro, svc-asr-fast',
  ),
  withParams(
    'a language that is none',
    { transcribe: { language: 'english please' } },
    'params.transcribe.language must be auto or a BCP-47 language code',
  ),
  withParams(
    'another detection level',
    { transcribe: { detection_level: 'word' } },
    'params.transcribe.detection_level must be one of segment, chapter',
  ),
  withParams(
    'a flag as text',
    { vad: { decode_silence: 'true' } },
    'params.vad.decode_silence must be true or false',
  ),
  withParams(
    'a flag as a number',
    { diarization: { enabled: 1 } },
    'params.diarization.enabled must be true or false',
  ),
  withParams('another field of diarization', { diarization: { speakers: 2 } }, NOT_NAMED),
];

const QUERY: readonly Row[] = [
  [
    'no key pair',
    ({ client }) => client.query('x', {}),
    401,
    'key-pair-required',
    /^Section 4\.8: /,
  ],
  [
    'the secret in place of the key',
    ({ client, sandbox: { credentials } }) =>
      client.query('x', {
        'X-Client-Id': credentials.clientId,
        'X-Client-Api-Key': credentials.clientSecret,
      }),
    401,
    'key-pair-rejected',
    null,
  ],
  ['an unknown task', ({ client }) => client.query('task'), 404, 'task-not-found', null],
];

testTables({
  '4': GENERAL,
  '4.1 and 4.2': PARTNER_TOKEN,
  '4.3': USER_TOKEN,
  '4.7': SUBMIT,
  '4.8': QUERY,
});
