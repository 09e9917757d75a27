import assert from 'node:assert/strict';
import { it } from 'node:test';
import { at, readDocument, type Json } from '../../support/openapi.js';
import { diagnose, namespaceOf } from '../../support/schema-types.js';

/** The types of `src/protocol` and of the documents. They must be equal, not just assignable. */
const PAIRS: readonly (readonly [ours: string, theirs: string])[] = [
  ...[
    ...['UserTokenRequest', 'FileType', 'UploadPlanRequest', 'UploadPlan'],
    ...['UploadPlanPart', 'UploadedPart', 'CompleteUploadRequest', 'UploadedFile'],
    ...['TranscriptionRequest', 'TranscriptionParams'],
  ].map((name) => [name, `Service.${name}`] as const),
  // Only the backend adds `userKey` and its aliases.
  ["Omit<UserToken, 'userKey' | 'userKeyAliases'>", 'Service.UserToken'],
  ['TaskStatus', "Service.SucceededTask['status'] | Service.OtherTask['status']"],
  ['keyof TranscriptionTask', 'keyof Service.SucceededTask'],
  ['keyof TranscriptionTask', 'keyof Service.OtherTask'],
  // The parsers tolerate missing fields that the contract requires.
  ["Required<Omit<TranscriptionSegment, 'language'>>", 'Required<Service.TranscriptionSegment>'],
  ["Told<Omit<Sent, 'segments'>>", "Omit<Service.TranscriptionData, 'segments'>"],
  ['keyof Sent', 'keyof Service.TranscriptionData'],
  ['UserToken', 'Backend.UserToken'],
  ['TranscriptionRequest', 'Backend.TranscriptionRequest'],
  ['keyof TranscriptionTask', 'keyof Backend.SucceededTask'],
  ['keyof TranscriptionTask', 'keyof Backend.OtherTask'],
  ['TranscriptionSegment', 'Backend.TranscriptionSegment'],
  ['Told<Sent>', 'Required<Backend.TranscriptionData>'],
  ['Problem', 'Backend.Problem'],
  ['ProblemCode', 'Backend.ProblemCode'],
];

/** Source code that compiles only if every pair is equal. */
const assertions = (types: string): string => `
import type { TaskStatus } from '../../../src/protocol/types.js';
import type { Problem, ProblemCode } from '../../../src/protocol/problem.js';
import type {
  UserTokenRequest, UserToken, FileType, UploadPlanRequest, UploadPlan, UploadPlanPart, UploadedPart,
  CompleteUploadRequest, UploadedFile, TranscriptionRequest, TranscriptionParams, TranscriptionTask,
  TranscriptionData, TranscriptionSegment,
} from '../../../src/protocol/types.js';
${types}
// The service sends no speakers.
type Sent = Omit<TranscriptionData, 'speakers'>;
type Told<T> = { readonly [K in keyof T]-?: NonNullable<T[K]> };
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? 'equal' : 'different';
${PAIRS.map(([ours, theirs], index) => `export const pair${index}: Equal<${ours}, ${theirs}> = 'equal';`).join('\n')}
`;

const typesOf = async (change: (document: Json) => Json = (it) => it): Promise<string> =>
  namespaceOf('Service', change(await readDocument('service'))) +
  namespaceOf('Backend', change(await readDocument('partner-backend')));

/** Renames the last field of every schema, and the first word of every enumeration. */
const renamed = (document: Json): Json => {
  const rename = (schema: Json): Json => {
    const { properties, required, enum: values } = schema;
    if (Array.isArray(values))
      return { ...schema, enum: [...(values as unknown[]).slice(1), 'renamed'] };
    if (typeof properties !== 'object' || properties === null) return schema;
    const names = Object.keys(properties);
    const last = names.at(-1);
    return {
      ...schema,
      required: ((required ?? []) as string[]).map((name) => (name === last ? 'renamed' : name)),
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, it]) => [name === last ? 'renamed' : name, it]),
      ),
    };
  };
  const schemas = Object.entries(at(document, 'components', 'schemas'));
  return {
    components: {
      schemas: Object.fromEntries(schemas.map(([name, it]) => [name, rename(it as Json)])),
    },
  };
};

it('OpenAPI: the protocol types equal the documents', async () => {
  assert.deepEqual(diagnose(assertions(await typesOf())), []);
});

it('OpenAPI: a field renamed in a document is detected in every type', async () => {
  const complaints = diagnose(assertions(await typesOf(renamed)));
  const different = complaints.filter((it) => it.includes(`'"equal"' is not assignable`));
  // The statuses are in schemas whose last field is a different one.
  const untouched = ['TaskStatus'];
  assert.equal(different.length, PAIRS.length - untouched.length, complaints.join('\n'));
});
