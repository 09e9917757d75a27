/**
 * One sandbox per folder: two would run the same tasks and delete each other's files. The file `in-use` has the port of
 * the sandbox that uses it, and a token that only this sandbox answers with. Unlike a process number, which another
 * program may get after a crash, this works the same on every system.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';

const NAME = 'in-use';

/** Another running sandbox uses the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Folders of sandboxes in this process. */
const ours = new Set<string>();

/** How long a busy sandbox may take to answer, in ms. */
const ANSWER_MS = 5_000;

interface Holder {
  readonly port: number;
  readonly token: string;
}

/** What another sandbox wrote; null if it is something else. */
const holderOf = async (file: string): Promise<Holder | null> => {
  const [, port, token] =
    /^(\d{1,5}) ([\da-f]{32})$/.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
  return port === undefined || token === undefined ? null : { port: Number(port), token };
};

/** False if nothing listens there any more, or another program. One that says nothing counts as the holder. */
const answers = ({ port, token }: Holder): Promise<boolean> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1', timeout: ANSWER_MS });
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!token.startsWith(said)) socket.destroy();
    });
    socket.once('timeout', () => {
      resolve(said === '');
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(said === token));
  });

/** A killed process leaves its file behind, but nothing answers at the port in it. */
const isStale = async (file: string): Promise<boolean> => {
  const holder = await holderOf(file);
  return holder === null || !(await answers(holder));
};

/** Tells who connects the token. It does not keep the process alive. Resolves with its port. */
const listen = async (server: Server, token: string): Promise<number> => {
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.end(token);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return (server.address() as AddressInfo).port;
};

/** Resolves with a function that releases the folder; rejects with FolderInUse if another running sandbox uses it. */
export const lockFolder = async (directory: string): Promise<() => Promise<void>> => {
  const file = path.join(directory, NAME);
  const refuse = (): never => {
    throw new FolderInUse(
      `Another sandbox runs in ${directory}: stop it, or give this one a directory of its own ` +
        `(SANDBOX_DIRECTORY for the demo). If there is none, remove ${file}.`,
    );
  };
  if (ours.has(directory)) refuse();
  ours.add(directory);
  const server = createServer();
  try {
    const token = randomBytes(16).toString('hex');
    const port = await listen(server, token);
    const claim = (): Promise<void> => writeFile(file, `${port} ${token}`, { flag: 'wx' });
    await claim().catch(async () => {
      if (!(await isStale(file))) refuse();
      await rm(file, { force: true });
      await claim();
    });
  } catch (error) {
    ours.delete(directory);
    server.close();
    throw error;
  }
  return async () => {
    ours.delete(directory);
    await rm(file, { force: true });
    server.close();
  };
};
