/** Requests and responses of the reference service, without a network. */

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
}

/** A request that breaks a rule. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Refuses the request unless the condition holds. */
export const demand = (condition: boolean, status: number, message: string): void => {
  if (!condition) throw new Refused(status, message);
};

const REQUEST_ID = 'x-request-id';

export const jsonResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', [REQUEST_ID]: 'request-1' },
  });

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
};

export const askedOf = (url: string, init: RequestInit): Asked => {
  const bytes = Buffer.from((init.body as Uint8Array | undefined) ?? []);
  return {
    method: init.method ?? 'GET',
    url: new URL(url),
    headers: new Headers(init.headers),
    bytes,
    json: parsed(bytes),
  };
};

export const bearerOf = ({ headers }: Asked): string | null =>
  /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null;

export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
