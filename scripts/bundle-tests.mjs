import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { cache, root } from './paths.mjs';

const folder = join(cache, 'node-tests');

// A pattern, because this module itself may be bundled.
const ADDRESS = /\bimport\.meta\.url\b/g;

/**
 * Keeps the source URL of each bundled module as its `import.meta.url`, so that it finds its files. `addressOf` returns
 * the code of a module's URL. `changed` has the code of modules that is not the one in their file.
 */
export const sourceAddresses = (filter, addressOf, changed = new Map()) => ({
  name: 'source-addresses',
  setup({ onLoad }) {
    onLoad({ filter }, ({ path }) => {
      const code = changed.get(path) ?? readFileSync(path, 'utf8');
      const contents = code.replace(ADDRESS, addressOf(path));
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' };
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
};

const nodeAddresses = (changed) =>
  sourceAddresses(/\.[mc]?[jt]s$/, (path) => JSON.stringify(pathToFileURL(path).href), changed);

/**
 * Bundles a program of the repository into the file `outfile`, which must be in the repository, so that it finds
 * packages. It starts several times faster than with tsx. Resolves with the paths of the bundled files in
 * `metafile.inputs`, relative to the repository. Rejects if it cannot be compiled. `changed` has other code for some
 * files, by their absolute path.
 */
export const bundleProgram = (program, outfile, changed) =>
  build({
    ...options,
    plugins: [nodeAddresses(changed)],
    ...{ entryPoints: [program], outfile, sourcemap: 'inline', metafile: true },
  });

/** The files that each program loads, by its path; all relative to the repository. */
export async function filesOf(programs) {
  const { metafile } = await build({
    ...options,
    ...{ entryPoints: programs, outdir: folder, write: false, metafile: true },
  });
  return new Map(
    Object.values(metafile.outputs)
      .filter(({ entryPoint }) => entryPoint !== undefined)
      .map(({ entryPoint, inputs }) => [entryPoint, new Set(Object.keys(inputs))]),
  );
}

/** `test/unit/a.test.ts` is bundled as `test/unit/a.test.mjs` of the cache. */
const bundled = (file) => join(folder, file.replace(/\.ts$/, '.mjs'));

/** The folder of a test file whose tests share a process: `test/unit/engine`. */
export const folderOf = (file) => file.split(sep).slice(0, 3).join('/');

/** The name of the bundle with the test files of a folder. */
export const bundleOf = (folder) => `${folder.replaceAll('/', '-')}.test.mjs`;

const isAlone = (file) => file.endsWith('.alone.test.ts');

/**
 * The test files of each process, by its name: a `*.alone.test.ts` needs one of its own, for example because its modules
 * read the environment, and the others share one for each folder, such as `test/unit/engine`. A process then loads shared
 * code once, and a new test file moves no other one.
 */
export function processesOf(files) {
  const processes = new Map();
  for (const file of files) {
    const name = isAlone(file) ? file : folderOf(file);
    processes.set(name, [...(processes.get(name) ?? []), file]);
  }
  return processes;
}

/**
 * Bundles test files, and returns the files to run, one for each process. Bundles load several times faster than modules
 * that tsx compiles. Rejects if a file cannot be compiled.
 */
export async function bundleTests(files) {
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...options,
    plugins: [nodeAddresses()],
    entryPoints: files,
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    // For the stack of a failed test.
    sourcemap: 'linked',
  });
  return [...processesOf(files)].map(([name, members]) => {
    if (isAlone(name)) return bundled(name);
    const path = join(folder, bundleOf(name));
    const imports = members.map((file) => `import '${pathToFileURL(bundled(file)).href}';\n`);
    writeFileSync(path, imports.join(''));
    return path;
  });
}
