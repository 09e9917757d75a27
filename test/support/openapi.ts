/** The OpenAPI documents, and checks of real responses against them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';

export type Json = Readonly<Record<string, unknown>>;
export type DocumentName = 'service' | 'partner-backend';

export const DOCUMENTS: readonly DocumentName[] = ['service', 'partner-backend'];

export const documentText = (name: DocumentName): Promise<string> =>
  readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8');

export const readDocument = async (name: DocumentName): Promise<Json> =>
  parse(await documentText(name)) as Json;

/** The value at a path, or an empty object. */
export const at = (json: unknown, ...place: readonly string[]): Json =>
  place.reduce<Json>((found, name) => (found[name] ?? {}) as Json, json as Json);

/** Resolves a reference within its document. */
export const resolved = (document: Json, json: Json): Json => {
  const reference = json['$ref'];
  return typeof reference === 'string' && reference.startsWith('#/')
    ? at(document, ...reference.slice(2).split('/'))
    : json;
};

/** The codes that a response of the backend may have. */
export const codesOf = (response: Json): readonly string[] => {
  const schema = at(response, 'content', 'application/problem+json', 'schema');
  const [, narrowed] = (schema['allOf'] ?? []) as readonly Json[];
  return (at(narrowed ?? {}, 'properties', 'code')['enum'] ?? []) as readonly string[];
};

/** A document whose objects allow only named fields, except where it says that fields are omitted. */
const closed = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(closed);
  if (typeof json !== 'object' || json === null) return json;
  const copy = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, closed(value)]),
  );
  const isObject = copy['type'] === 'object' && copy['properties'] !== undefined;
  const open = copy['x-not-shown'] === true || copy['additionalProperties'] !== undefined;
  return isObject && !open ? { ...copy, additionalProperties: false } : copy;
};

/** A response as received. */
export interface Answered {
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface AnswerBook {
  /** Throws if the document does not allow this response. */
  readonly check: (answer: Answered) => void;
  /** Documented responses not seen so far, e.g. `queryTranscription 404 not-found`. */
  readonly unseen: () => readonly string[];
}

const DOCUMENT_WORDS = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components'];
const METHODS = ['get', 'post', 'put'] as const;

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: RegExp;
  readonly responses: Json;
}

const operationsOf = (document: Json): readonly Operation[] =>
  Object.entries(at(document, 'paths')).flatMap(([path, item]) =>
    METHODS.filter((method) => method in (item as Json)).map((method) => ({
      id: String(at(item, method)['operationId']),
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      responses: at(item, method, 'responses'),
    })),
  );

/** Checks responses against a document and records which were seen. */
export const createAnswerBook = async (name: DocumentName): Promise<AnswerBook> => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  formats.default(ajv);
  // The whole document is registered so that its references resolve; its own fields count as keywords.
  ajv.addVocabulary(['x-not-shown', ...DOCUMENT_WORDS]);
  for (const each of DOCUMENTS) {
    const document = closed(await readDocument(each)) as AnySchema;
    ajv.addSchema(document, `file:///${each}.yaml`, false, false);
  }
  const document = await readDocument(name);
  const operations = operationsOf(document);
  const expected = operations.flatMap(({ id, responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const codes = codesOf(resolved(document, response as Json));
      return (codes.length === 0 ? [''] : codes).map((code) => `${id} ${status} ${code}`.trim());
    }),
  );
  const seen = new Set<string>();

  /** `place` is the path of a schema in the document. */
  const validate = (place: readonly string[], value: unknown, what: string): void => {
    const pointer = place.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const check = ajv.getSchema(`file:///${name}.yaml#/${pointer.join('/')}`);
    assert.ok(check, `there is no schema for ${what}`);
    assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)}`);
  };

  /** The path of a response, header etc., after following its reference. */
  const placeOf = (place: readonly string[]): readonly string[] => {
    const reference = at(document, ...place)['$ref'];
    return typeof reference === 'string' ? reference.slice(2).split('/') : place;
  };

  const checkHeaders = (place: readonly string[], headers: Headers, what: string): void => {
    for (const header of Object.keys(at(document, ...place, 'headers'))) {
      const where = placeOf([...place, 'headers', header]);
      const value = headers.get(header);
      if (value !== null) validate([...where, 'schema'], value, `${what}, ${header}`);
      else assert.notEqual(at(document, ...where)['required'], true, `${what} has no ${header}`);
    }
  };

  const check = ({ method, path, status, headers, text }: Answered): void => {
    const here = operations.filter((operation) => operation.path.test(path));
    const operation =
      here.find((one) => one.method === method) ??
      (status === 405 ? here.find(({ responses }) => '405' in responses) : undefined);
    assert.ok(operation, `${method} ${path} is not in ${name}.yaml`);
    const what = `${operation.id} ${status}`;
    const template = Object.entries(at(document, 'paths')).find(([, item]) =>
      METHODS.some((one) => at(item, one)['operationId'] === operation.id),
    );
    const key = String(status) in operation.responses ? String(status) : 'default';
    assert.ok(key in operation.responses, `${what} is not in ${name}.yaml`);
    const place = placeOf([
      ...['paths', template?.[0] ?? '', operation.method.toLowerCase(), 'responses', key],
    ]);
    const response = at(document, ...place);
    checkHeaders(place, headers, what);
    let code = '';
    if (response['content'] !== undefined) {
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      assert.ok(type in at(response, 'content'), `${what} is ${type}`);
      const json = JSON.parse(text) as Json;
      validate([...place, 'content', type, 'schema'], json, what);
      if (codesOf(response).length > 0) code = String(json['code']);
    }
    seen.add(`${operation.id} ${key} ${code}`.trim());
  };

  return { check, unseen: () => expected.filter((entry) => !seen.has(entry)) };
};
