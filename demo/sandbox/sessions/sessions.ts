/** The faults and conditions of each session, and those that apply to all requests. */
import { createFaultList, nextFault, type FaultList } from '../faults/fault-list.js';
import type { Fault } from '../faults.js';
import type { Clock } from '../options.js';
import type { Timer } from '../timer.js';
import { mergeConditions, NO_CONDITIONS, type Conditions } from './conditions.js';
import { createLink, type Link } from './link.js';

export interface SessionState {
  readonly faults: FaultList;
  conditions: Conditions;
}

export interface Sessions {
  /** Applies to all requests. */
  readonly everyone: SessionState;
  /** The state of a session; `everyone` for null. */
  readonly of: (session: string | null) => SessionState;
  /** The conditions that apply to a session's requests: its own, else everyone's. */
  readonly conditionsOf: (session: string | null) => Conditions;
  readonly linkOf: (session: string | null) => Link;
  /** Counts a request and returns the fault to apply. A session's own faults come first. */
  readonly nextFault: (
    session: string | null,
    kind: string,
    part: number | undefined,
  ) => Fault | undefined;
}

/** A session ends after this time without a request. */
export const IDLE_MS = 2 * 3_600_000;

/** Maximum number of sessions. The one that has been idle for longest ends first. */
export const MOST_SESSIONS = 1_000;

interface Kept extends SessionState {
  readonly link: Link;
  usedAt: number;
}

export const createSessions = (
  clock: Clock,
  initial: readonly Fault[] = [],
  timer?: Timer,
): Sessions => {
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
    everyone,
    of,
    conditionsOf: (session) => mergeConditions(of(session).conditions, everyone.conditions),
    linkOf: (session) => (session === null ? linkOfNobody : use(session).link),
    nextFault: (session, kind, part) =>
      nextFault(
        session === null ? [everyone.faults] : [use(session).faults, everyone.faults],
        kind,
        part,
      ),
  };
};
