/** The applications of docs/any-backend.md, with nginx in front. What is not installed is left out, and named. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { freePort } from '../../scripts/free-port.mjs';

const isInstalled = (program: string, question: string): boolean => {
  const found = spawnSync(program, [question], { stdio: 'ignore' }).status === 0;
  if (!found) console.log(`left out: ${program} is not installed`);
  return found;
};

/** Resolves once the address answers. The time limit of the test runner ends a wait in vain. */
const untilAnswers = async (url: string): Promise<void> => {
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await setTimeout(20);
};

const run = (
  t: TestContext,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void => {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
};

export interface Language {
  readonly name: string;
  /** Starts the application of the folder, and resolves with its origin once it answers. */
  readonly start: (t: TestContext, folder: string) => Promise<string>;
}

const all = [
  {
    name: 'Python',
    program: 'python3',
    run: (t: TestContext, folder: string, port: number) =>
      run(t, 'python3', [`${folder}/application.py`], { PORT: String(port) }),
  },
  {
    name: 'PHP',
    program: 'php',
    run: (t: TestContext, folder: string, port: number) =>
      run(t, 'php', [
        ...['-d', `session.save_path=${folder}`, '-S', `127.0.0.1:${port}`],
        `${folder}/application.php`,
      ]),
  },
];

export const installedLanguages = (): readonly Language[] =>
  all
    .filter(({ program }) => isInstalled(program, '--version'))
    .map((language) => ({
      name: language.name,
      async start(t, folder) {
        const port = await freePort();
        language.run(t, folder, port);
        const origin = `http://127.0.0.1:${port}`;
        await untilAnswers(`${origin}/who`);
        return origin;
      },
    }));

export const hasNginx = (): boolean => isInstalled('nginx', '-v');

/** Starts nginx with the `nginx.conf` of the folder and these addresses, and resolves with its origin once it answers. */
export const startNginx = async (
  t: TestContext,
  folder: string,
  origins: { readonly backend: string; readonly application: string },
): Promise<string> => {
  const port = await freePort();
  const rules = (await readFile(`${folder}/nginx.conf`, 'utf8'))
    .replace('http://127.0.0.1:8789', origins.backend)
    .replace('http://127.0.0.1:8000', origins.application)
    .replace('/srv/app', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = path.join(folder, 'whole-nginx.conf');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events {}
     http { access_log off; types { application/javascript js; } ${temporary.join(' ')}
       server { listen 127.0.0.1:${port}; ${rules} } }`,
  );
  run(t, 'nginx', ['-c', file, '-p', folder, '-e', `${folder}/error.log`]);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin);
  return origin;
};
