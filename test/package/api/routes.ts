/** The routes of the handler, and the schemas of what they take and answer. */
import { entryOf, type Direction, type Entry } from './surface.js';

interface Reference {
  readonly $ref?: string;
}

interface Schema extends Reference {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter extends Reference {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Body extends Reference {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

type PathItem = Readonly<Partial<Record<Method, Operation>>> & {
  readonly parameters?: readonly Parameter[];
};

export interface OpenApi {
  readonly paths: Readonly<Record<string, PathItem>>;
}

type Method = 'get' | 'post' | 'put' | 'delete' | 'patch';
const METHODS: readonly Method[] = ['get', 'post', 'put', 'delete', 'patch'];

/** What limits a value beyond its type. */
const LIMITS = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;

const at = (document: unknown, path: string): unknown =>
  path
    .split('/')
    .reduce(
      (tree, name) => (tree as Readonly<Record<string, unknown>> | undefined)?.[name],
      document,
    );

/** `service`: the document that the other one refers to. */
export const routeEntries = (api: OpenApi, service: OpenApi): readonly Entry[] => {
  const entries: Entry[] = [];
  const seen = new Map<string, Direction>();

  const resolve = <T extends Reference>(value: T): T => {
    const [file, path] = (value.$ref ?? '').split('#/');
    if (path === undefined) return value;
    const found = (file === '' ? at(api, path) : undefined) ?? at(service, path);
    if (found === undefined) throw new Error(`OpenAPI has no ${path}`);
    return resolve(found as T);
  };

  /** The name of a schema, which is added unless it is there with this direction. */
  const named = (schema: Schema, direction: Direction): string => {
    const name = schema.$ref?.split('/').at(-1) ?? '';
    if (![direction, 'both'].includes(seen.get(name) ?? '')) {
      seen.set(name, seen.has(name) ? 'both' : direction);
      addSchema(`http ${name}`, resolve(schema), direction);
    }
    return name;
  };

  const shapeOf = (schema: Schema, direction: Direction): string => {
    const { $ref, type = [], enum: values, const: value, oneOf, allOf, items } = schema;
    if ($ref !== undefined) return named(schema, direction);
    if (value !== undefined) return JSON.stringify(value);
    if (values !== undefined) return values.map((it) => JSON.stringify(it)).join(' | ');
    const shapes = (list: readonly Schema[]) => list.map((it) => shapeOf(it, direction));
    if (oneOf !== undefined) return shapes(oneOf).join(' | ');
    if (allOf !== undefined) return shapes(allOf).join(' & ');
    if (items !== undefined) return `(${shapeOf(items, direction)})[]`;
    const limits = LIMITS.flatMap((name) =>
      name in schema ? [`${name} ${String(at(schema, name))}`] : [],
    );
    return [[type].flat().join(' | ') || 'object', ...limits].join(', ');
  };

  const addSchema = (name: string, schema: Schema, direction: Direction, optional = false) => {
    entries.push(entryOf(direction, name, shapeOf(schema, direction), optional));
    const { items, allOf = [] } = schema;
    for (const { $ref, properties = {}, required = [] } of [schema, ...allOf, items ?? {}])
      for (const [key, value] of $ref === undefined ? Object.entries(properties) : [])
        addSchema(`${name}.${key}`, value, direction, !required.includes(key));
  };

  const addBody = (name: string, { content = {} }: Body, direction: Direction): void => {
    const media = Object.entries(content);
    if (media.length === 0) entries.push(entryOf(direction, name));
    for (const [type, { schema = {} }] of media) addSchema(`${name} ${type}`, schema, direction);
  };

  for (const [path, item] of Object.entries(api.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const name = `route ${method.toUpperCase()} ${path}`;
      entries.push(entryOf('in', name));
      for (const it of [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve))
        addSchema(`${name} ${it.in} ${it.name}`, it.schema, 'in', it.required !== true);
      if (operation.requestBody !== undefined)
        addBody(`${name} body`, resolve(operation.requestBody), 'in');
      for (const [status, response] of Object.entries(operation.responses))
        addBody(`${name} ${status}`, resolve(response), 'out');
    }
  // A schema that is sent and received is there once for each direction.
  const both = new Set([...seen].flatMap(([name, it]) => (it === 'both' ? [`http ${name}`] : [])));
  const found = new Map(entries.map((entry) => [entry.name, entry]));
  return [...found.values()].map((entry) =>
    both.has(/^http \w+/.exec(entry.name)?.[0] ?? '') ? { ...entry, direction: 'both' } : entry,
  );
};
