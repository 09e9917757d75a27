import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';

export interface RedisServer {
  readonly port: number;
  /** Kills the server, as in a crash. Its data is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Resolves once it accepts connections. */
const launch = async (port: number, directory: string): Promise<ChildProcess> => {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
  const child = spawn('redis-server', [...options, '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        isMissing(error)
          ? new Error('redis-server is missing: install it with `apt-get install redis-server`.')
          : error,
      ),
    );
    child.once('exit', () => reject(new Error(`redis-server ended:\n${said}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ready to accept connections')) resolve();
    });
  });
  return child;
};

/** A real Redis server on loopback, which writes nothing to disk. `t.after` gets the function that ends it. */
export const startRedis = async (t: {
  after(end: () => Promise<void>): unknown;
}): Promise<RedisServer> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'redis-'));
  let child: ChildProcess | null = null;
  const port = await freePort();
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = null;
    await ended;
  };
  const start = async (): Promise<void> => {
    child = await launch(port, directory);
  };
  // An aborted test run does not call its hooks.
  const onExit = (): void => void child?.kill('SIGKILL');
  process.once('exit', onExit);
  t.after(async () => {
    process.off('exit', onExit);
    await kill();
    await rm(directory, { recursive: true, force: true });
  });
  await start();
  return { port, kill, start };
};
