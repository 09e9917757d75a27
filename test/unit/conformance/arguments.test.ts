import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, type Settings } from '../../../conformance/arguments.js';
import { HELP, OPTIONS } from '../../../conformance/options.js';
import { compareSections, isSelected, sectionOf } from '../../../conformance/select.js';

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
  assert.ok(read.kind === 'refused', JSON.stringify(read));
  return read.sentences;
};

test('arguments: the environment is sufficient, and everything else has a default', () => {
  assert.deepEqual(settingsOf([]), {
    serviceUrl: 'https://service.example',
    credentials: {
      ...{ clientId: 'client-1', clientSecret: 'the-secret', apiKey: 'the-key' },
      ...{ partnerToken: null, userToken: null },
    },
    ...{ exchangeBody: null, fileUrl: null, audio: null, words: null, seconds: null },
    ...{ only: [], submissions: 4, fresh: false, tasks: '.cache/conformance-tasks.json' },
    ...{ maxUpload: 200_000_000, thorough: false, json: null, junit: null },
    ...{ timeoutSeconds: 30, waitSeconds: 900 },
  });
});

test('arguments: options override the environment, with a space or an equals sign', () => {
  const settings = settingsOf([
    ...['--service-url', 'http://127.0.0.1:8080/v1', '--client-id=client=2', '--audio', 'a.wav'],
    ...['--only', '4.4, 4.6.wrong-md5,upload', '--json=report.json', '--submissions', '0'],
    ...['--timeout=5', '--wait', '60', '--fresh', '--junit', 'report.xml', '--tasks', 'mine.json'],
    ...['--words', 'a.txt', '--seconds', '12', '--max-upload', '50'],
    ...['--exchange-body', '{"a":1}'],
  ]);
  assert.deepEqual(settings, {
    ...settingsOf([]),
    serviceUrl: 'http://127.0.0.1:8080/v1',
    credentials: { ...settings.credentials, clientId: 'client=2' },
    ...{ exchangeBody: '{"a":1}', audio: 'a.wav', words: 'a.txt', seconds: 12 },
    ...{ only: ['4.4', '4.6.wrong-md5', 'upload'], submissions: 0, fresh: true },
    ...{ tasks: 'mine.json', maxUpload: 50_000_000, json: 'report.json', junit: 'report.xml' },
    ...{ timeoutSeconds: 5, waitSeconds: 60 },
  });
});

test('arguments: a token or a key alone is sufficient', () => {
  const url = { SERVICE_URL: 'https://service.example' };
  const { credentials } = settingsOf([], { ...url, USER_TOKEN: 'the-token' });
  assert.deepEqual([credentials.userToken, credentials.clientId], ['the-token', null]);
  assert.equal(settingsOf([], { ...url, PARTNER_TOKEN: 'it' }).credentials.partnerToken, 'it');
  const keys = settingsOf(['--file-url', 'https://audio.example/a.wav?x=1'], {
    ...{ ...url, CLIENT_ID: 'client-1', API_KEY: 'the-key' },
  });
  assert.deepEqual(
    [keys.credentials.clientSecret, keys.fileUrl],
    [null, 'https://audio.example/a.wav?x=1'],
  );
});

test('arguments: --thorough allows the submissions of the other formats', () => {
  const { thorough, submissions } = settingsOf(['--thorough']);
  assert.deepEqual([thorough, submissions], [true, 6]);
});

test('arguments: without any, lists every missing value', () => {
  assert.deepEqual(refusalOf([], {}), [
    'Give the address of the service: --service-url https://… (or SERVICE_URL).',
    'Put your credentials into the environment: CLIENT_SECRET and API_KEY, with CLIENT_ID, or what you have of CLIENT_SECRET, API_KEY, PARTNER_TOKEN and USER_TOKEN.',
  ]);
  const url = { SERVICE_URL: 'https://service.example' };
  assert.deepEqual(refusalOf([], { ...url, API_KEY: 'the-key' }), [
    'Give your client_id: --client-id … (or CLIENT_ID).',
  ]);
});

