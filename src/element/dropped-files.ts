/** What a drop or a paste brings that is more than files, or less: folders, a link, nothing. Loaded when it is needed. */
import { hasFileEnding } from '../transcript/file-endings.js';
import { queue as english } from '../strings/en-queue.js';
import type { ElementParts } from './recordings-controller.js';

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

export interface OpenedDrop {
  readonly files: readonly File[];
  /** Number of files in folders that are no recordings. */
  readonly skipped: number;
  /** Why there is no file, or not all of them; else empty. */
  readonly sentence: string;
}

/**
 * The recordings in what was dropped. `files`: what the browser lists of it. `isLink`: it has an address, such as that of an
 * attachment in a mail program.
 */
export const openDrop = async (
  { element, language }: ElementParts,
  files: readonly File[],
  folders: readonly FileSystemEntry[],
  isLink: boolean,
): Promise<OpenedDrop> => {
  const strings = language.group('queue', english);
  const opened = await Promise.all(
    folders.map(async (folder) => ({
      name: folder.name,
      files: await filesIn(folder).catch(() => null),
    })),
  );
  // Browsers list a folder as a file without a type, too. If the folder cannot be read, that file says so.
  const isOpened = (file: File): boolean =>
    file.type === '' && opened.some(({ name, files }) => files !== null && name === file.name);
  const inside = opened.flatMap((folder) => folder.files ?? []);
  const recordings = inside.filter(isRecording);
  const visible = inside.filter(({ name }) => !name.startsWith('.'));
  const all = [...files.filter((file) => !isOpened(file)), ...recordings];
  const [first] = all;
  const [folder] = folders;
  const sentence = (): string => {
    if (first !== undefined)
      return all.length > 1 && !element.multiple ? strings.onlyOne(first.name) : '';
    if (folder !== undefined) return strings.emptyFolder(folder.name);
    return isLink ? strings.droppedLink : strings.droppedNothing;
  };
  return { files: all, skipped: visible.length - recordings.length, sentence: sentence() };
};
