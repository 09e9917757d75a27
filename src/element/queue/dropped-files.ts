/** The files of a drop, including those in dropped folders. */
import { hasFileEnding } from '../../transcript/file-endings.js';

/** A file in a folder that is worth adding. Its bytes decide later whether it can be transcribed. */
const isRecording = ({ name, type }: File): boolean =>
  !name.startsWith('.') && (/^(?:audio|video)\//.test(type) || hasFileEnding(name));

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

interface DroppedFiles {
  readonly files: readonly File[];
  /** Number of files in folders that are no recordings. */
  readonly skipped: number;
}

/** Call it inside the drop event, as folders are not available later. `files`: what the browser lists of the drop. */
export const droppedFiles = async (
  files: readonly File[],
  { items }: DataTransfer,
): Promise<DroppedFiles> => {
  const folders = [...items]
    .map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
    .filter((entry) => entry?.isDirectory === true)
    .filter((entry) => entry !== null);
  if (folders.length === 0) return { files, skipped: 0 };
  const names = new Set(folders.map(({ name }) => name));
  // Browsers list a folder as a file without a type, too.
  const single = files.filter(({ name, type }) => type !== '' || !names.has(name));
  const inside = (await Promise.all(folders.map(filesIn))).flat();
  const recordings = inside.filter(isRecording);
  const visible = inside.filter(({ name }) => !name.startsWith('.'));
  return { files: [...single, ...recordings], skipped: visible.length - recordings.length };
};
