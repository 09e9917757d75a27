/**
 * The sandbox's inspection routes: its log, faults, conditions and tasks. They are not logged. Web pages must not call
 * them, because any page in the browser could then read the log and set faults. The QA console calls them through the
 * demo's own server, which adds the header of the session. Without that header, they are about all requests.
 */
import { isIP } from 'node:net';
import type { TaskStatus } from '../../src/protocol/types.js';
import { FAULTS, STRIKE_OPTIONS, type Fault } from './faults/catalogue.js';
import type { FaultRecord } from './faults/fault-list.js';
import { parseFaultList } from './faults/parse-faults.js';
import {
  jsonBody,
  Refusal,
  exactly,
  json,
  pattern,
  type Answer,
  type Exchange,
  type Method,
  type Route,
} from '../service/route.js';
import { isVisibleTo, type LogEntry, type RequestLog } from './request-log.js';
import { NO_CONDITIONS, parseConditions, type Conditions } from './sessions/conditions.js';
import type { Sessions } from './sessions/sessions.js';
import type { StatusChange, Tasks } from '../service/tasks.js';

export interface InspectionContext {
  readonly log: RequestLog;
  readonly sessions: Sessions;
  readonly tasks: Pick<Tasks, 'ids' | 'history' | 'revoke' | 'sessionOf'>;
}

/** An entry of `GET /__sandbox/faults`. */
export interface FaultListed extends FaultRecord {
  /** True if it belongs to the session that asked; false if it applies to all requests. */
  readonly session: boolean;
}

/** The response of `GET /__sandbox/active`. */
export interface WhatIsOn {
  readonly faults: readonly FaultListed[];
  /** The conditions that apply: the session's own, else everyone's. */
  readonly conditions: Conditions;
  readonly ownConditions: Conditions;
}

/** An entry of `GET /__sandbox/tasks`. It omits the audio's URL, which may be presigned. */
export interface TaskListed {
  readonly id: string;
  readonly status: TaskStatus | undefined;
  readonly history: readonly StatusChange[];
}

/**
 * Rejects requests from a web page. Browsers name the page in Origin or Sec-Fetch-Site, except after DNS rebinding,
 * when Host has the foreign name.
 */
const refuseWebPages = (headers: Headers): void => {
  const site = headers.get('sec-fetch-site') ?? 'none';
  const { hostname } = URL.parse(`http://${headers.get('host') ?? ''}`) ?? { hostname: '' };
  const named = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!headers.has('origin') && site === 'none' && named) return;
  throw new Refusal(
    403,
    'web-page',
    'Web pages may not inspect the sandbox. Use the QA console of the demo, or a client that is not a browser.',
  );
};

/** The handlers of one path, by method. */
const at = (
  path: string,
  kind: string,
  handlers: Partial<Record<Method, (exchange: Exchange) => Answer | Promise<Answer>>>,
): readonly Route[] => {
  const match = path.includes(':') ? pattern(path) : exactly(path);
  return Object.entries(handlers).map(([method, handler]) => ({
    kind,
    method: method as Method,
    match,
    unlogged: true,
    handle: async (exchange) => {
      refuseWebPages(exchange.headers);
      return handler(exchange);
    },
  }));
};

/** `?since=7`: only entries with a greater number. */
const since = ({ query }: Exchange): number => {
  const value = query.get('since') ?? '0';
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new Refusal(400, 'bad-request', 'since must be the number of an entry, or 0.');
};

/** Maximum number of faults of one session. */
const MOST_FAULTS = 100;

const activeOf = (sessions: Sessions, session: string | null): WhatIsOn => {
  const own = session === null ? null : sessions.of(session);
  return {
    faults: [
      ...(own?.faults.list() ?? []).map((record) => ({ ...record, session: true })),
      ...sessions.everyone.faults.list().map((record) => ({ ...record, session: false })),
    ],
    conditions: sessions.conditionsOf(session),
    ownConditions: own?.conditions ?? NO_CONDITIONS,
  };
};

