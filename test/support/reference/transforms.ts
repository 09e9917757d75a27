/** Building blocks of mutants: middleware around the reference service that changes requests and responses. */
import { field, type Call, type Kind, type Middleware, type ReferenceOptions } from './service.js';

type Settings = Pick<ReferenceOptions, 'lifetimes' | 'credentials'>;
export interface Mutant extends Settings {
  readonly middleware: readonly Middleware[];
}
export type How = Middleware | Settings;

export type Json = Readonly<Record<string, unknown>>;
export type Kinds = Kind | readonly Kind[];
export type When = (call: Call) => unknown;
/** Gets the present value. */
export type Change = (value: unknown, call: Call) => unknown;
/** A value, or a Change of any type of value. Undefined removes it. */
type To = unknown;

/** Middleware for some kinds of requests only. */
export const at = (kinds: Kinds, middleware: Middleware): Middleware => {
  const wanted = [kinds].flat();
  return (call, next) => (wanted.includes(call.kind) ? middleware(call, next) : next(call));
};

export const before = (kinds: Kinds, work: (call: Call) => unknown): Middleware =>
  at(kinds, async (call, next) => {
    await work(call);
    return next(call);
  });

export const responds = (
  kinds: Kinds,
  to: (response: Response, call: Call) => Response | Promise<Response>,
): Middleware => at(kinds, async (call, next) => to(await next(call), call));

export const answer = (json: unknown, status = 200): Response =>
  new Response(JSON.stringify(json), {
    status,
    headers: { 'Content-Type': 'application/json', 'x-request-id': 'request-1' },
  });

/** Changes the value at a path, such as `data.segments.*.text`. */
const changed = (
  json: unknown,
  [name = '', ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown => {
  if (name === '') return change(json);
  if (Array.isArray(json)) return json.map((it) => changed(it, rest, change));
  if (typeof json !== 'object' || json === null) return json;
  return { ...json, [name]: changed(field(json, name), rest, change) };
};

const changedAt = (json: unknown, path: string, to: To, call: Call): unknown =>
  changed(json, path.split('.'), (value) =>
    typeof to === 'function' ? (to as Change)(value, call) : to,
  );

/** Changes the JSON of requests. */
export const asks = (kinds: Kinds, path: string, to: To, when: When = () => true): Middleware =>
  before(kinds, (call) => {
    if (when(call)) call.json = changedAt(call.json, path, to, call);
  });

/** Changes the JSON of successful answers. */
export const says = (kinds: Kinds, path: string, to: To, when: When = () => true): Middleware =>
  responds(kinds, async (response, call) =>
    response.ok && when(call) ? answer(changedAt(await response.json(), path, to, call)) : response,
  );

/** Changes the answer to queries of tasks with such a status. */
const tells =
  (status: RegExp) =>
  (path: string, to: To, when: When = () => true): Middleware =>
    responds('query', async (response, call) => {
      const json: unknown = response.ok ? await response.clone().json() : null;
      const isWanted = status.test(String(field(json, 'status'))) && when(call);
      return isWanted ? answer(changedAt(json, path, to, call)) : response;
    });

export const tellsResult = tells(/^SUCCESS$/);
export const tellsEarly = tells(/^(?:PENDING|RECEIVED|STARTED|PROGRESS)$/);
export const tellsFailure = tells(/^FAILURE$/);

/** Sets a header of requests, where its value is such a one. Null is a missing header. */
export const sends = (
  kinds: Kinds,
  header: string,
  to: (call: Call) => string | Promise<string>,
  when: (value: string | null, service: Call['service']) => boolean = () => true,
): Middleware =>
  before(kinds, async (call) => {
    if (when(call.headers.get(header), call.service)) call.headers.set(header, await to(call));
  });

export const refuses = (kinds: Kinds, status: number, when: When = () => true): Middleware =>
  at(kinds, async (call, next) =>
    (await when(call)) ? answer({ error: 'refused' }, status) : next(call),
  );

/** Answers with another status where the body contains a text. */
export const turns = (kinds: Kinds, body: string, status: number): Middleware =>
  responds(kinds, async (response) =>
    (await response.clone().text()).includes(body) ? answer({}, status) : response,
  );

export const withStatus = (kinds: Kinds, from: number, status: number): Middleware =>
  responds(kinds, (response) =>
    response.status === from
      ? new Response(status === 204 ? null : response.body, { status, headers: response.headers })
      : response,
  );

/** Changes a header of responses; null removes it. */
export const withHeader = (
  kinds: Kinds,
  name: string,
  to: (value: string) => string | null,
): Middleware =>
  responds(kinds, (response) => {
    const value = to(response.headers.get(name) ?? '');
    response.headers.delete(name);
    if (value !== null) response.headers.set(name, value);
    return response;
  });

/** Changes the bytes of a whole download. */
export const serves = (
  to: (chunks: readonly Buffer[]) => readonly Buffer[],
  when: (chunks: number) => boolean = () => true,
): Middleware =>
  responds('download', async (response, call) => {
    const upload = call.service.uploadOf(call);
    if (response.status !== 200 || upload === undefined || !when(upload.partCount)) return response;
    const bytes = Buffer.from(await response.arrayBuffer());
    const chunks = Array.from({ length: upload.partCount }, (_, index) =>
      bytes.subarray(index * upload.chunkSize, (index + 1) * upload.chunkSize),
    );
    return new Response(Uint8Array.from(Buffer.concat(to(chunks))));
  });
