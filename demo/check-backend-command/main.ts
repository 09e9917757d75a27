/** `npx audio-transcribe check-backend`: checks an implementation of the partner backend in any language. */
import { parseArgs } from 'node:util';
import { checkBackend, type Checked, type CheckOptions } from './checks.js';

export const CHECK_USAGE = `Usage: SESSION='Cookie: session=…' npx audio-transcribe check-backend URL

  Checks your own implementation of the partner backend. URL is the element's backend-url.

  SESSION              the header that signs a user in, from the environment
  OTHER_SESSION        that of another user
  --origin ORIGIN      origin of your pages, if it is not that of URL
  --submit FILE_URL    also submits this recording, once: it costs money
  --limits             also gets user tokens until the user is refused, at most 1,000

  A backend that accepts what it must refuse may submit that, too.

  CLIENT_SECRET and API_KEY, if set, must not appear in any answer.
`;

/** `Name: value` as headers. Throws if it is something else. */
const headerOf = (line: string): Readonly<Record<string, string>> => {
  const [, name = '', value = ''] = /^([\w-]+): *([\x20-\x7e]+)$/.exec(line.trim()) ?? [];
  if (value === '') throw new Error();
  return { [name]: value };
};

/** An origin such as `https://app.example.com`. Throws if it is something else. */
const originOf = (text: string): string => {
  const { origin, href } = new URL(text);
  if (href !== `${origin}/`) throw new Error();
  return origin;
};

/** Resolves with the exit code: 0 if all checks passed, 1 if one failed, 2 if the command is wrong. */
export const runCheckBackend = async (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<0 | 1 | 2> => {
  let given: Omit<CheckOptions, 'secrets' | 'fetch'>;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        submit: { type: 'string' },
        origin: { type: 'string' },
        limits: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [url = ''] = positionals;
    if (!URL.canParse(url) || positionals.length !== 1) throw new Error();
    const other = environment['OTHER_SESSION'];
    given = {
      ...{ url, user: headerOf(environment['SESSION'] ?? '') },
      origin: originOf(values.origin ?? new URL(url).origin),
      other: other ? headerOf(other) : null,
      fileUrl: values.submit ?? null,
      limits: values.limits,
    };
  } catch {
    print(CHECK_USAGE);
    return 2;
  }
  const { url } = given;
  const secrets = ['CLIENT_SECRET', 'API_KEY'].flatMap((name) => environment[name] || []);
  let results: Awaited<ReturnType<typeof checkBackend>>;
  try {
    results = await checkBackend({ ...given, secrets, fetch: globalThis.fetch });
  } catch {
    print(`${new URL(url).origin} cannot be reached. Is the backend running?`);
    return 1;
  }
  const signs = { passed: 'ok  ', failed: 'FAIL', 'not checked': '–   ' };
  for (const { name, result, detail } of results) {
    print(`${signs[result]} ${name}${detail === '' ? '' : `: ${detail}`}`);
  }
  const count = (wanted: Checked['result']): number =>
    results.filter(({ result }) => result === wanted).length;
  const [failed, leftOut] = [count('failed'), count('not checked')];
  print(failed === 0 ? 'No check failed.' : `${failed} of ${results.length} checks failed.`);
  if (leftOut > 0) print(`${leftOut} were left out (–).`);
  return failed === 0 ? 0 : 1;
};
