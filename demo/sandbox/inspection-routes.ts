/**
 * The sandbox's inspection routes: its log and its faults. They are not logged. Web pages must not call them, because
 * any page in the browser could then read the log and set faults. The QA console calls them through the demo's own
 * server.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TaskStatus } from '../../src/protocol/index.js';
import { FAULTS, STRIKE_OPTIONS } from './faults/catalogue.js';
import type { Faults } from './faults/fault-list.js';
import { parseFaultList } from './faults/parse-faults.js';
import { jsonBody } from './http/json-body.js';
import { Refusal } from './http/refusal.js';
import {
  exactly,
  json,
  pattern,
  type Answer,
  type Exchange,
  type Method,
  type Route,
} from './http/route.js';
import type { LogEntry, RequestLog } from './request-log.js';
import type { StatusChange, Tasks } from './tasks/tasks.js';

export interface InspectionContext {
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly tasks: Pick<Tasks, 'ids' | 'history' | 'revoke'>;
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
const refuseWebPages = ({ headers }: IncomingMessage): void => {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '' };
  const named = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (origin === undefined && (site === undefined || site === 'none') && named) return;
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
      refuseWebPages(exchange.request);
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

const logRoutes = (log: RequestLog): readonly Route[] => {
  const newer = (exchange: Exchange, wanted: (entry: LogEntry) => boolean): Answer => {
    const least = since(exchange);
    return json(log.entries.filter((entry) => entry.number > least && wanted(entry)));
  };
  return [
    ...at('/__sandbox/log', 'log', {
      GET: (exchange) => newer(exchange, () => true),
      DELETE: () => {
        log.clear();
        return json([]);
      },
    }),
    ...at('/__sandbox/violations', 'violations', {
      GET: (exchange) => newer(exchange, ({ violation }) => violation !== undefined),
    }),
  ];
};

const faultRoutes = (faults: Faults): readonly Route[] => {
  const list = (): Answer =>
    json({ faults: faults.list(), catalogue: FAULTS, strike: STRIKE_OPTIONS });
  return [
    ...at('/__sandbox/faults', 'faults', {
      GET: list,
      PUT: async (exchange) => {
        faults.set(parseFaultList(await jsonBody(exchange)));
        return list();
      },
      // Parses all faults before it adds any, so that an error in one adds none.
      POST: async (exchange) => {
        for (const fault of parseFaultList(await jsonBody(exchange))) faults.add(fault);
        return list();
      },
      DELETE: () => {
        faults.clear();
        return list();
      },
    }),
    ...at('/__sandbox/faults/:id', 'fault', {
      DELETE: ({ parameters }) => {
        if (faults.remove(Number(parameters['id']))) return list();
        throw new Refusal(404, 'fault-not-found', 'No fault with this id is set.');
      },
    }),
  ];
};

const taskRoutes = (tasks: InspectionContext['tasks']): readonly Route[] => {
  const listed = (id: string): TaskListed => {
    const history = tasks.history(id);
    return { id, status: history.at(-1)?.status, history };
  };
  return [
    ...at('/__sandbox/tasks', 'tasks', { GET: () => json(tasks.ids().map(listed)) }),
    ...at('/__sandbox/tasks/:id/revoke', 'revoke', {
      POST: ({ parameters: { id = '' } }) => {
        if (tasks.revoke(id)) return json(listed(id));
        throw tasks.ids().includes(id)
          ? new Refusal(
              409,
              'task-ended',
              'This task has ended: only a running one can be revoked.',
            )
          : new Refusal(404, 'task-not-found', 'There is no task with this id.');
      },
    }),
  ];
};

export const inspectionRoutes = ({ log, faults, tasks }: InspectionContext): readonly Route[] => [
  ...logRoutes(log),
  ...faultRoutes(faults),
  ...taskRoutes(tasks),
];
