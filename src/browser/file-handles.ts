/** Where a file came from, as far as the browser tells: with its handle it can be read again after a reload. */

/** What Chromium has beside the standard. */
interface AskableHandle extends FileSystemFileHandle {
  queryPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
}

type HandleItem = DataTransferItem & {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
};

const handles = new WeakMap<Blob, Promise<FileSystemFileHandle | null>>();

const fileHandle = async (
  asked: Promise<FileSystemHandle | null>,
): Promise<FileSystemFileHandle | null> => {
  try {
    const handle = await asked;
    return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null;
  } catch {
    // A file that does not lie on a disk, or a frame that may not ask.
    return null;
  }
};

/** Notes the handle that a file will have. */
export const rememberHandle = (file: Blob, asked: Promise<FileSystemHandle | null>): void =>
  void handles.set(file, fileHandle(asked));

/** Notes the handles of what was dropped. Call it within the drop event: afterwards nothing is told any more. */
export const rememberDropped = (transfer: DataTransfer): void => {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file') as HandleItem[];
  [...transfer.files].forEach((file, index) => {
    const asked = items[index]?.getAsFileSystemHandle?.();
    if (asked !== undefined) rememberHandle(file, asked);
  });
};

export const handleOf = async (file: Blob): Promise<FileSystemFileHandle | null> =>
  (await handles.get(file)) ?? null;

/** Whether the file may be read now; `prompt` where the browser asks the person first. */
export const readPermission = async (handle: AskableHandle): Promise<PermissionState> =>
  (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';

/** Asks the person where the browser wants that: call it on a gesture. */
export const mayRead = async (handle: AskableHandle): Promise<boolean> =>
  (await readPermission(handle)) === 'granted' ||
  (await handle.requestPermission?.({ mode: 'read' })) === 'granted';
