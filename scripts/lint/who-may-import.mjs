import { basename, dirname, relative, resolve, sep } from 'node:path';

/**
 * What each part of src may import besides itself. `values`, `types` and `lazy` name other parts; `lazy` ones only with
 * `import()`. `packages` names packages. A part in `values` may also be imported for its types. docs/architecture.md shows
 * them as a table.
 */
export const parts = {
  protocol: {},
  transcript: { values: ['protocol'] },
  strings: { values: ['ui/on-demand.ts'], types: ['protocol', 'transcript'] },
  hashing: { values: ['hashing/md5-libraries.ts', 'engine/read-again.ts'], types: ['engine'] },
  'hashing/md5-libraries.ts': { packages: ['hash-wasm', 'spark-md5'] },
  peaks: { values: ['engine/audio-headers'], types: ['peaks/decoder.ts'] },
  'peaks/decoder.ts': {
    values: ['peaks', 'peaks/decode-packets.ts', 'engine/audio-headers'],
    packages: ['mediabunny'],
  },
  'peaks/decode-packets.ts': { types: ['engine/audio-headers'], packages: ['mediabunny'] },
  'convert/pcm.ts': {},
  convert: {
    values: [...['peaks', 'peaks/decode-packets.ts', 'engine/audio-headers', 'convert/pcm.ts']],
    types: ['engine'],
    packages: ['mediabunny', '@mediabunny/aac-encoder'],
  },
  'engine/audio-headers': { types: ['protocol'] },
  'engine/read-again.ts': {},
  engine: { values: ['protocol', 'engine/audio-headers', 'engine/read-again.ts'] },
  queue: { values: ['protocol', 'engine'] },
  browser: {
    values: ['protocol', 'engine', 'hashing', 'peaks', 'convert', 'ui/on-demand.ts', 'ui/sleep.ts'],
    packages: ['idb'],
  },
  'browser/exact-audio.ts': { values: ['engine/audio-headers'] },
  ui: { packages: ['lit'] },
  'ui/on-demand.ts': {},
  'ui/sleep.ts': {},
  reader: {
    values: ['ui', 'ui/on-demand.ts', 'strings', 'transcript', 'reader/export/export-shown.ts'],
    packages: ['lit'],
  },
  'reader/export/export-shown.ts': { values: ['protocol', 'transcript', 'reader'] },
  shown: {
    values: ['protocol', 'transcript', 'strings', 'ui'],
    types: ['hashing', 'reader'],
    packages: ['lit'],
  },
  'shown/audio-transcript.ts': {
    values: ['protocol', 'reader', 'shown', 'strings', 'ui', 'ui/on-demand.ts', 'ui/sleep.ts'],
    types: ['transcript'],
    lazy: ['shown/audio-tools.ts', 'reader/export/export-shown.ts'],
    packages: ['lit'],
  },
  'shown/audio-tools.ts': {
    values: ['browser/exact-audio.ts', 'hashing', 'peaks', 'ui/sleep.ts'],
    types: ['reader'],
  },
  microphone: {
    values: ['engine', 'strings', 'transcript', 'ui', 'convert/pcm.ts'],
    types: ['browser'],
    packages: ['lit'],
  },
  server: { values: ['protocol', 'server/ipaddr.ts'] },
  'server/transcript-html.ts': { values: ['protocol', 'transcript'] },
  'server/ipaddr.ts': { packages: ['ipaddr.js'] },
  'server/bullmq.ts': { values: ['server', 'protocol'], packages: ['bullmq', 'node:'] },
  'server/node.ts': { values: ['server'], packages: ['node:'] },
  'element/views': {
    values: ['ui', 'transcript'],
    types: ['protocol', 'engine', 'strings', 'microphone'],
    packages: ['lit'],
  },
  'element/controllers': {
    values: [
      ...['protocol', 'engine', 'transcript', 'ui', 'strings', 'shown'],
      ...['element', 'element/views'],
    ],
    packages: ['lit'],
  },
  'element/queue': {
    values: [...['queue', 'browser', 'strings', 'ui'], ...['element', 'element/views']],
    types: ['engine', 'element/controllers'],
    packages: ['lit'],
  },
  element: {
    values: [
      ...['protocol', 'engine', 'browser', 'transcript', 'strings', 'ui', 'ui/on-demand.ts'],
      ...['browser/exact-audio.ts', 'element/controllers', 'element/views'],
      ...['queue', 'shown'],
    ],
    types: ['hashing'],
    lazy: ['reader', 'microphone', 'element/queue'],
    packages: ['lit', '@lit/task'],
  },
  'engine.ts': { values: ['engine', 'engine/audio-headers', 'protocol'] },
  'element.ts': {
    values: ['element', 'shown', 'protocol', 'strings'],
    types: ['element/queue', 'engine', 'microphone', 'transcript'],
  },
  'index.ts': { values: ['element', 'element.ts'] },
  'react.ts': {
    values: ['index.ts', 'element'],
    types: ['microphone', 'shown'],
    packages: ['@lit/react', 'react'],
  },
  'react-transcript.ts': {
    values: ['transcript-element.ts', 'shown/audio-transcript.ts'],
    types: ['shown'],
    packages: ['@lit/react', 'react'],
  },
  'server.ts': { values: ['server', 'server/transcript-html.ts', 'protocol'] },
  'transcript-element.ts': {
    values: ['shown', 'shown/audio-transcript.ts', 'protocol', 'strings'],
    types: ['transcript'],
  },
  'worker.ts': { values: ['hashing', 'peaks', 'convert'] },
};

