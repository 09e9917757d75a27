/**
 * Finds the rule of the specification that a rejected request breaks. Quotes nothing from the request except names of
 * documented fields.
 */
import { ContractError } from '../../src/protocol/read.js';
import { isTerminal } from '../../src/protocol/types.js';
import {
  around,
  Refusal,
  type Answer,
  type Exchange,
  type NoAnswer,
  type Route,
} from '../service/route.js';
import type { Clock } from '../service/settings.js';

/** The section of the specification for each kind of route. */
const SECTIONS: Readonly<Record<string, string>> = {
  'partner-token': '4.1',
  'partner-refresh': '4.2',
  'user-token': '4.3',
  'upload-plan': '4.4',
  part: '4.5',
  'complete-upload': '4.6',
  submit: '4.7',
  query: '4.8',
  download: '2.3.1',
};

/** By error code. A code that is missing here breaks no rule, e.g. an expired token or an unknown id. */
const BROKEN: Readonly<Record<string, string>> = {
  'not-found': 'There is no such endpoint; paths are exact, their slashes included.',
  'method-not-allowed': 'The endpoint has another method.',
  'query-not-allowed': 'No endpoint takes a query.',
  'not-json': 'Bodies are JSON, and Content-Type says so.',
  'malformed-json': 'Bodies are JSON.',
  'basic-required': 'Authorization must be Basic, with client_id and secret.',
  'token-required': 'Authorization must be Bearer, with a token.',
  'partner-token-required': 'It needs the partner token.',
  'user-token-required': 'It needs a user token.',
  'key-pair-required': 'Both X-Client-Id and X-Client-Api-Key are required.',
  'filetype-differs': 'filetype is not the one of the upload.',
  'parts-incomplete': 'part_list must have one entry for each chunk.',
  'part-order': 'part_list must have one entry for each chunk, numbered from 1.',
  'part-missing': 'part_list names a chunk that was never uploaded.',
  'etag-mismatch': 'An ETag is not the one the storage host returned for its chunk.',
  EntityTooLarge: 'The chunk has more bytes than the plan says.',
  IncompleteBody: 'The chunk has fewer bytes than the plan says.',
  SignatureDoesNotMatch: 'The address is not one that was given.',
};

/** Section 4 states these rules for all endpoints. */
const GENERAL: ReadonlySet<string> = new Set(['query-not-allowed', 'not-json', 'malformed-json']);

/** Undocumented field names are not quoted, because they may contain anything. */
const problemOf = ({ path, problem }: ContractError): string =>
  problem.startsWith('is not a field')
    ? 'The body has a field that the table does not name.'
    : `${path === '' ? 'the body' : path} ${problem}.`;

const inSection = (section: string, sentence: string): string => `Section ${section}: ${sentence}`;

/** The text of a violation: the section of the route, and a sentence. */
export const violationAt = (kind: string | undefined, sentence: string): string =>
  inSection(SECTIONS[kind ?? ''] ?? '4', sentence);

/** The rule that a rejected request breaks; undefined if it breaks none. */
export const violationOf = (kind: string | undefined, error: unknown): string | undefined => {
  if (error instanceof ContractError) return violationAt(kind, problemOf(error));
  if (!(error instanceof Refusal)) return undefined;
  const { code, extra } = error;
  if (extra.violation !== undefined) return violationAt(kind, extra.violation);
  const sentence = BROKEN[code];
  return sentence && violationAt(GENERAL.has(code) ? undefined : kind, sentence);
};

/** Section 5, rule 2: a page called a route that is only for backends. */
export const CALLED_BY_PAGE = inSection(
  '5, rule 2',
  'A browser called what only a backend may call.',
);

/** A second query is tolerated, because the first response may be lost or the page reloaded. */
const MOST_ANSWERS = 2;
const WINDOW_MS = 60_000;

const statusIn = (body: unknown): string => {
  const { status } = JSON.parse(String(body)) as { readonly status?: unknown };
  return typeof status === 'string' ? status : '';
};

/** Section 3, rule 3: a client must stop polling a task that has ended. */
const createEndedTasks = (clock: Clock) => {
  /** When each ended task was returned, latest last, in ms. */
  const answered = new Map<string, readonly number[]>();
  return (exchange: Exchange, answer: Answer | NoAnswer): boolean => {
    if (exchange.fault !== undefined || !('status' in answer)) return false;
    if (!isTerminal(statusIn(answer.body))) return false;
    const id = exchange.parameters['id'] ?? '';
    const now = clock.now();
    const recent = (answered.get(id) ?? []).filter((at) => now - at < WINDOW_MS);
    answered.set(id, [...recent, now].slice(-MOST_ANSWERS));
    return recent.length >= MOST_ANSWERS;
  };
};

/** 4.5: a storage host needs the length of a chunk in advance. */
export const withLengths = (routes: readonly Route[]): readonly Route[] =>
  around(routes, async (exchange, route) => {
    if (route.kind === 'part' && !exchange.headers.has('content-length'))
      throw new Refusal(411, 'MissingContentLength', 'Send the chunk with a Content-Length.');
    return route.handle(exchange);
  });

/** The service's routes, with the rules that apply to several of them. */
export const withRules = (routes: readonly Route[], clock: Clock): readonly Route[] => {
  const isAskedAgain = createEndedTasks(clock);
  return around(routes, async (exchange, route) => {
    if (exchange.query.size > 0)
      throw new Refusal(
        400,
        'query-not-allowed',
        'This endpoint takes no query: send the address without what follows its question mark.',
      );
    const answer = await route.handle(exchange);
    if (route.kind === 'query' && isAskedAgain(exchange, answer))
      exchange.violation = inSection(
        '3, rule 3',
        'A task that has ended is asked for again and again.',
      );
    return answer;
  });
};
