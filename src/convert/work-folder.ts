/** Where a conversion writes: to disk in the origin private file system, or to memory where the browser has none. */
import type { Budget } from '../engine/audio-headers/budget.js';
import { FOLDER, partName, resultName } from './names.js';

/** A file of a conversion. */
export interface WorkFile {
  readonly size: number;
  /** The bytes at any position; fewer at the end. */
  read(at: number, length: number): Uint8Array;
  append(bytes: Uint8Array): void;
  truncate(size: number): void;
  /** Writes what was collected, so that it outlives the worker. */
  flush(): void;
  /** Ends the work on the file, and returns its content. */
  finish(): Promise<Blob>;
}

export interface WorkFolder {
  readonly isOnDisk: boolean;
  /** The file with what is converted so far. */
  readonly part: WorkFile;
  /** The file with the result, empty. */
  createResult(): Promise<WorkFile>;
  /** Deletes the file `part`, when its content is no longer needed. */
  removePart(): Promise<void>;
}

/** Not yet in TypeScript's library for pages. */
interface SyncHandle {
  getSize(): number;
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface SyncFile extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

/** Small writes are collected up to this many bytes. */
const BUFFER_BYTES = 256 * 1024;

const fileOnDisk = (handle: SyncFile, access: SyncHandle, budget: Budget): WorkFile => {
  let size = access.getSize();
  const buffer = new Uint8Array(BUFFER_BYTES);
  let buffered = 0;
  const writeAll = (at: number, bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length;) {
      const written = access.write(bytes.subarray(done), { at: at + done });
      if (written === 0) throw new DOMException('the disk is full', 'QuotaExceededError');
      done += written;
    }
  };
  const flush = (): void => {
    writeAll(size - buffered, buffer.subarray(0, buffered));
    buffered = 0;
  };
  return {
    get size() {
      return size;
    },
    flush,
    append(bytes) {
      budget.write(bytes.length);
      if (buffered + bytes.length > buffer.length) flush();
      if (bytes.length > buffer.length) writeAll(size, bytes);
      else {
        buffer.set(bytes, buffered);
        buffered += bytes.length;
      }
      size += bytes.length;
    },
    read(at, length) {
      flush();
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
      return bytes.subarray(0, access.read(bytes, { at }));
    },
    truncate(length) {
      flush();
      access.truncate(length);
      size = length;
    },
    async finish() {
      flush();
      access.flush();
      access.close();
      return handle.getFile();
    },
  };
};

const fileInMemory = (budget: Budget): WorkFile => {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const all = (): Uint8Array<ArrayBuffer> => {
    const [only] = chunks;
    if (only !== undefined && chunks.length === 1) return only;
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    chunks = [bytes];
    return bytes;
  };
  return {
    get size() {
      return size;
    },
    flush: () => undefined,
    read: (at, length) => all().subarray(at, at + length),
    append(bytes) {
      budget.hold(size + bytes.length);
      chunks.push(bytes.slice());
      size += bytes.length;
    },
    truncate(length) {
      chunks = [all().slice(0, length)];
      size = length;
    },
    finish: () => Promise.resolve(new Blob(chunks)),
  };
};

/** A worker that was terminated keeps its files locked for a moment. In ms. */
const LOCKED_MS = 5_000;
const RETRY_MS = 50;

const openAccess = async (handle: SyncFile): Promise<SyncHandle> => {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      const isLocked = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isLocked || waited >= LOCKED_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};

const folderOnDisk = async (key: string, budget: Budget): Promise<WorkFolder | null> => {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    const open = async (name: string): Promise<WorkFile> => {
      const handle = (await folder.getFileHandle(name, { create: true })) as SyncFile;
      return fileOnDisk(handle, await openAccess(handle), budget);
    };
    const part = await open(partName(key));
    return {
      isOnDisk: true,
      part,
      async createResult() {
        const file = await open(resultName(key));
        file.truncate(0);
        return file;
      },
      async removePart() {
        await part.finish();
        await folder.removeEntry(partName(key));
      },
    };
  } catch {
    // The browser has no such file system, or does not allow it here, for example in a private window.
    return null;
  }
};

/** Opens the files of a conversion. What is written counts in the budget. */
export const openFolder = async (key: string, budget: Budget): Promise<WorkFolder> =>
  (await folderOnDisk(key, budget)) ?? {
    isOnDisk: false,
    part: fileInMemory(budget),
    createResult: () => Promise.resolve(fileInMemory(budget)),
    removePart: () => Promise.resolve(),
  };

/**
 * A file with unfinished work begins with a plan of it, so that only the same work continues. The plan has this many
 * bytes.
 */
export const PLAN_BYTES = 256;

/** Returns the file with what was already done of this plan. Other content is deleted. */
export const openWork = ({ part }: WorkFolder, plan: object): WorkFile => {
  const text = JSON.stringify({ version: 1, ...plan }).padEnd(PLAN_BYTES);
  const bytes = new TextEncoder().encode(text);
  const found = part.read(0, PLAN_BYTES);
  const isSame = found.length === bytes.length && found.every((byte, at) => byte === bytes[at]);
  if (!isSame) {
    part.truncate(0);
    part.append(bytes);
  }
  return part;
};
