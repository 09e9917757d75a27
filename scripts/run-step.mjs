import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { LIMITS } from './limits.mjs';
import { root } from './paths.mjs';

const isWindows = process.platform === 'win32';

const quoted = (word) =>
  /^[\w./\\:=@+-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;

/**
 * How to start a command. On Windows, the programs of node_modules/.bin are .cmd files, which only a shell starts. It
 * splits the line at spaces, as in `C:\Program Files\nodejs\node.exe`.
 */
export const commandLine = (command, args, windows = isWindows) =>
  windows
    ? { command: [command, ...args].map(quoted).join(' '), args: [], shell: true }
    : { command, args, shell: false };

/** Ends a process and those that it has started. */
function stopTree(pid) {
  if (isWindows) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else process.kill(-pid, 'SIGKILL');
}

/**
 * Runs a command of the repository and collects its output. With VERBOSE, it also prints the output immediately.
 * @param {string} command a program of node_modules/.bin or of the PATH
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env added to this process's own
 * @returns {Promise<{ok: boolean, output: string}>}
 */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const chunks = [];
    const { shell, ...line } = commandLine(command, args);
    const child = spawn(line.command, line.args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !isWindows, // A separate process group, so that it can be killed as a whole.
      shell,
      env: {
        ...process.env,
        PATH: `${root}node_modules/.bin${delimiter}${process.env.PATH}`,
        ...env,
      },
    });
    const stop = () => stopTree(child.pid);
    const interrupt = () => {
      stop();
      process.exit(130);
    };
    const timer = setTimeout(stop, LIMITS.step);
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    const settle = (result) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve(result);
    };
    const keep = (stream) => (chunk) => {
      chunks.push(chunk);
      if (process.env.VERBOSE) stream.write(chunk);
    };
    child.stdout.on('data', keep(process.stdout));
    child.stderr.on('data', keep(process.stderr));
    const output = (note = '') => Buffer.concat(chunks).toString('utf8') + note;
    child.once('error', (error) => settle({ ok: false, output: output(`${error.message}\n`) }));
    child.once('close', (code, signal) => {
      const note = signal
        ? `Ended by ${signal}; the limit of a step is ${LIMITS.step / 60_000} minutes.\n`
        : '';
      settle({ ok: code === 0, output: output(note) });
    });
  });
}
