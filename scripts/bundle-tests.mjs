import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { cache, root } from './paths.mjs';

const folder = join(cache, 'node-tests');

// A pattern, because this module itself may be bundled.
const ADDRESS = /\bimport\.meta\.url\b/g;

/**
 * Keeps the source URL of each bundled module as its `import.meta.url`, so that it finds its files. `addressOf` returns
 * the code of a module's URL.
 */
export const sourceAddresses = (filter, addressOf) => ({
  name: 'source-addresses',
  setup({ onLoad }) {
    onLoad({ filter }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      const contents = code.replace(ADDRESS, addressOf(path));
      return contents === code
        ? undefined
        : { contents, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
});

/** What each bundle of test code has in common. */
export const testBundle = {
  absWorkingDir: root,
  bundle: true,
  // `sideEffects` in package.json applies to the packed files, not to imports in this repository.
  ignoreAnnotations: true,
  format: 'esm',
  conditions: ['development'],
  tsconfig: join(root, 'tsconfig.base.json'),
};

const options = {
  ...testBundle,
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'silent',
  plugins: [sourceAddresses(/\.[mc]?[jt]s$/, (path) => JSON.stringify(pathToFileURL(path).href))],
};

/**
 * Bundles a program of the repository into the file `outfile`, which must be in the repository, so that it finds
 * packages. It starts several times faster than with tsx. Resolves with the paths of the bundled files in
 * `metafile.inputs`, relative to the repository. Rejects if it cannot be compiled. `plugins` come before its own.
 */
export const bundleProgram = (program, outfile, plugins = []) =>
  build({
    ...options,
    plugins: [...plugins, ...options.plugins],
    ...{ entryPoints: [program], outfile, sourcemap: 'inline', metafile: true },
  });

/**
 * Writes files that each import a range of the bundled test files, so that one process or page loads shared code once.
 * Neighbouring files share the most code. Returns their paths: `batch-1.test.mjs` and so on.
 * @param {string[]} files paths of bundled test files
 * @param {number} count number of batches
 * @param {string} folder
 * @param {string} extension of JavaScript files
 */
export function writeBatches(files, count, folder, extension) {
  const size = Math.ceil(files.length / count);
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) => {
    const path = join(folder, `batch-${index + 1}.test.${extension}`);
    const imports = files
      .slice(index * size, (index + 1) * size)
      .map((file) => `import './${relative(folder, file).replaceAll(sep, '/')}';\n`);
    writeFileSync(path, imports.join(''));
    return path;
  });
}

/** `test/unit/a.test.ts` is bundled as `test/unit/a.test.mjs` of the cache. */
const bundled = (file) => join(folder, file.replace(/\.ts$/, '.mjs'));

/**
 * Bundles test files, and returns the files to run: a file for each `*.alone.test.ts`, which needs a process of its own,
 * for example because its modules read the environment, and `count` batches of the others. Bundles load several times
 * faster than modules that tsx compiles. Rejects if a file cannot be compiled.
 */
export async function bundleTests(files, count) {
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...options,
    entryPoints: files,
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    // For the stack of a failed test.
    sourcemap: 'linked',
  });
  const alone = files.filter((file) => file.endsWith('.alone.test.ts'));
  const others = files.filter((file) => !alone.includes(file));
  return [...alone.map(bundled), ...writeBatches(others.map(bundled), count, folder, 'mjs')];
}
