/** Checks code with the TypeScript compiler against the types of this project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/paths.mjs';
import { isTyped, type Script } from './blocks.js';

const SURROUNDINGS = ['names.ts', 'modules.d.ts'].map((name) =>
  join(root, 'test/docs/surroundings', name),
);

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The entries of the package, at their sources. */
const sourcePaths = (): Record<string, string[]> => {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as Manifest;
  return Object.fromEntries(
    Object.entries(exports).flatMap(([entry, target]) => {
      if (typeof target === 'string') return [];
      const source = target.types.replace('./dist/', 'src/');
      const isDeclared = source.startsWith('src/element/types/');
      const path = isDeclared ? source : source.replace('.d.ts', '.ts');
      return [[join('audio-transcribe', entry), [join(root, path)]]];
    }),
  );
};

const baseOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) =>
    readFileSync(path, 'utf8'),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return {
    ...options,
    noEmit: true,
    // Of the frameworks' examples: their bundlers resolve imports.
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    jsx: ts.JsxEmit.ReactJSX,
    moduleDetection: ts.ModuleDetectionKind.Force,
    paths: sourcePaths(),
    // A partner's project need not have these.
    noPropertyAccessFromIndexSignature: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    exactOptionalPropertyTypes: false,
  };
};

/** Both programs read most files. */
const sources = new Map<string, ts.SourceFile | undefined>();

/** A comment of “…” in a block says that fields are left out. */
const isLeftOut = (code: string, mistake: string): boolean =>
  code.includes('/* … */') && /is missing the following|is missing in type/.test(mistake);

/** The mistakes in scripts that are checked together. */
const mistakesIn = (scripts: readonly Script[], options: ts.CompilerOptions): string[] => {
  const codes = new Map(scripts.map((script) => [script.path, script.code]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.getSourceFile = (path, ...how) => {
    if (!sources.has(path)) sources.set(path, getSourceFile(path, ...how));
    return sources.get(path);
  };
  host.readFile = (path) => codes.get(path) ?? readFile(path);
  host.fileExists = (path) => codes.has(path) || fileExists(path);
  const program = ts.createProgram([...SURROUNDINGS, ...codes.keys()], options, host);
  const [names = ''] = SURROUNDINGS;
  const checked = [...scripts, { place: names, path: names, code: '' }];
  return checked.flatMap(({ place, path, code }) => {
    const source = program.getSourceFile(path);
    if (source === undefined) return [`${place}: the compiler did not read it`];
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return found.flatMap(({ start = 0, messageText }) => {
      const { line } = source.getLineAndCharacterOfPosition(start);
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      return isLeftOut(code, text) ? [] : [`${place}, line ${line + 1}: ${text}`];
    });
  });
};

/** The mistakes in the scripts. JavaScript is checked as an editor does it, without the strict rules. */
export const typeMistakes = (scripts: readonly Script[]): string[] => {
  const strict = baseOptions();
  const lax = { ...strict, strict: false, allowJs: true, checkJs: true };
  return [
    ...mistakesIn(scripts.filter(isTyped), strict),
    ...mistakesIn(
      scripts.filter((script) => !isTyped(script)),
      lax,
    ),
  ];
};
