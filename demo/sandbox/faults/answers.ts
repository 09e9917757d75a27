/** Faults in the content of a response. */
import { createHash } from 'node:crypto';
import type { UploadPlan, UploadPlanPart } from '../../../src/protocol/types.js';
import { json, type Answer, type NoAnswer, type Exchange } from '../../service/route.js';

/** A response with other JSON. Errors never get here, because they are thrown. */
export const withJson = (
  answer: Answer | NoAnswer,
  change: (value: Record<string, unknown>) => unknown,
): Answer | NoAnswer =>
  'status' in answer && typeof answer.body === 'string'
    ? json(change(JSON.parse(answer.body) as Record<string, unknown>), answer.status)
    : answer;

/** Sets or removes the value at a path. Of a missing path, only the last name is created. */
export const withField = (
  json: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): unknown => {
  if (typeof json !== 'object' || json === null) return json;
  const source = json as Readonly<Record<string, unknown>>;
  const inner = rest.length === 0 ? value : withField(source[name], rest, value);
  if (Array.isArray(json))
    return json.map((it: unknown, index) => (`${index}` === name ? inner : it));
  const others = Object.entries(source).filter(([key]) => key !== name);
  // JSON omits undefined values.
  return Object.fromEntries([...others, [name, inner]]);
};

const withParts =
  (change: (parts: readonly UploadPlanPart[]) => readonly UploadPlanPart[]) =>
  (value: Record<string, unknown>): UploadPlan => {
    const plan = value as unknown as UploadPlan;
    return { ...plan, Parts: change(plan.Parts) };
  };

export const tooShort = withParts((parts) => parts.slice(0, -1));

export const shuffled = withParts((parts) => {
  const isEven = ({ PartNumber }: UploadPlanPart): boolean => PartNumber % 2 === 0;
  return [...parts.filter(isEven).reverse(), ...parts.filter((part) => !isEven(part))];
});

export const withDuplicate = withParts((parts) => [...parts, ...parts.slice(0, 1)]);

/** The last part's signature is not valid for the added parts, so their use is rejected. */
export const withExtraParts = (count: number) =>
  withParts((parts) => {
    const last = parts.at(-1);
    if (last === undefined) return parts;
    const extra = Array.from({ length: count }, (_, index) => {
      const PartNumber = last.PartNumber + index + 1;
      return { PartNumber, PresignedUrl: last.PresignedUrl.replace(/\d+\?/, `${PartNumber}?`) };
    });
    return [...parts, ...extra];
  });

const digest = (algorithm: 'md5' | 'sha256', value: string): Buffer =>
  createHash(algorithm).update(value).digest();

/** A wrong digest, always the same for the same input. */
export const otherMd5 = (md5: string): string => digest('md5', `not ${md5}`).toString('hex');

export const opaqueEtag = (etag: string, form: 'suffixed' | 'random'): string =>
  form === 'suffixed'
    ? etag.replace(/"$/, '-1"')
    : `"${digest('sha256', etag).toString('base64url')}"`;

export const foreignDigestEtag = (etag: string): string => `"${otherMd5(etag)}"`;

export const weakEtag = (etag: string): string => `W/${etag}`;

// Faults of request and response bodies.

type Body = AsyncIterable<Uint8Array>;

/** Reads until at least this many bytes have arrived, or the body has ended. */
export const readSome = async (exchange: Exchange, bytes: number): Promise<void> => {
  const pieces = exchange.body[Symbol.asyncIterator]();
  while (exchange.received < bytes && !(await pieces.next()).done);
};

/** Reads and discards the whole body. */
export const drain = (exchange: Exchange): Promise<void> => readSome(exchange, Infinity);

export async function* dripping(
  body: Body,
  size: number,
  wait: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body)
    for (let start = 0; start < bytes.length; start += size) {
      await wait();
      yield bytes.subarray(start, start + size);
    }
}

export async function* withChangedByte(body: Body, position: number): AsyncGenerator<Uint8Array> {
  let start = 0;
  for await (const bytes of body) {
    const here = position - start;
    start += bytes.length;
    const value = bytes[here];
    if (value === undefined) {
      yield bytes;
      continue;
    }
    const changed = Uint8Array.from(bytes);
    changed[here] = value ^ 0xff;
    yield changed;
  }
}
