/** Converts JSON schemas to TypeScript, and compares types with the compiler. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { at, type Json } from './openapi.js';

/** Keywords that do not affect the shape. */
const SILENT: ReadonlySet<string> = new Set([
  ...['description', 'default', 'format', 'pattern', 'not', 'x-not-shown'],
  ...['minLength', 'maxLength', 'minimum'],
]);

const NAMESPACES: Readonly<Record<string, string>> = { 'service.yaml': 'Service.' };

const literal = (value: unknown): string => JSON.stringify(value);

const referenced = (reference: string): string => {
  const [file = '', pointer = ''] = reference.split('#');
  const namespace = NAMESPACES[file.replace('./', '')] ?? '';
  return namespace + (pointer.split('/').at(-1) ?? '');
};

const objectType = (schema: Json): string => {
  if (schema['maxProperties'] === 0) return 'Readonly<Record<string, never>>';
  const required = (schema['required'] ?? []) as readonly string[];
  const fields = Object.entries(at(schema, 'properties')).map(
    ([name, field]) =>
      `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field as Json)};`,
  );
  return `{ ${fields.join(' ')} }`;
};

const KNOWN: ReadonlySet<string> = new Set([
  ...['$ref', 'oneOf', 'enum', 'const', 'type', 'items'],
  ...['properties', 'required', 'additionalProperties', 'maxProperties'],
]);

/** The type of a schema; throws for an unknown keyword. */
export const typeOf = (schema: Json): string => {
  const strange = Object.keys(schema).find((name) => !KNOWN.has(name) && !SILENT.has(name));
  if (strange !== undefined) throw new Error(`no type can be told of ${strange}`);
  const { $ref: reference, oneOf, enum: values, const: only, type } = schema;
  if (typeof reference === 'string') return referenced(reference);
  if (Array.isArray(oneOf)) return (oneOf as readonly Json[]).map(typeOf).join(' | ');
  if (Array.isArray(values)) return values.map(literal).join(' | ');
  if (only !== undefined) return literal(only);
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${typeOf(at(schema, 'items'))})[]`;
    case 'object':
      return objectType(schema);
    default:
      throw new Error(`no type can be told of ${literal(schema)}`);
  }
};

/** All schemas of a document, as types in one namespace. */
export const namespaceOf = (name: string, document: Json): string => {
  const types = Object.entries(at(document, 'components', 'schemas')).map(
    ([schema, json]) => `export type ${schema} = ${typeOf(json as Json)};`,
  );
  return `export namespace ${name} {\n${types.join('\n')}\n}\n`;
};

/** The compiler's errors for source code that is treated as a file in `test/contract`. */
export const diagnose = (source: string): readonly string[] => {
  const file = fileURLToPath(new URL('../contract/openapi/virtual.ts', import.meta.url));
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const isOurs = (name: string): boolean => path.resolve(name) === file;
  const { fileExists, readFile } = host;
  host.fileExists = (name) => isOurs(name) || fileExists(name);
  host.readFile = (name) => (isOurs(name) ? source : readFile(name));
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
};
