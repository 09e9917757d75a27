/** Lets one process at a time use a folder. The system frees it when that process ends, even if it is killed. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

/** Each process listens on a socket `p-<8 digits>`. The one that uses the folder has linked it to this name. */
const SHARED = 'p-now';
/** Bytes. With a slash, `p-`, 8 digits and an `x`, a socket's path has at most 103 on macOS. */
const LONGEST_FOLDER = 103 - 12;

const isAlive = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
    connection.once('connect', () => connection.destroy());
  });

/** Resolves with true if the path was free. */
const linkIfFree = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/** Replaces the socket of a process that has died. False if another process did that first. */
const replaceDead = async (own: string, shared: string): Promise<boolean> => {
  const removed = `${own}x`;
  await rename(shared, removed).catch(() => undefined);
  // Another process may have replaced it since it was found dead.
  if (await isAlive(removed)) await linkIfFree(removed, shared);
  await rm(removed, { force: true });
  return linkIfFree(own, shared);
};

const inUse = (): Error => new Error('STORAGE: another process uses this folder.');

const listen = async (address: string): Promise<Server> => {
  const server = createServer((connection) => connection.destroy());
  server.listen(address);
  await once(server, 'listening');
  return server.unref();
};

/** Resolves with a function that frees the folder. Rejects if another process uses it. */
export const reserveFolder = async (folder: string): Promise<() => Promise<void>> => {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(path.resolve(folder)).digest('hex');
    const server = await listen(`\\\\.\\pipe\\audio-transcribe-${name}`).catch(() => {
      throw inUse();
    });
    return async () => void server.close();
  }
  if (Buffer.byteLength(folder) > LONGEST_FOLDER) {
    throw new Error(`STORAGE: the path must have at most ${LONGEST_FOLDER} bytes.`);
  }
  const shared = path.join(folder, SHARED);
  const name = `p-${randomBytes(4).toString('hex')}`;
  const own = path.join(folder, name);
  const server = await listen(own);
  try {
    const isFree =
      (await linkIfFree(own, shared)) ||
      (!(await isAlive(shared)) && (await replaceDead(own, shared)));
    if (!isFree) throw inUse();
  } catch (error) {
    server.close();
    throw error;
  }
  for (const left of await readdir(folder)) {
    const file = path.join(folder, left);
    const isOther = left.startsWith('p-') && left !== name && left !== SHARED;
    if (isOther && !(await isAlive(file))) await rm(file, { force: true });
  }
  return async () => {
    await rm(shared, { force: true });
    server.close();
    await once(server, 'close');
  };
};
