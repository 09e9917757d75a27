/** What stands between a page, the handler and the service, and answers in their place. */
import type { HttpResponse } from '../../../src/engine.js';
import { jsonResponse } from '../../support/simulated-world.js';

/** A page's calls. */
export const PAGE_CALLS = ['user-token', 'submit', 'query', 'plan', 'complete', 'part'] as const;
/** The handler's calls to the service. */
export const HANDLER_CALLS = ['service-submit', 'service-query'] as const;

export type Call = (typeof PAGE_CALLS)[number] | (typeof HANDLER_CALLS)[number];

/** What a page may meet. */
export const PAGE_TROUBLES = [
  /** The request does not arrive. */
  'lost',
  'answer lost',
  /** The connection ends within the body: the JSON is cut off, or reading it fails. */
  'half an answer',
  'broken answer',
  /** A gateway gives up waiting. */
  '504 after it',
  /** The browser sends the request twice. */
  'twice',
  'slow',
  'slow answer',
  /** A gateway answers, and forwards nothing. */
  'HTML 404',
  'JSON 404',
  'HTML 503',
  '503 with Retry-After',
  'HTML 200',
  'sign-in page',
  'redirect',
] as const;
/** `401`: the token has ended. */
export type PageTrouble = (typeof PAGE_TROUBLES)[number] | '401';

/** What the handler may meet at the service. */
export const SERVICE_TROUBLES = [
  ...['answer lost', 'slow', '404', '429', '503', '503 with Retry-After', '500 after it'],
] as const;
export type ServiceTrouble =
  | 'answer lost'
  | 'slow'
  | '404'
  | '429'
  | '503'
  | '503 with Retry-After'
  | '500 after it';

export interface Trouble {
  readonly call: Call;
  readonly what: PageTrouble | ServiceTrouble;
  /** How many calls meet it. */
  readonly times: number;
}

const SLOW_MS = 4_000;

const html = (status: number): HttpResponse =>
  jsonResponse(status, undefined, { 'Content-Type': 'text/html' });

export interface NetworkOptions {
  /** Lets simulated time pass. */
  readonly pass: (ms: number) => Promise<void>;
}

export const createNetwork = ({ pass }: NetworkOptions) => {
  let troubles: (Trouble & { left: number })[] = [];

  const meet = (call: Call): Trouble['what'] | null => {
    const trouble = troubles.find((one) => one.call === call && one.left > 0);
    if (trouble === undefined) return null;
    trouble.left -= 1;
    return trouble.what;
  };

  return {
    /** From now on, the next calls of this kind meet it. */
    expect: (trouble: Trouble): void => void troubles.push({ ...trouble, left: trouble.times }),
    calm: (): void => void (troubles = []),
    /** A call of a page. `forward` rejects if the connection breaks. */
    async send(
      call: Extract<Call, (typeof PAGE_CALLS)[number]>,
      forward: () => Promise<HttpResponse>,
    ): Promise<HttpResponse> {
      switch (meet(call) as PageTrouble | null) {
        case null:
          return forward();
        case 'lost':
          throw new TypeError('the request was lost');
        case 'answer lost':
          await forward();
          throw new TypeError('the answer was lost');
        case 'half an answer':
          return { ...(await forward()), json: () => Promise.reject(new SyntaxError('cut off')) };
        case 'broken answer':
          return { ...(await forward()), json: () => Promise.reject(new TypeError('terminated')) };
        case '504 after it':
          await forward();
          return html(504);
        case 'twice':
          await forward();
          return forward();
        case 'slow':
          await pass(SLOW_MS);
          return forward();
        case 'slow answer': {
          const answer = await forward();
          await pass(SLOW_MS);
          return answer;
        }
        case 'HTML 404':
          return html(404);
        case 'JSON 404':
          return jsonResponse(404, { message: 'no Route matched with those values' });
        case 'HTML 503':
          return html(503);
        case '503 with Retry-After':
          return jsonResponse(503, undefined, { 'Content-Type': 'text/html', 'Retry-After': '2' });
        case 'sign-in page':
        case 'HTML 200':
          return html(200);
        case '401':
          return jsonResponse(401, {});
        case 'redirect':
          throw new TypeError('redirected to another origin, which has no CORS');
      }
    },
    /** A call of the handler. */
    async fetch(call: (typeof HANDLER_CALLS)[number], forward: () => Response): Promise<Response> {
      switch (meet(call) as ServiceTrouble | null) {
        case null:
          return forward();
        case 'answer lost':
          forward();
          throw new TypeError('fetch failed');
        case 'slow':
          await pass(SLOW_MS);
          return forward();
        case '404':
          return Response.json({ error: 'not found' }, { status: 404 });
        case '429':
          return new Response(null, { status: 429 });
        case '503':
          return new Response(null, { status: 503 });
        case '503 with Retry-After':
          return new Response(null, { status: 503, headers: { 'Retry-After': '2' } });
        case '500 after it':
          forward();
          return new Response(null, { status: 500 });
      }
    },
  };
};

export type Network = ReturnType<typeof createNetwork>;