/** The part that contains a file; undefined outside src. */
export function partOf(file, src) {
  const path = relative(src, file)
    .split(sep)
    .join('/')
    .replace(/(?:\.d\.ts|\.js)$/, '.ts');
  if (path.startsWith('..')) return undefined;
  const [folder, room] = path.split('/');
  return [path, `${folder}/${room}`, folder].find((name) => name in parts) ?? folder;
}

function mayImport(from, to, { typeOnly, lazy }) {
  const part = { values: [], types: [], lazy: [], ...parts[from] };
  return [
    ...[from, ...part.values],
    ...(typeOnly ? part.types : []),
    ...(typeOnly || lazy ? part.lazy : []),
  ].includes(to);
}

function mayUsePackage(from, source) {
  const { packages = [] } = parts[from] ?? {};
  return packages.some(
    (name) => source === name || source.startsWith(name.endsWith(':') ? name : `${name}/`),
  );
}

const isTypeOnly = (node) =>
  node.type === 'TSImportType' ||
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  (node.specifiers?.length > 0 &&
    node.specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type'));

/** The lint rule. Its option `src` is the folder that `parts` describes. */
export const whoMayImport = {
  meta: {
    type: 'problem',
    docs: { description: 'keeps each part of src to what it may know' },
    schema: [{ type: 'object', properties: { src: { type: 'string' } }, required: ['src'] }],
    messages: {
      part: '{{from}} may not import {{to}}: see the table in scripts/lint/who-may-import.mjs.',
      outside: 'src may not import what lies outside it ({{source}}).',
      package: '{{from}} may not import the package {{source}}.',
      index:
        'Only the entries of the package, src/*.ts, pass on what others declare: import each name from the file that declares it.',
      unknown: '{{from}} has no row in scripts/lint/who-may-import.mjs: give it one.',
    },
  },
  create(context) {
    const { src } = context.options[0];
    const from = partOf(context.filename, src);
    if (from === undefined) return {};

    const report = (node, messageId, data = {}) =>
      context.report({ node, messageId, data: { from, ...data } });

    const check = (node, source, how) => {
      if (typeof source !== 'string') return;
      if (!source.startsWith('.')) {
        if (!mayUsePackage(from, source)) report(node, 'package', { source });
        return;
      }
      const to = partOf(resolve(dirname(context.filename), source), src);
      if (to === undefined) report(node, 'outside', { source });
      else if (!mayImport(from, to, how)) report(node, 'part', { to });
    };

    const declaration = (node) =>
      node.source && check(node, node.source.value, { typeOnly: isTypeOnly(node), lazy: false });

    const isIndex =
      dirname(context.filename) !== resolve(src) && /^index\./.test(basename(context.filename));

    return {
      Program(node) {
        if (!(from in parts)) report(node, 'unknown');
        if (isIndex) report(node, 'index');
      },
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => check(node, node.source.value, { typeOnly: false, lazy: true }),
      TSImportType: (node) => check(node, node.source.value, { typeOnly: true, lazy: true }),
    };
  },
};
