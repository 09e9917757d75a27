/** The faults and conditions of each session, and those that apply to all requests. */
import { createHash } from 'node:crypto';
import { SYSTEM_TIMER, type Timer } from '../timer.js';
import { createFaultList, nextFault, type FaultList } from '../faults/fault-list.js';
import type { Fault } from '../faults/catalogue.js';
import type { Clock } from '../../service/settings.js';
import { mergeConditions, NO_CONDITIONS, type Conditions } from './conditions.js';
import { around, type Route } from '../../service/route.js';

// A session is one user of 4.3, under a name that does not reveal the `user_id`.

/**
 * Contains the `user_id` of a session. A backend may send it where the contract names no user (4.1, 4.2, and 4.7 for a
 * file elsewhere). On the inspection routes, it selects the session.
 */
export const SESSION_HEADER = 'x-sandbox-session';

/** The same name for the same user, of the form SESSION_NAME. */
export const sessionName = (userId: string): string =>
  createHash('sha256').update(userId).digest('base64url').slice(0, 16);

// Limits bandwidth.

type Body = AsyncIterable<Uint8Array>;

/** How long one piece of a body occupies the link. A change of the bandwidth takes effect after that. */
const PIECE_MS = 50;

/** Passes a body on at the bandwidth of the link. All bodies of one link share it. */
type Link = (body: Body, signal: AbortSignal) => Body;

/** `bytesPerSecond` is read for each piece; null for no limit. */
export const createLink = (
  bytesPerSecond: () => number | null,
  { now, wait }: Timer = SYSTEM_TIMER,
): Link => {
  let freeAt = 0;
  return async function* (body, signal) {
    for await (const bytes of body) {
      for (let start = 0; start < bytes.length;) {
        const rate = bytesPerSecond();
        const size = rate === null ? bytes.length : Math.ceil((rate * PIECE_MS) / 1000);
        const piece = bytes.subarray(start, start + size);
        start += piece.length;
        if (rate !== null) {
          // A timer that fires late must not lower the bandwidth.
          freeAt = Math.max(now() - PIECE_MS, freeAt) + (piece.length / rate) * 1000;
          const ms = freeAt - now();
          if (ms > 0) await wait(ms, signal);
        }
        yield piece;
      }
    }
  };
};

interface SessionState {
  readonly faults: FaultList;
  conditions: Conditions;
}

/** A session ends after this time without a request. */
export const IDLE_MS = 2 * 3_600_000;

/** Maximum number of sessions. The one that has been idle for longest ends first. */
export const MOST_SESSIONS = 1_000;

interface Kept extends SessionState {
  readonly link: Link;
  usedAt: number;
}

export const createSessions = (clock: Clock, initial: readonly Fault[] = [], timer?: Timer) => {
  let lastFaultId = 0;
  const newFaults = (faults?: readonly Fault[]): FaultList =>
    createFaultList(() => (lastFaultId += 1), faults);
  const everyone: SessionState = { faults: newFaults(initial), conditions: NO_CONDITIONS };
  const linkOfNobody = createLink(() => everyone.conditions.bytesPerSecond, timer);
  /** The least recently used first. */
  const sessions = new Map<string, Kept>();

  const create = (): Kept => {
    const created: Kept = {
      faults: newFaults(),
      conditions: NO_CONDITIONS,
      link: createLink(
        () => mergeConditions(created.conditions, everyone.conditions).bytesPerSecond,
        timer,
      ),
      usedAt: 0,
    };
    return created;
  };

  const endOld = (): void => {
    for (const [session, { usedAt }] of sessions) {
      if (sessions.size <= MOST_SESSIONS && clock.now() - usedAt < IDLE_MS) return;
      sessions.delete(session);
    }
  };

  const use = (session: string): Kept => {
    endOld();
    const kept = sessions.get(session) ?? create();
    sessions.delete(session);
    sessions.set(session, kept);
    kept.usedAt = clock.now();
    endOld();
    return kept;
  };

  const of = (session: string | null): SessionState => (session === null ? everyone : use(session));

  return {
    /** Applies to all requests. */
    everyone,
    /** The state of a session; `everyone` for null. */
    of,
    /** The conditions that apply to a session's requests: its own, else everyone's. */
    conditionsOf: (session: string | null): Conditions =>
      mergeConditions(of(session).conditions, everyone.conditions),
    linkOf: (session: string | null): Link => (session === null ? linkOfNobody : use(session).link),
    /** Counts a request and returns the fault to apply. A session's own faults come first. */
    nextFault: (
      session: string | null,
      kind: string,
      part: number | undefined,
    ): Fault | undefined =>
      nextFault(
        session === null ? [everyone.faults] : [use(session).faults, everyone.faults],
        kind,
        part,
      ),
  };
};

export type Sessions = ReturnType<typeof createSessions>;

/** The same routes, behind the link of the session that a request belongs to. */
export const withLinks = (
  routes: readonly Route[],
  sessions: Sessions,
  { wait }: Timer,
): readonly Route[] =>
  around(routes, async (exchange, route) => {
    const { session, ended: signal } = exchange;
    const { latencyMs } = sessions.conditionsOf(session);
    if (latencyMs) await wait(latencyMs, signal);
    if (route.kind === 'part') exchange.body = sessions.linkOf(session)(exchange.body, signal);
    return route.handle(exchange);
  });
