/** The files of a drop, including those in dropped folders. */

/** A file in a folder that is worth adding. Its bytes decide later whether it can be transcribed. */
const isRecording = ({ name, type }: File): boolean =>
  !name.startsWith('.') &&
  (/^(?:audio|video)\//.test(type) ||
    /\.(?:mp3|m4a|wav|mp4|mov|webm|mkv|ogg|opus|flac|aac|aiff?|3gp|amr|wma)$/i.test(name));

/** Reads up to this many files, so that a whole disk does not stop the page. */
const MOST_FILES = 2_000;

const readAll = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // Returns at most 100 entries at a time.
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || all.length > MOST_FILES) return all;
    all.push(...some);
  }
};

const filesIn = async (entry: FileSystemEntry): Promise<readonly File[]> => {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [file];
  }
  const files: File[] = [];
  const entries = [...(await readAll(entry as FileSystemDirectoryEntry))];
  entries.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  for (const inside of entries) {
    if (files.length < MOST_FILES) files.push(...(await filesIn(inside).catch(() => [])));
  }
  return files;
};

export interface DroppedFiles {
  readonly files: readonly File[];
  /** Number of files in folders that are no recordings. */
  readonly skipped: number;
}

/** The folders of a drop. Call it inside the drop event, as they are not available later. */
export const foldersOf = ({ items }: DataTransfer): readonly FileSystemEntry[] =>
  [...items]
    .map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
    .filter((entry) => entry?.isDirectory === true)
    .filter((entry) => entry !== null);

/** The recordings in dropped folders and in the folders inside them, by name. */
export const readFolders = async (folders: readonly FileSystemEntry[]): Promise<DroppedFiles> => {
  const all = (await Promise.all(folders.map(filesIn))).flat();
  const files = all.filter(isRecording);
  const visible = all.filter(({ name }) => !name.startsWith('.'));
  return { files, skipped: visible.length - files.length };
};
