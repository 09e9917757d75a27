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
  { file: 'audio-transcribe.js', entry: 'src/index.ts', most: 50_800 },
  { file: 'audio-transcript.js', entry: 'src/transcript-element.ts', most: 58_000 },
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

/** Makes a module of spark-md5, so that no file needs the helper for CommonJS, which would be a file of its own. */
const importSparkMd5 = {
  name: 'import-spark-md5',
  transform: (code, id) =>
    id.endsWith('/spark-md5/spark-md5.js')
      ? `const module = { exports: {} }, { exports } = module;\n${code}\nexport default module.exports;`
      : undefined,
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

/** The modules and their imports: what each imports at once, and what it loads on demand. */
const readGraph = (graph) => ({
  name: 'read-graph',
  buildEnd() {
    for (const id of this.getModuleIds()) {
      const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id);
      graph.set(id, { importedIds, dynamicallyImportedIds });
    }
  },
});

/** What is loaded with a module. `onDemand`: and what may be loaded later. `without`: this module is never loaded. */
const loadedWith = (graph, start, { onDemand = false, without = null } = {}) => {
  const loaded = new Set();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === without || loaded.has(id)) continue;
    loaded.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.get(id) ?? {};
    waiting.push(...importedIds, ...(onDemand ? dynamicallyImportedIds : []));
  }
  return loaded;
};

/** Loaded before everything that works on a transcript. */
const READER = join(root, 'src/reader/whole-reader.ts');

/**
 * The modules of the first load, and those of the reader. What is loaded on demand imports only what is loaded already, so
 * that a failed download can be repeated: a module of several files is in the first load, or in the reader's file if all of
 * them are loaded after it.
 */
const groupsOf = (graph, entry) => {
  const atOnce = loadedWith(graph, entry);
  const parts = [...new Set([...graph.values()].flatMap((it) => it.dynamicallyImportedIds))]
    .filter((start) => !atOnce.has(start))
    .map((start) => loadedWith(graph, start));
  const isShared = (id) => parts.filter((part) => part.has(id)).length > 1;
  const elsewhere = loadedWith(graph, entry, { onDemand: true, without: READER });
  const reader = loadedWith(graph, READER);
  const isOfReader = (id) => reader.has(id) && !elsewhere.has(id);
  const isFirst = (id) => atOnce.has(id) || (isShared(id) && !isOfReader(id));
  return [
    // The page may name the entry with a query, so no other file imports it.
    { name: 'shared', test: (id) => id !== entry && isFirst(id), priority: 1 },
    { name: 'whole-reader', test: isOfReader },
  ];
};

/** Resolves with the files that were made. */
async function bundle({ file, entry }, { plugins = [], groups, write = false }) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      AUDIO_TRANSCRIBE_HASHES: JSON.stringify(hashesOf([decoderFile, converterFile, encoderFile])),
    },
    plugins: [keepBeside, importSparkMd5, shortenTemplates, ...plugins],
    build: {
      write,
      outDir: join(root, 'dist/cdn'),
      emptyOutDir: false,
      target: SYNTAX,
      lib: { entry: join(root, entry), formats: ['es'] },
      rolldownOptions: {
        // Otherwise the helper of `import()` is a file of its own, which a file that is loaded on demand imports.
        experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
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

/** One file for a script tag. Rarely used code is in separate files that it loads on demand. The first pass reads the imports. */
export async function bundleCdn(element, { write }) {
  const graph = new Map();
  await bundle(element, { plugins: [readGraph(graph)] });
  return bundle(element, { groups: groupsOf(graph, join(root, element.entry)), write });
}

/** The size of the first load, in bytes with gzip. */
export const firstLoadOf = (files) =>
  files.filter(isFirst).reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0);
