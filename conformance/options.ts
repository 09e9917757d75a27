/** The options of the command: one row each, from which the help text and the parser are made. */

const text = (value: string, ...help: readonly string[]) => ({
  ...{ kind: 'text', value, help },
  ...{ least: 0, most: 0 },
});
const whole = (
  value: string,
  [least, most]: readonly [number, number],
  ...help: readonly string[]
) => ({
  ...{ kind: 'number', value, help },
  ...{ least, most },
});
const flag = (...help: readonly string[]) => ({ ...text('', ...help), kind: 'flag' });

export const OPTIONS = {
  'service-url': text('URL', '{base_url}; or SERVICE_URL in the environment'),
  'client-id': text('ID', 'or CLIENT_ID in the environment'),
  only: text(
    'LIST',
    'sections, checks or parts, such as 4.6,2.4.words;',
    'parts are tokens, upload, transcription; default all',
  ),
  list: flag('lists the checks, and sends nothing'),
  'exchange-body': text('JSON', 'the body of 4.1, if your operator told you one'),
  'file-url': text('URL', 'submits this public address instead of an upload'),
  audio: text('FILE', 'an mp3, m4a or wav file to submit instead of the', 'generated recording'),
  words: text('FILE', 'a text file with what --audio or --file-url says'),
  seconds: whole('N', [1, 86_400], 'the duration of --audio or --file-url'),
  submissions: whole(
    'N',
    [0, 6],
    'recordings that may be submitted; default 4, or 6',
    'with --thorough',
  ),
  fresh: flag('submits again what an earlier run has submitted'),
  tasks: text(
    'FILE',
    'where submitted tasks are kept for the next run;',
    'default .cache/conformance-tasks.json',
  ),
  'max-upload': whole('MB', [1, 100_000], 'largest recording to generate; default 200'),
  thorough: flag(
    'waits until tokens and addresses expire, a day or more,',
    'and submits mp3 and m4a too',
  ),
  json: text('FILE', 'writes the report as JSON too'),
  junit: text('FILE', 'writes the report as JUnit XML too'),
  timeout: whole('SECONDS', [1, 3600], 'for one answer; default 30'),
  wait: whole('SECONDS', [1, 86_400], 'for one transcription; default 900'),
} as const;

export type OptionName = keyof typeof OPTIONS;

export const isOptionName = (name: string): name is OptionName => name in OPTIONS;

const COLUMN = 24;

const helpOf = (name: string, option: ReturnType<typeof text>): string => {
  const start = `  --${name} ${option.value}`.trimEnd();
  return option.help
    .map((line, index) => (index === 0 ? start : '').padEnd(COLUMN) + line)
    .join('\n');
};

export const HELP = `Checks a transcription service against its specification, from outside.

  CLIENT_SECRET=… API_KEY=… npm run conformance -- \\
    --service-url https://service.example --client-id your-client-id

Secrets are read only from the environment, because others on the machine can
read a command line. Set those that you have:
  CLIENT_SECRET         the secret of client_id
  API_KEY               the api_key issued with client_id
  PARTNER_TOKEN         a partner token, if 4.1 does not work yet
  USER_TOKEN            a user token, if 4.3 does not work yet

${Object.entries(OPTIONS)
  .map(([name, option]) => helpOf(name, option))
  .join('\n')}
  --help

Progress goes to stderr, the report to stdout. Exit codes:
  0  every required check ran and passed
  1  a required check failed
  2  the service could not be judged: a required check could not run`;
