/**
 * Classifies each answer, and says what each call does with it. Only this file decides; the calls word the errors.
 * `npm run doc-blocks` prints the table into docs/errors.md.
 */
import { PROBLEMS, type ProblemCode } from '../../protocol/problem.js';
import { isForeignStatus } from '../../protocol/web-page.js';
import type { Interruption } from './waiting.js';

/** What the page asks for, and whom it asks. The first token is the one that shows whether anybody is signed in. */
export const CALLS = {
  'first-token': 'backend',
  token: 'backend',
  plan: 'service',
  part: 'storage',
  completion: 'service',
  submission: 'backend',
  query: 'backend',
  /** A query of a task that the page only shows. */
  'shown-query': 'backend',
} as const;

export type Call = keyof typeof CALLS;

export type Answer =
  /** What the contract promises. */
  | 'result'
  /** Whom we asked did not process this request, and may do so later. */
  | 'busy'
  /** Whom we asked does not know the outcome yet. */
  | 'open'
  /** Whom we asked does not accept the session, or the token. */
  | 'no-session'
  /** Whom we asked does not know the upload or the task. */
  | 'gone'
  /** Any other refusal by whom we asked. */
  | 'refused'
  /** A refusal that anybody may have written, such as a bare 404 during a deploy. If it lasts, it counts. */
  | 'unclear'
  /** Something in between wants the person to sign in. */
  | 'sign-in'
  /** Something in between answers, such as an offline page, a proxy or an extension. */
  | 'foreign'
  /** There is none, or a gateway says so. */
  | 'none';

/**
 * `use`: the call is done, or has failed for good. `repeat`: it is repeated with the usual waits, for `forMs`; null is the
 * patience of that call. `told` is the interruption that the person reads meanwhile. An answer that is `unclear` is then
 * believed.
 */
export type Reaction =
  | { readonly does: 'use' | 'stop' | 'new-token' | 'new-plan' | 'ask' }
  | { readonly does: 'repeat'; readonly forMs: number | null; readonly told: Interruption };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A task costs money, so its queries never give up. */
const ALWAYS = Infinity;

const use: Reaction = { does: 'use' };
const stop: Reaction = { does: 'stop' };
const again: Reaction = { does: 'repeat', forMs: null, told: 'retrying' };
const repeat = (forMs: number, told: Interruption): Reaction => ({ does: 'repeat', forMs, told });

const signIn = repeat(DAY, 'signed-out');
const always = repeat(ALWAYS, 'retrying');
/** In ms. A service may need minutes to merge a long recording. */
const MERGE_MS = HOUR;
const merging = repeat(MERGE_MS, 'merging');

/** Answers that a call cannot get are left out. */
export const REACTIONS: Readonly<Record<Call, Readonly<Partial<Record<Answer, Reaction>>>>> = {
  'first-token': {
    ...{ result: use, busy: again, 'no-session': stop, refused: stop, none: again },
    ...{ 'sign-in': signIn, foreign: repeat(MINUTE / 3, 'intercepted') },
  },
  token: {
    ...{ result: use, busy: again, 'no-session': signIn, refused: stop, none: again },
    ...{ 'sign-in': signIn, foreign: repeat(15 * MINUTE, 'intercepted') },
  },
  plan: {
    ...{
      result: use,
      busy: again,
      'no-session': { does: 'new-token' },
      refused: stop,
      none: again,
    },
    ...{ 'sign-in': signIn, foreign: repeat(2 * MINUTE, 'intercepted') },
    unclear: repeat(MINUTE / 3, 'retrying'),
  },
  part: {
    ...{ result: use, busy: again, gone: { does: 'new-plan' }, refused: stop, none: again },
    ...{ foreign: repeat(15 * MINUTE, 'intercepted'), unclear: repeat(MINUTE / 2, 'retrying') },
  },
  completion: {
    ...{ result: use, open: merging, 'no-session': { does: 'new-token' }, refused: stop },
    ...{ gone: { does: 'new-plan' }, none: repeat(MERGE_MS, 'retrying') },
    ...{ 'sign-in': signIn, foreign: repeat(MERGE_MS, 'intercepted') },
    unclear: repeat(MINUTE, 'retrying'),
  },
  submission: {
    ...{ result: use, busy: again, open: { does: 'ask' }, refused: stop, none: again },
    ...{ 'no-session': signIn, 'sign-in': signIn, foreign: repeat(15 * MINUTE, 'intercepted') },
  },
  query: {
    ...{ result: use, busy: always, open: repeat(15 * MINUTE, 'retrying') },
    ...{ gone: repeat(DAY, 'retrying'), refused: stop, none: always },
    ...{ 'no-session': repeat(ALWAYS, 'signed-out'), 'sign-in': repeat(ALWAYS, 'signed-out') },
    foreign: repeat(ALWAYS, 'intercepted'),
  },
  'shown-query': {
    ...{ result: use, busy: always, open: repeat(MINUTE, 'retrying') },
    ...{ gone: repeat(MINUTE / 6, 'retrying'), refused: stop, none: always },
    ...{ 'no-session': repeat(ALWAYS, 'signed-out'), 'sign-in': repeat(ALWAYS, 'signed-out') },
    foreign: repeat(2 * MINUTE, 'intercepted'),
  },
};

