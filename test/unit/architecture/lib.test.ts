import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The files that all programs share, by path and how they are parsed. */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();

/** The unknown names that TypeScript reports for a source file in a folder of src. */
function unknownNames(folder: string, code: string): string[] {
  const configFile = `${root}src/${folder}/tsconfig.json`;
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, `${root}src/${folder}`);
  assert.deepEqual(parsed.errors, []);
  const options = { ...parsed.options, composite: false, noEmit: true };

  const file = `${root}src/${folder}/virtual.ts`;
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  host.fileExists = (path) => path === file || onDisk.fileExists(path);
  host.readFile = (path) => (path === file ? code : onDisk.readFile(path));
  host.getSourceFile = (path, language, ...rest) => {
    if (path === file) return ts.createSourceFile(path, code, language);
    const key = `${path} ${JSON.stringify(language)}`;
    if (!parsedFiles.has(key)) parsedFiles.set(key, onDisk.getSourceFile(path, language, ...rest));
    return parsedFiles.get(key);
  };

  // Includes the folder's other files, because a package that they import may bring types.
  const program = ts.createProgram([file, ...parsed.fileNames], options, host);
  const cannotFindName = [2304, 2580, 2584, 2591];
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .filter(({ code: number }) => cannotFindName.includes(number))
    .map(({ start = 0, length = 0 }) => code.slice(start, start + length));
}

const code = `window; document; fetch; setTimeout; localStorage; navigator; process; Map;`;
const hostNames = ['window', 'document', 'fetch', 'setTimeout', 'localStorage', 'navigator'];

for (const folder of ['engine', 'protocol', 'strings', 'transcript']) {
  test(`lib: no browser or Node global compiles in src/${folder}`, () => {
    assert.deepEqual(unknownNames(folder, code), [...hostNames, 'process']);
  });
}

test('lib: browser globals compile in src/reader', () => {
  assert.deepEqual(unknownNames('reader', hostNames.join(';')), []);
});
