import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HELP, readArguments, type Settings } from '../../../conformance/arguments.js';

const SECRETS = { CLIENT_SECRET: 'the-secret', API_KEY: 'the-key' };
const ENVIRONMENT = { ...SECRETS, SERVICE_URL: 'https://service.example/', CLIENT_ID: 'client-1' };

const settingsOf = (argv: readonly string[], environment: object = ENVIRONMENT): Settings => {
  const read = readArguments(argv, environment as Record<string, string>);
  assert.ok(read.kind === 'run', JSON.stringify(read));
  return read.settings;
};

const refusalOf = (
  argv: readonly string[],
  environment: object = ENVIRONMENT,
): readonly string[] => {
  const read = readArguments(argv, environment as Record<string, string>);
  assert.ok(read.kind === 'refused');
  return read.sentences;
};

test('arguments: the environment is sufficient, and everything else has a default', () => {
  assert.deepEqual(settingsOf([]), {
    serviceUrl: 'https://service.example',
    credentials: { clientId: 'client-1', clientSecret: 'the-secret', apiKey: 'the-key' },
    audio: null,
    only: [],
    json: null,
    submissions: 2,
    timeoutSeconds: 30,
    waitSeconds: 900,
  });
});

test('arguments: options override the environment, with a space or an equals sign', () => {
  const settings = settingsOf([
    ...['--service-url', 'http://127.0.0.1:8080/v1', '--client-id=client=2', '--audio', 'a.wav'],
    ...['--only', '4.4, 4.6', '--json=report.json', '--submissions', '0', '--timeout=5'],
    ...['--wait', '60'],
  ]);
  assert.deepEqual(
    { ...settings, credentials: settings.credentials.clientId },
    {
      serviceUrl: 'http://127.0.0.1:8080/v1',
      credentials: 'client=2',
      audio: 'a.wav',
      only: ['4.4', '4.6'],
      json: 'report.json',
      submissions: 0,
      timeoutSeconds: 5,
      waitSeconds: 60,
    },
  );
});

test('arguments: without any, lists every missing value', () => {
  assert.deepEqual(refusalOf([], {}), [
    'Give the address of the service: --service-url https://… (or SERVICE_URL).',
    'Give your client_id: --client-id … (or CLIENT_ID).',
    'Put the secret of your client_id into CLIENT_SECRET in the environment.',
    'Put the api_key that came with your client_id into API_KEY in the environment.',
  ]);
});

for (const [argument, variable] of [
  ['--client-secret', 'CLIENT_SECRET'],
  ['--secret', 'CLIENT_SECRET'],
  ['--CLIENT-SECRET', 'CLIENT_SECRET'],
  ['--api-key', 'API_KEY'],
  ['-apikey', 'API_KEY'],
] as const) {
  test(`arguments: ${argument} is rejected without repeating its value`, () => {
    for (const argv of [[argument, 'hunter22'], [`${argument}=hunter22`]]) {
      const sentences = refusalOf(argv).join('\n');
      assert.match(sentences, /can be read by other users of the machine/);
      assert.match(sentences, new RegExp(`put it into ${variable} in the environment`));
      assert.doesNotMatch(sentences, /hunter22/);
    }
  });
}

for (const [argv, sentence] of [
  [['--speed', '3'], '--speed is not known.'],
  [['hunter22'], 'A word without its option is not known.'],
  [['--json'], '--json needs a value.'],
  [['--json='], '--json needs a value.'],
  [['--json', 'a', '--json', 'b'], '--json is given twice.'],
  [['--submissions', '4'], '--submissions must be a whole number from 0 to 3.'],
  [['--submissions', '1.5'], '--submissions must be a whole number from 0 to 3.'],
  [['--timeout', '0'], '--timeout must be a whole number from 1 to 3600.'],
  [['--only', '4.4,all'], '--only takes sections from 2 to 8, separated by commas, as 4.4,4.6.'],
  [['--only', '9'], '--only takes sections from 2 to 8, separated by commas, as 4.4,4.6.'],
  [
    ['--service-url', 'service.example'],
    '--service-url must be an http or https address without a query or a user name.',
  ],
  [
    ['--service-url', 'https://me:hunter22@service.example'],
    '--service-url must be an http or https address without a query or a user name.',
  ],
] as const) {
  test(`arguments: ${argv.join(' ')}: ${sentence}`, () => {
    assert.deepEqual(refusalOf(argv), [sentence]);
  });
}

test('arguments: --help fits 80 columns and lists every option', () => {
  assert.deepEqual(readArguments(['--help', '--speed'], {}), { kind: 'help' });
  assert.deepEqual(
    HELP.split('\n').filter((line) => line.length > 80),
    [],
  );
  for (const name of [
    'service-url',
    'client-id',
    'audio',
    'only',
    'json',
    'submissions',
    'timeout',
  ])
    assert.ok(HELP.includes(`--${name} `), name);
});