export const inspectionRoutes = ({ log, sessions, tasks }: InspectionContext): readonly Route[] => {
  const newer = (exchange: Exchange, wanted: (entry: LogEntry) => boolean): Answer => {
    const least = since(exchange);
    const isShown = (entry: LogEntry): boolean =>
      entry.number > least && wanted(entry) && isVisibleTo(exchange.session, entry.session);
    return json(log.entries.filter(isShown));
  };
  const list = ({ session }: Exchange): Answer => {
    const { faults } = activeOf(sessions, session);
    return json({ faults, catalogue: FAULTS, strike: STRIKE_OPTIONS });
  };
  const parsed = async (exchange: Exchange, present: number): Promise<readonly Fault[]> => {
    const faults = parseFaultList(await jsonBody(exchange));
    if (present + faults.length <= MOST_FAULTS) return faults;
    const message = `At most ${MOST_FAULTS} faults can be set: remove some first.`;
    throw new Refusal(400, 'too-many-faults', message);
  };
  const listed = (id: string): TaskListed => {
    const history = tasks.history(id);
    return { id, status: history.at(-1)?.status, history };
  };
  const visible = ({ session }: Exchange): readonly string[] =>
    tasks.ids().filter((id) => isVisibleTo(session, tasks.sessionOf(id)));
  return [
    ...at('/__sandbox/log', 'log', {
      GET: (exchange) => newer(exchange, () => true),
      DELETE: ({ session }) => {
        log.clear(session);
        return json([]);
      },
    }),
    ...at('/__sandbox/violations', 'violations', {
      GET: (exchange) => newer(exchange, ({ violation }) => violation !== undefined),
    }),
    ...at('/__sandbox/faults', 'faults', {
      GET: list,
      PUT: async (exchange) => {
        const given = await parsed(exchange, 0);
        sessions.of(exchange.session).faults.set(given);
        return list(exchange);
      },
      // Parses all faults before it adds any, so that an error in one adds none.
      POST: async (exchange) => {
        const { faults } = sessions.of(exchange.session);
        for (const fault of await parsed(exchange, faults.list().length)) faults.add(fault);
        return list(exchange);
      },
      DELETE: (exchange) => {
        sessions.of(exchange.session).faults.clear();
        return list(exchange);
      },
    }),
    ...at('/__sandbox/faults/:id', 'fault', {
      DELETE: (exchange) => {
        const id = Number(exchange.parameters['id']);
        if (sessions.of(exchange.session).faults.remove(id)) return list(exchange);
        throw sessions.everyone.faults.list().some((record) => record.id === id)
          ? new Refusal(
              403,
              'fault-of-everyone',
              'This fault applies to everyone, so it can only be removed without a session.',
            )
          : new Refusal(404, 'fault-not-found', 'No fault with this id is set.');
      },
    }),
    ...at('/__sandbox/conditions', 'conditions', {
      GET: ({ session }) => json(sessions.conditionsOf(session)),
      PUT: async (exchange) => {
        const conditions = parseConditions(await jsonBody(exchange));
        sessions.of(exchange.session).conditions = conditions;
        return json(sessions.conditionsOf(exchange.session));
      },
    }),
    ...at('/__sandbox/active', 'active', {
      GET: ({ session }) => json(activeOf(sessions, session)),
    }),
    ...at('/__sandbox/tasks', 'tasks', { GET: (exchange) => json(visible(exchange).map(listed)) }),
    ...at('/__sandbox/tasks/:id/revoke', 'revoke', {
      POST: (exchange) => {
        const { id = '' } = exchange.parameters;
        if (!visible(exchange).includes(id))
          throw new Refusal(404, 'task-not-found', 'There is no task with this id.');
        if (tasks.revoke(id)) return json(listed(id));
        const message = 'This task has ended: only a running one can be revoked.';
        throw new Refusal(409, 'task-ended', message);
      },
    }),
  ];
};