for (const [argument, variable] of [
  ['--client-secret', 'CLIENT_SECRET'],
  ['--secret', 'CLIENT_SECRET'],
  ['--CLIENT-SECRET', 'CLIENT_SECRET'],
  ['--api-key', 'API_KEY'],
  ['-apikey', 'API_KEY'],
  ['--partner-token', 'PARTNER_TOKEN'],
  ['--user-token', 'USER_TOKEN'],
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

const ONLY =
  '--only takes sections from 2 to 8, checks such as 4.6.wrong-md5, and tokens, upload and transcription, separated by commas.';
const SERVICE_URL =
  '--service-url must be an http or https address without a query or a user name.';

for (const [argv, sentence] of [
  [['--speed', '3'], '--speed is not known.'],
  [['hunter22'], 'A word without its option is not known.'],
  [['--json'], '--json needs a value.'],
  [['--json='], '--json needs a value.'],
  [['--json', 'a', '--json', 'b'], '--json is given twice.'],
  [['--fresh=yes'], '--fresh takes no value.'],
  [['--submissions', '7'], '--submissions must be a whole number from 0 to 6.'],
  [['--submissions', '1.5'], '--submissions must be a whole number from 0 to 6.'],
  [['--timeout', '0'], '--timeout must be a whole number from 1 to 3600.'],
  [['--only', '4.4,all'], ONLY],
  [['--only', '9'], ONLY],
  [['--service-url', 'service.example'], SERVICE_URL],
  [['--service-url', 'https://me:hunter22@service.example'], SERVICE_URL],
  [['--service-url', 'https://service.example?a=b'], SERVICE_URL],
  [['--file-url', 'a.wav'], '--file-url must be an http or https address without a user name.'],
  [
    ['--exchange-body', 'grant'],
    '--exchange-body must be JSON, such as \'{"grant_type":"client_credentials"}\'.',
  ],
  [
    ['--audio', 'a.wav', '--file-url', 'https://a.example/a.wav'],
    'Give --audio or --file-url, not both.',
  ],
] as const) {
  test(`arguments: ${argv.join(' ')}: ${sentence}`, () => {
    assert.deepEqual(refusalOf(argv), [sentence]);
  });
}

test('arguments: --list needs no credentials', () => {
  assert.deepEqual(readArguments(['--list'], {}), { kind: 'list' });
});

test('arguments: --help fits 80 columns and lists every option', () => {
  assert.deepEqual(readArguments(['--help', '--speed'], {}), { kind: 'help' });
  assert.deepEqual(
    HELP.split('\n').filter((line) => line.length > 80),
    [],
  );
  for (const name of Object.keys(OPTIONS)) assert.match(HELP, new RegExp(`^  --${name}\\b`, 'm'));
});

test('--only: names sections with what is below them, single checks, and parts', () => {
  assert.ok(isSelected('2.3.1.file-md5', ['2.3']));
  assert.ok(isSelected('2.3.1.file-md5', ['2.3.1.file-md5']));
  assert.ok(isSelected('2.3.1.file-md5', ['upload']));
  assert.ok(isSelected('2.3.1.file-md5', []));
  assert.ok(!isSelected('2.3.1.file-md5', ['2.3.1.file-id', '2.4', 'tokens']));
  assert.ok(!isSelected('4.json', ['4.1']));
});

test('sections have the order of the specification', () => {
  const sections = ['4.10', '2.4', '8', '2.3.1', '4.2', '2.3', '3', '4'];
  assert.deepEqual(sections.sort(compareSections), [
    ...['2.3', '2.3.1', '2.4', '3', '4', '4.2', '4.10', '8'],
  ]);
  assert.equal(sectionOf('2.3.1.file-md5'), '2.3.1');
});
