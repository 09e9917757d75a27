/** Keeps recordings of the microphone while they are made. A crash loses only what was not appended yet. */
import type { RecordStore } from '../engine/ports.js';
import { UNKNOWN_SCOPE } from '../engine/resume/cleanup.js';
import { repeating } from './repeat-once.js';
import { rememberHandle } from './browser-ports.js';
import {
  persistStorage,
  readEach,
  type KeptRecording,
  type OpenDatabase,
  type RecordingPlace,
  type RecordingStage,
} from './database.js';

/** Every call rejects if storage is missing, full or forbidden, or if the recording was deleted in the meantime. */
export interface RecordingStore extends RecordStore {
  list(): Promise<readonly KeptRecording[]>;
  create(recording: Omit<KeptRecording, 'place'>): Promise<RecordingPlace>;
  /** Adds audio at the end. When it resolves, the audio survives a crash. Call it only after the last call is done. */
  append(id: string, audio: ArrayBuffer): Promise<void>;
  /** All audio, without reading it into memory if it is in files. Null if the recording was deleted. */
  read(id: string): Promise<Blob | null>;
  /**
   * Makes one file of the header and the audio, and marks the recording as sent. A file of the browser's file system can
   * also be read after a reload.
   */
  seal(id: string, header: ArrayBuffer, name: string): Promise<File>;
  mark(id: string, stage: RecordingStage): Promise<void>;
  /** Gives the recording to another scope. */
  adopt(id: string, scope: string): Promise<void>;
  /** Rejects, and keeps the record, if the audio cannot be deleted. */
  remove(id: string): Promise<void>;
}

/**
 * Bytes. The audio is split into files of about this size, because a browser copies a file before it changes it. That
 * copy is also why an interrupted write damages nothing.
 */
const PIECE_BYTES = 512 * 1024;

const ownFolder = async (): Promise<FileSystemDirectoryHandle> => {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('audio-transcribe-recordings', { create: true });
};

const gone = (): Error => new DOMException('The recording was deleted.', 'NotFoundError');

const isMissing = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';

const isInUse = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NoModificationAllowedError';

const unlessMissing = async <T>(request: Promise<T>): Promise<T | null> =>
  request.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Writes at a position of a file, or all of it. If it rejects, the file is as it was. */
const writeTo = async (
  handle: FileSystemFileHandle,
  position: number,
  contents: readonly (ArrayBuffer | Blob)[],
): Promise<void> => {
  const writable = await handle.createWritable({ keepExistingData: position > 0 });
  try {
    if (position > 0) await writable.seek(position);
    for (const content of contents) await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    throw error;
  }
};

interface Piece {
  readonly number: number;
  /** Null if it cannot be read. */
  readonly file: File | null;
}

/** The files with audio in a recording's folder, in their order: `0`, `1`, and so on. One can be lost in a crash. */
const piecesIn = async (folder: FileSystemDirectoryHandle): Promise<readonly Piece[]> => {
  const numbers: number[] = [];
  for await (const name of folder.keys()) if (/^\d+$/.test(name)) numbers.push(Number(name));
  return Promise.all(
    numbers
      .sort((one, other) => one - other)
      .map(async (number) => {
        const handle = folder.getFileHandle(String(number));
        return { number, file: await handle.then((it) => it.getFile()).catch(() => null) };
      }),
  );
};

/**
 * The recordings of this origin, with their audio in files, or else in IndexedDB. `folder` rejects if the browser has no
 * files.
 */
