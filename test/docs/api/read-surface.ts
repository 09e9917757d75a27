/** Reads the public surface of a built package: package.json, custom-elements.json, OpenAPI and its declarations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { publicDeclarations } from './declarations.js';
import type { Surface } from './surface.js';

type Tree = Readonly<Record<string, unknown>>;

/** A line for each value, after what they have in common. */
const linesOf = (start: string, values: unknown): Surface =>
  Object.entries(values as Tree).map(
    ([name, value]) => `${start}${name}: ${JSON.stringify(value)}`,
  );

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly bin: Tree;
  readonly engines: Tree;
  readonly peerDependencies: Tree;
  readonly peerDependenciesMeta: Tree;
}

const packageLines = (json: Manifest): Surface => [
  ...Object.keys(json.exports).map((name) => `entry ${name}`),
  ...Object.keys(json.bin).map((name) => `command ${name}`),
  ...(['engines', 'peerDependencies', 'peerDependenciesMeta'] as const).flatMap((field) =>
    linesOf(`package ${field}.`, json[field]),
  ),
];

/** Its members are in its declaration. */
const LISTS = {
  attributes: 'attribute',
  events: 'event',
  slots: 'slot',
  cssParts: 'part',
  cssProperties: 'custom property',
  cssStates: 'state',
} as const;

type Declared = {
  readonly tagName: string;
} & Readonly<
  // An element without states, for instance, has no list of them.
  Partial<
    Record<
      keyof typeof LISTS,
      readonly { readonly name: string; readonly type?: { readonly text: string } }[]
    >
  >
>;

interface Elements {
  readonly modules: readonly {
    readonly declarations: readonly (Declared | { tagName?: never })[];
  }[];
}

const elementLines = ({ modules }: Elements): Surface =>
  modules
    .flatMap(({ declarations }) => declarations)
    .flatMap((it) => (it.tagName === undefined ? [] : [it]))
    .flatMap((element) => [
      `element ${element.tagName}`,
      ...(Object.keys(LISTS) as (keyof typeof LISTS)[]).flatMap((list) =>
        (element[list] ?? []).map(
          ({ name, type }) => `${LISTS[list]} ${name || '(default)'}: ${type?.text ?? ''}`,
        ),
      ),
    ]);

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Tree>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Tree>>>>;
}

/** OpenAPI without texts for readers. */
const parseApi = (yaml: string): OpenApi =>
  JSON.parse(
    JSON.stringify(parse(yaml), (key, value: unknown) =>
      ['description', 'summary'].includes(key) && typeof value === 'string' ? undefined : value,
    ),
  ) as OpenApi;

const routeLines = ({ paths, components }: OpenApi): Surface => [
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses = {}, ...rest }]) => [
      ...linesOf(`route ${method} ${path} `, rest),
      ...linesOf(`route ${method} ${path} `, responses),
    ]),
  ),
  ...Object.values(components)
    .flatMap(Object.entries<Tree>)
    .flatMap(([name, { properties = {}, ...rest }]) => [
      `http ${name}: ${JSON.stringify(rest)}`,
      ...linesOf(`http ${name}.`, properties),
    ]),
];

/** `read` returns the text of a file of the package. */
export const readSurface = (folder: string, read = readFrom(folder)): Surface => {
  const json = JSON.parse(read('package.json')) as Manifest;
  // An entry without its ending declares the same.
  const typed = Object.entries(json.exports).flatMap(([name, entry]) =>
    typeof entry === 'string' || `${name}.js` in json.exports ? [] : [[name, entry.types] as const],
  );
  return [
    ...packageLines(json),
    ...elementLines(JSON.parse(read('custom-elements.json')) as Elements),
    ...['partner-backend', 'service'].flatMap((name) =>
      routeLines(parseApi(read(`openapi/${name}.yaml`))),
    ),
    ...publicDeclarations(folder, typed, read),
  ];
};

/** Reads files of the installed package in `folder`, or of the repository after a build. */
export const readFrom =
  (folder: string) =>
  (path: string): string =>
    readFileSync(join(folder, path), 'utf8');