/** What this call does with this answer. */
export const reactionTo = (call: Call, answer: Answer): Reaction => REACTIONS[call][answer] ?? stop;

/** The properties of a response that show who wrote it. */
export interface Received {
  /** 0 for a redirect that cannot be followed. */
  readonly status: number;
  readonly redirectedTo: 'same-origin' | 'other-origin' | null;
  /** It has the mark of our handler. */
  readonly isMarked: boolean;
  /** A web page. */
  readonly isPage: boolean;
  /** The page has a form to sign in. */
  readonly asksToSignIn: boolean;
  /** The body is what the contract promises, or says that the task has ended. */
  readonly fits: boolean;
  /** The body has a field of the contract, but does not fit: whom we asked has made a mistake. */
  readonly isMisshapen: boolean;
  /** The `code` of the handler's problems, or of somebody else's; empty for none. */
  readonly code: string;
  /** The handler says that it did not pass on the request. */
  readonly isNotSent: boolean;
  readonly hasRetryAfter: boolean;
  /** The body says that the upload does not exist any more. */
  readonly saysGone: boolean;
}

/** A field of the contract by which an answer is recognised, although it may not fit. */
export const CONTRACT_FIELDS: Readonly<Record<Exclude<Call, 'part'>, readonly string[]>> = {
  'first-token': ['access_token'],
  token: ['access_token'],
  plan: ['FileId', 'UploadId', 'Parts'],
  completion: ['FileId', 'DownloadUrl'],
  submission: ['transcription_id'],
  query: ['transcription_id'],
  'shown-query': ['transcription_id'],
};

/** The meaning of an unreadable answer. After a submission, the outcome is unknown; a query may succeed later. */
const misshapen = (call: Call): Answer => {
  if (call === 'submission') return 'foreign';
  return call === 'query' || call === 'shown-query' ? 'open' : 'refused';
};

const RETRYABLE: ReadonlySet<number> = new Set([408, 421, 425, 429, 500, 502, 503, 504]);

/** True for a status after which the same request can succeed. */
export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status > 504;

const isSuccess = ({ status }: Received): boolean => status >= 200 && status < 300;

/** 419 is Laravel's “Page Expired”, 440 is IIS's “Login Time-out”. */
const ENDED_SESSION: ReadonlySet<number> = new Set([0, 401, 403, 419, 440]);

/** Judges a response that somebody else wrote, such as a proxy or a captive portal. */
const judgeForeign = (received: Received): Answer => {
  const { status, redirectedTo, isPage, asksToSignIn } = received;
  const isMoved = redirectedTo !== null && isPage;
  const isEnded = ENDED_SESSION.has(status) || redirectedTo === 'other-origin';
  if (isEnded || isMoved || asksToSignIn) return 'sign-in';
  return isRetryable(status) && !isForeignStatus(status) ? 'none' : 'foreign';
};

const isOneOf = (code: string, ...codes: readonly ProblemCode[]): boolean =>
  (codes as readonly string[]).includes(code);

