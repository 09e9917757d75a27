/** The drawer's part of the demo's server. */
import { randomUUID } from 'node:crypto';
import type { DemoBackend } from '../backend.js';
import { sessionName } from '../sandbox/sessions/sessions.js';
import type { HoodAnswer } from './model.js';
import { exchangesOf } from './sources.js';

const numberIn = (query: URLSearchParams, name: string): number => {
  const value = query.get(name) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : 0;
};

export const createHoodServer = ({
  handler,
  recorder,
  sandbox,
  seesStorage,
  session,
}: DemoBackend) => {
  const run = randomUUID();
  const userOf = ({ headers }: Request): string | null => session.userOf(headers.get('cookie'));

  return {
    /** Handles a request to the backend, and records it if a user is signed in. */
    record: (request: Request): Promise<Response> => {
      const user = userOf(request);
      return user === null ? handler(request) : recorder.record(user, request, handler);
    },

    /** Answers with the exchanges of the signed-in user: `?backend=` and `?sandbox=` are the last known numbers. */
    answer: (request: Request): Response => {
      const user = userOf(request);
      const query = new URL(request.url).searchParams;
      const isSame = query.get('run') === run;
      const since = (name: string): number => (isSame ? numberIn(query, name) : 0);
      const answer: HoodAnswer = {
        run,
        backend: user === null ? [] : recorder.since(user, since('backend')),
        sandbox:
          user === null ? [] : exchangesOf(sandbox?.log ?? [], sessionName(user), since('sandbox')),
        seesService: sandbox !== null,
        seesStorage,
      };
      return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } });
    },
  };
};