export const createRecordingStore = (open: OpenDatabase, folder = ownFolder): RecordingStore => {
  const audioOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

  const load = async (id: string): Promise<KeptRecording> => {
    const record = await (await open()).get('recordings', id);
    if (record === undefined || record.stage === 'deleted') throw gone();
    return record;
  };

  const update = async (record: KeptRecording): Promise<void> => {
    await (await open()).put('recordings', record, record.id);
  };

  /** Changes a record, unless it was deleted in the meantime. */
  const change = async (id: string, changes: Partial<KeptRecording>): Promise<void> => {
    const { store, done } = (await open()).transaction('recordings', 'readwrite');
    const record = await store.get(id);
    const isThere = record !== undefined && record.stage !== 'deleted';
    if (isThere) await store.put({ ...record, ...changes }, id);
    await done;
    if (!isThere) throw gone();
  };

  const folderOf = async (id: string, create = false): Promise<FileSystemDirectoryHandle> =>
    (await folder()).getDirectoryHandle(id, { create });

  /** Tries to write, because some browsers have the file system but cannot write to it from a page. */
  const canWriteFiles = async (id: string): Promise<boolean> => {
    try {
      const own = await folderOf(id, true);
      await writeTo(await own.getFileHandle('0', { create: true }), 0, []);
      return true;
    } catch {
      return false;
    }
  };

  /** The writes of this page. A file that is being written can't be deleted. */
  const writing = new Map<string, Promise<unknown>>();
  const write = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const written = work();
    writing.set(id, written);
    return written;
  };

  /** Where the next audio of a recording goes. */
  const ends = new Map<string, { piece: number; bytes: number }>();

  const endOf = async (id: string, own: FileSystemDirectoryHandle) => {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const { number, file } = (await piecesIn(own)).at(-1) ?? { number: -1, file: null };
    return file === null ? { piece: number + 1, bytes: 0 } : { piece: number, bytes: file.size };
  };

  const appendFile = async (id: string, audio: ArrayBuffer): Promise<void> => {
    const own = await folderOf(id);
    const end = await endOf(id, own);
    const { piece, bytes } =
      end.bytes >= PIECE_BYTES ? { piece: end.piece + 1, bytes: 0 } : { ...end };
    ends.delete(id);
    const handle = await own.getFileHandle(String(piece), { create: true });
    await writeTo(handle, bytes, [audio]);
    ends.set(id, { piece, bytes: bytes + audio.byteLength });
  };

  const appendRecord = async (id: string, audio: ArrayBuffer): Promise<void> => {
    const transaction = (await open()).transaction(['recordings', 'audio'], 'readwrite');
    const records = transaction.objectStore('audio');
    const [exists, count] = await Promise.all([
      transaction.objectStore('recordings').getKey(id),
      records.count(audioOf(id)),
    ]);
    if (exists !== undefined) await records.put(audio, [id, count]);
    await transaction.done;
    if (exists === undefined) throw gone();
  };

  const filesOf = async (id: string): Promise<readonly (Blob | null)[]> =>
    (await piecesIn(await folderOf(id))).map(({ file }) => file);

  const recordsOf = async (id: string): Promise<readonly (ArrayBuffer | null)[]> => {
    const audio = (await open()).transaction('audio').store;
    const found = await readEach<[string, number], ArrayBuffer>(audio, audioOf(id));
    return found.map((one) => (one.isRead ? one.value : null));
  };

  /** The audio that can be read. Rejects if there is some, and none can. */
  const contentsOf = async ({ id, place }: KeptRecording): Promise<readonly BlobPart[]> => {
    const pieces = await (place === 'files' ? filesOf(id) : recordsOf(id));
    const readable = pieces.filter((piece) => piece !== null);
    if (pieces.length > 0 && readable.length === 0)
      throw new DOMException('The recording cannot be read.', 'NotReadableError');
    return readable;
  };

  const remove = async (id: string): Promise<void> => {
    ends.delete(id);
    // From now on nothing is added. The record goes last: as long as there is one, the next attempt finds what is left.
    await change(id, { stage: 'deleted' }).catch(() => undefined);
    await writing.get(id)?.catch(() => undefined);
    writing.delete(id);
    const all = await folder().catch(() => null);
    if (all !== null) await unlessMissing(all.removeEntry(id, { recursive: true }));
    const transaction = (await open()).transaction(['recordings', 'audio'], 'readwrite');
    await Promise.all([
      transaction.objectStore('audio').delete(audioOf(id)),
      transaction.objectStore('recordings').delete(id),
      transaction.done,
    ]);
  };

  /** Deletes the folders whose record is gone. */
  const sweep = async (): Promise<void> => {
    const all = await folder().catch(() => null);
    if (all === null) return;
    // A record is stored before its folder is made, so the folders are listed first.
    const ids: string[] = [];
    for await (const id of all.keys()) ids.push(id);
    const kept = new Set(await (await open()).getAllKeys('recordings'));
    for (const id of ids) if (!kept.has(id)) await all.removeEntry(id, { recursive: true });
  };

  const readRecords = async () =>
    readEach<string, KeptRecording>((await open()).transaction('recordings').store);

  const records = async (): Promise<readonly KeptRecording[]> =>
    (await readRecords()).flatMap((one) => (one.isRead ? one.value : []));

  const list = async (): Promise<readonly KeptRecording[]> =>
    (await records()).filter(({ stage }) => stage !== 'deleted');

  const store: RecordingStore = {
    list,
    remove,
    async create(recording) {
      const { id } = recording;
      // The record comes first, so that no folder is without one.
      await update({ ...recording, place: 'files' });
      persistStorage();
      if (await canWriteFiles(id)) return 'files';
      await update({ ...recording, place: 'database' });
      return 'database';
    },
    append: (id, audio) =>
      write(id, async () => {
        const { place } = await load(id);
        await (place === 'files' ? appendFile(id, audio) : appendRecord(id, audio));
      }),
    async read(id) {
      const record = await unlessMissing(load(id));
      return record === null ? null : new Blob([...(await contentsOf(record))]);
    },
    seal: (id, header, name) =>
      write(id, async () => {
        const record = await load(id);
        const audio = new Blob([...(await contentsOf(record))]);
        await change(id, { name, stage: 'sent', savedAtMs: Date.now() });
        const loose = new File([header, audio], name, { type: 'audio/wav' });
        if (record.place === 'database') return loose;
        const own = await folderOf(id);
        try {
          const handle = await own.getFileHandle(name, { create: true });
          await writeTo(handle, 0, [header, audio]);
          const file = await handle.getFile();
          rememberHandle(file, Promise.resolve(handle));
          return file;
        } catch {
          // There is no room for a second copy. The upload works without it, and starts again after a reload.
          await own.removeEntry(name).catch(() => undefined);
          return loose;
        }
      }),
    async mark(id, stage) {
      await change(id, { stage });
    },
    adopt: (id, scope) => change(id, { scope }),
    async move(from, to) {
      for (const { id, scope } of await list())
        if (from.includes(scope)) await change(id, { scope: to });
    },
    async removeWhere(unwanted) {
      const old = (await readRecords()).flatMap(({ key: id, ...one }) => {
        const unreadable = { id, scope: UNKNOWN_SCOPE, savedAtMs: Date.now() };
        if (!one.isRead) return unwanted(unreadable) ? { id } : [];
        return one.value.stage === 'deleted' || unwanted(one.value) ? { id } : [];
      });
      const failures: Error[] = [];
      await Promise.all(
        old.map(({ id }) => remove(id).catch((error: Error) => failures.push(error))),
      );
      await sweep().catch(() => undefined);
      // Audio that another tab is writing is deleted the next time. Nobody can open it any more.
      const failed = failures.find((error) => !isInUse(error));
      if (failed !== undefined) throw failed;
    },
  };
  return repeating(store, open.forget);
};