/** No repeat can help, although the status is a 5xx. In the answer to a submission, an invalid result is that of a new task. */
const isFinal = (call: Call, { code }: Received): boolean =>
  isOneOf(code, 'misconfigured', 'service-credentials') ||
  (isOneOf(code, 'service-result-invalid') && call !== 'submission');

const judgeHandler = (call: Call, received: Received): Answer => {
  const { status, code, isNotSent, hasRetryAfter } = received;
  if (status === 401) return 'no-session';
  if (status === 404 && (call === 'query' || call === 'shown-query')) return 'gone';
  if (isFinal(call, received)) return 'refused';
  // The service's answer about the task cannot be used.
  const isQuery = call === 'query' || call === 'shown-query';
  if (isQuery && isOneOf(code, 'service-answer-invalid')) return 'open';
  if (call !== 'submission') return isRetryable(status) ? 'busy' : 'refused';
  // Only what the handler says was not passed on has certainly created no task.
  const isRefusedByLimit = (status === 429 || status === 503) && hasRetryAfter;
  if (isNotSent || isRefusedByLimit) return 'busy';
  if (status >= 500 || isOneOf(code, 'submission-unknown')) return 'open';
  return isRetryable(status) ? 'busy' : 'refused';
};

const judgeService = (call: Call, received: Received): Answer => {
  const { status, saysGone } = received;
  if (isFinal(call, received)) return 'refused';
  if (saysGone) return 'gone';
  // Some services tell in the body of a 200 that something failed.
  if (isSuccess(received)) return call === 'completion' ? 'open' : 'foreign';
  if (status === 401) return 'no-session';
  // A gateway also has no route for a while. Without a name for what is missing, nobody knows who has answered.
  if (status === 404 || status === 410) return 'unclear';
  if (call === 'plan') return isRetryable(status) ? 'busy' : 'refused';
  return isRetryable(status) || status === 409 || status === 423 ? 'open' : 'refused';
};

/**
 * Says what an answer is. A `result` is recognised by its body; an error of our handler by its mark, or by one of its
 * codes, as a partner's own implementation sends it; an error of the service may have any body except a web page.
 */
export const judge = (call: Call, received: Received): Answer => {
  const { status, redirectedTo, isMarked, isPage, fits, code } = received;
  if (isSuccess(received) && fits) return 'result';
  if (isSuccess(received) && received.isMisshapen) return misshapen(call);
  if (CALLS[call] === 'backend') {
    const isHandler = (isMarked || Object.hasOwn(PROBLEMS, code)) && !isSuccess(received);
    return isHandler ? judgeHandler(call, received) : judgeForeign(received);
  }
  // The front of a service may refuse with a web page what is too large, and give up while the service merges.
  const isOfFront = status === 413 || (call === 'completion' && isRetryable(status));
  const isForeign = (isPage && !isOfFront) || isForeignStatus(status);
  return isForeign || redirectedTo === 'other-origin'
    ? judgeForeign(received)
    : judgeService(call, received);
};

/** What has arrived in response to a part. */
export interface ReceivedPart {
  readonly status: number;
  readonly hasEtag: boolean;
  /** A web page, which no storage host sends. Its front may, see `judgePart`. */
  readonly isPage: boolean;
  /** The host names the error, or the status says enough. */
  readonly isExplicit: boolean;
  /** The address cannot have expired. */
  readonly isFresh: boolean;
  /** Another part of this upload had an ETag that the page could read. */
  readonly wasReadable: boolean;
}

/**
 * Says whether a part is stored: only with an ETag. Refusals of the host are read by `readStorageAnswer`. One without a name
 * is unclear if other parts were stored, because then it would cost to send them again.
 */
export const judgePart = (received: ReceivedPart): 'result' | 'foreign' | 'unclear' | 'refused' => {
  const { status, hasEtag, isPage, isExplicit, isFresh, wasReadable } = received;
  if (isForeignStatus(status)) return 'foreign';
  if (status >= 400) {
    // The front of a host may refuse with a web page what is too large, expired, or sent while the host is busy.
    if (isExplicit || isRetryable(status)) return 'refused';
    if (isPage && isFresh) return 'foreign';
    return isPage || wasReadable ? 'unclear' : 'refused';
  }
  if (isPage) return 'foreign';
  if (hasEtag) return 'result';
  return wasReadable ? 'foreign' : 'refused';
};
