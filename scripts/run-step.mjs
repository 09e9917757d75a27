import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { root } from './paths.mjs';

// Much longer than a step takes, even on a slow machine. Ends a step that hangs.
const limit = { ms: 60 * 60_000, text: 'an hour' };

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
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32', // A separate process group, so that it can be killed as a whole.
      shell: process.platform === 'win32', // On Windows, the programs of node_modules/.bin are .cmd files.
      env: {
        ...process.env,
        PATH: `${root}node_modules/.bin${delimiter}${process.env.PATH}`,
        ...env,
      },
    });
    const stop = () => process.kill(child.pid * (process.platform === 'win32' ? 1 : -1), 'SIGKILL');
    const interrupt = () => {
      stop();
      process.exit(130);
    };
    const timer = setTimeout(stop, limit.ms);
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
      const note = signal ? `Ended by ${signal}; the limit of a step is ${limit.text}.\n` : '';
      settle({ ok: code === 0, output: output(note) });
    });
  });
}
