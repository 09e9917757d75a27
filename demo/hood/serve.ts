/** The drawer's part of the demo's server. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoBackend } from '../backend.js';
import { sessionName } from '../sandbox/sessions/sessions.js';
import type { HoodAnswer } from './model.js';
import { exchangesOf } from './sources.js';

const numberIn = (query: URLSearchParams, name: string): number => {
  const value = query.get(name) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : 0;
};

/** `seesStorage` is false if parts go to a store of its own. */
export const createHoodServer = (
  { recorder, sandbox, session }: Pick<DemoBackend, 'recorder' | 'sandbox' | 'session'>,
  seesStorage: boolean,
) => {
  const run = randomUUID();
  const userOf = ({ headers }: IncomingMessage): string | null => session.userOf(headers.cookie);
  return {
    /** Handles a request to the backend, and records it if a user is signed in. */
    record: (req: IncomingMessage, res: ServerResponse, handle: () => void): void => {
      const user = userOf(req);
      if (user === null) handle();
      else recorder.record(user, req, res, handle);
    },
    /** Answers with the exchanges of the signed-in user: `?backend=` and `?sandbox=` are the last known numbers. */
    answer: (req: IncomingMessage, res: ServerResponse, query: URLSearchParams): void => {
      const user = userOf(req);
      const isSame = query.get('run') === run;
      const since = (name: string): number => (isSame ? numberIn(query, name) : 0);
      const answer: HoodAnswer = {
        run,
        backend: user === null ? [] : recorder.since(user, since('backend')),
        sandbox:
          user === null ? [] : exchangesOf(sandbox?.log ?? [], sessionName(user), since('sandbox')),
        seesService: sandbox !== null,
        seesStorage: sandbox !== null && seesStorage,
      };
      res.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      res.end(JSON.stringify(answer));
    },
  };
};
