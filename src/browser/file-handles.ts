/** File handles, which let the page read a file again after a reload (Chromium). */

/** Methods of Chromium that are not in the standard. */
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
    // The file is not on disk, or the frame has no permission.
    return null;
  }
};

/** Remembers the handle of a file. */
export const rememberHandle = (file: Blob, asked: Promise<FileSystemHandle | null>): void =>
  void handles.set(file, fileHandle(asked));

/** Remembers the handles of dropped files. Call it inside the drop event, as they are not available later. */
export const rememberDropped = (transfer: DataTransfer): void => {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file') as HandleItem[];
  [...transfer.files].forEach((file, index) => {
    const asked = items[index]?.getAsFileSystemHandle?.();
    if (asked !== undefined) rememberHandle(file, asked);
  });
};

export const handleOf = async (file: Blob): Promise<FileSystemFileHandle | null> =>
  (await handles.get(file)) ?? null;

/** The permission to read the file; `prompt` if the browser asks the user first. */
export const readPermission = async (handle: AskableHandle): Promise<PermissionState> =>
  (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';

/** May ask the user for permission, so call it in a user gesture. */
export const mayRead = async (handle: AskableHandle): Promise<boolean> =>
  (await readPermission(handle)) === 'granted' ||
  (await handle.requestPermission?.({ mode: 'read' })) === 'granted';
