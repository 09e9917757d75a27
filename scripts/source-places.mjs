/** Finds the source of a place in a bundle. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const maps = new Map();

function mapOf(file) {
  const path = `${file}.map`;
  if (!maps.has(path))
    maps.set(path, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null);
  return maps.get(path);
}

/**
 * The place in the source, with a path relative to the repository. A file without a source map is a source.
 * @param {{file: string, line: number, column: number}} place with an absolute path, or one relative to the repository
 */
export function sourceOf({ file, line, column }) {
  const path = resolve(root, file);
  const entry = mapOf(path)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined) return { file: relative(root, path), line };
  const source = new URL(entry.originalSource, pathToFileURL(path));
  return { file: relative(root, fileURLToPath(source)), line: entry.originalLine + 1 };
}

/** A stack whose frames name sources. */
export const withSources = (stack) =>
  stack.replaceAll(
    /(?:file:\/\/)?([\w@./-]+\.m?[jt]s):(\d+):(\d+)/g,
    (frame, file, line, column) => {
      if (!existsSync(resolve(root, file))) return frame;
      const source = sourceOf({ file, line: Number(line), column: Number(column) });
      return `${source.file}:${source.line}`;
    },
  );
