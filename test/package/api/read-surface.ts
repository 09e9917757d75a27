/** Reads the public surface of a built package: package.json, custom-elements.json, its declarations and OpenAPI. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { declarationEntries } from './declarations.js';
import { routeEntries, type OpenApi } from './routes.js';
import { entryOf, type Entry, type Surface } from './surface.js';

/** The text of a file of the package, by its path; undefined if it has none. */
export type ReadFile = (path: string) => string | undefined;

export const filesOf =
  (folder: string): ReadFile =>
  (path) => {
    const full = join(folder, path);
    return statSync(full, { throwIfNoEntry: false })?.isFile() === true
      ? readFileSync(full, 'utf8')
      : undefined;
  };

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Entries, commands and ranges of package.json. */
const packageEntries = (json: Manifest): readonly Entry[] => [
  ...Object.keys(json.exports).map((name) => entryOf('out', `entry ${name}`)),
  ...Object.keys(json.bin).map((name) => entryOf('out', `command ${name}`)),
  entryOf('in', 'package engines.node', json.engines.node),
  ...Object.entries(json.peerDependencies).map(([name, range]) =>
    entryOf(
      'in',
      `package peerDependencies.${name}`,
      range.replaceAll('||', '|'),
      json.peerDependenciesMeta[name]?.optional,
    ),
  ),
];

interface Named {
  readonly name: string;
  /** The property of an attribute that pages set. */
  readonly fieldName?: string;
  readonly type?: { readonly text: string };
}

interface Member extends Named {
  readonly kind: string;
  readonly privacy?: string;
  readonly readonly?: boolean;
  readonly return?: { readonly type: { readonly text: string } };
  readonly parameters?: readonly (Named & {
    readonly optional?: boolean;
    readonly default?: string;
  })[];
}

type Lists = 'attributes' | 'events' | 'slots' | 'cssParts' | 'cssProperties' | 'cssStates';

interface Declared extends Readonly<Record<Lists, readonly Named[]>> {
  readonly tagName?: string;
  readonly members: readonly Member[];
}

interface Elements {
  readonly modules: readonly { readonly declarations: readonly Declared[] }[];
}

const typeOf = ({ type }: Named): string => type?.text ?? '';

const memberEntries = (member: Member): readonly Entry[] => {
  const { kind, name, parameters = [] } = member;
  if (kind === 'field')
    return [entryOf(member.readonly ? 'out' : 'in', `property ${name}`, typeOf(member))];
  return [
    entryOf('out', `method ${name}`, member.return?.type.text ?? 'void'),
    ...parameters.map((it, index) => {
      const optional = it.optional === true || it.default !== undefined;
      return entryOf('in', `method ${name}(${index + 1})`, typeOf(it), optional);
    }),
  ];
};

/** What a page uses of the element. */
const elementEntries = ({ modules }: Elements): readonly Entry[] => {
  const element = modules.flatMap(({ declarations }) => declarations).find((it) => it.tagName);
  if (element === undefined) throw new Error('custom-elements.json has no element');
  const out = (kind: string, list: readonly Named[]): readonly Entry[] =>
    list.map((it) => entryOf('out', `${kind} ${it.name || '(default)'}`, typeOf(it)));
  return [
    entryOf('in', `element ${element.tagName}`),
    ...element.attributes.map((it) =>
      entryOf(it.fieldName === undefined ? 'out' : 'in', `attribute ${it.name}`, typeOf(it)),
    ),
    ...element.members.filter(({ privacy }) => privacy === undefined).flatMap(memberEntries),
    ...out('event', element.events),
    ...out('slot', element.slots),
    ...out('part', element.cssParts),
    ...out('custom property', element.cssProperties),
    ...out('state', element.cssStates),
  ];
};

export const readSurface = (read: ReadFile): Surface => {
  const text = (path: string): string => {
    const found = read(path);
    if (found === undefined) throw new Error(`The package has no ${path}`);
    return found;
  };
  const openApi = (name: string): OpenApi => parse(text(`openapi/${name}.yaml`)) as OpenApi;
  const json = JSON.parse(text('package.json')) as Manifest;
  const typed = Object.entries(json.exports).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [] : [[name, entry.types] as const],
  );
  return [
    ...packageEntries(json),
    ...elementEntries(JSON.parse(text('custom-elements.json')) as Elements),
    ...routeEntries(openApi('partner-backend'), openApi('service')),
    ...declarationEntries(read, typed),
  ];
};
