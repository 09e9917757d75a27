/** Bundles the files for a CDN. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { SYNTAX } from './browsers.mjs';
import { converterFile, decoderFile, encoderFile, workerFile } from './generate.mjs';
import { root } from './paths.mjs';

/** The elements that have a file for a script tag, and the largest first load of each, in bytes with gzip. */
export const ELEMENTS = [
  { file: 'audio-transcribe.js', entry: 'src/index.ts', most: 48_000 },
  { file: 'audio-transcript.js', entry: 'src/transcript-element.ts', most: 53_500 },
];

/** The modules with the addresses of files that are beside them. */
const filesBeside = {
  'src/hashing/worker-ladder.ts': [workerFile],
  'src/peaks/read-peaks.ts': [decoderFile],
  'src/convert/convert-file.ts': [converterFile, encoderFile],
};

// Vite would inline these files as data: URLs, which a page can neither start as a worker nor import.
const keepBeside = {
  name: 'keep-beside',
  enforce: 'pre',
  transform(code, id) {
    const [, files] = Object.entries(filesBeside).find(([module]) => id.endsWith(module)) ?? [];
    return files?.reduce((kept, file) => {
      const address = `new URL('./${basename(file)}', import.meta.url)`;
      if (!kept.includes(address)) throw new Error(`${id} no longer has ${address}`);
      return kept.replace(address, address.replace('(', '(/* @vite-ignore */ '));
    }, code);
  },
};

/** Shortens the white space in the templates of styles and views. Minifiers leave templates as they are. */
const shortenTemplates = {
  name: 'shorten-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src/'))) return undefined;
    const shortenStyles = (styles) =>
      styles
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([{};]) ?/g, '$1')
        .replace(/([:,]) /g, '$1')
        .replaceAll(';}', '}');
    return code
      .replace(/\bcss`[^`]*`/g, shortenStyles)
      .replace(/\n +(>?)/g, (_, end) => end || '\n');
  },
};

export const sha384 = (path) => createHash('sha384').update(readFileSync(path)).digest('base64');

/** The hashes of files by their names, which the scripts for a CDN compare before the worker runs a file. */
const hashesOf = (files) => Object.fromEntries(files.map((file) => [basename(file), sha384(file)]));

/** Resolves with the files that were made. */
async function bundle({ file, entry }, groups, write) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      AUDIO_TRANSCRIBE_HASHES: JSON.stringify(hashesOf([decoderFile, converterFile, encoderFile])),
    },
    plugins: [keepBeside, shortenTemplates],
    build: {
      write,
      outDir: join(root, 'dist/cdn'),
      emptyOutDir: false,
      target: SYNTAX,
      lib: { entry: join(root, entry), formats: ['es'] },
      rolldownOptions: {
        output: {
          entryFileNames: file,
          // Short, because the first load has each name.
          chunkFileNames: '[name]-[hash:6].js',
          minify: true,
          // Only bundlers read them.
          comments: { annotation: false },
          codeSplitting: { groups },
        },
      },
    },
  });
  return output;
}

const isFirst = ({ fileName }) => /^(?:audio-trans(?:cribe|cript)\.js$|shared-)/.test(fileName);

/**
 * One file for a script tag. Rarely used code is in separate files that it loads on demand. What is loaded on demand
 * imports only what is loaded already, so that a failed download can be repeated. The first pass finds that; the second
 * one puts it into one file, which is smaller with gzip than two.
 */
export async function bundleCdn(element, { write }) {
  const found = await bundle(element, [{ name: 'shared', minShareCount: 2 }], false);
  const first = new Set(found.filter(isFirst).flatMap(({ moduleIds = [] }) => moduleIds));
  return bundle(element, [{ name: 'shared', test: (id) => first.has(id) }], write);
}

/** The size of the first load, in bytes with gzip. */
export const firstLoadOf = (files) =>
  files.filter(isFirst).reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0);
