/** The sandbox's own routes, for any page: what reached it, and what it does wrong on purpose. Not in the log. */
import { FAULTS } from './faults.js';
import type { Faults } from './faults/fault-list.js';
import { parseFaultList } from './faults/parse-faults.js';
import { jsonBody } from './http/json-body.js';
import { exactly, json, type Answer, type Route } from './http/route.js';
import type { RequestLog } from './request-log.js';

export interface InspectionContext {
  readonly log: RequestLog;
  readonly faults: Faults;
}

export const inspectionRoutes = ({ log, faults }: InspectionContext): readonly Route[] => {
  const forFaults = {
    match: exactly('/__sandbox/faults'),
    cors: {
      methods: ['GET', 'PUT', 'POST'],
      requestHeaders: ['Content-Type'],
      exposedHeaders: [],
    },
    unlogged: true,
  };
  const listFaults = (): Answer => json({ faults: faults.list(), catalogue: FAULTS });
  const replace: Route['handle'] = async (exchange) => {
    faults.set(parseFaultList(await jsonBody(exchange)));
    return listFaults();
  };
  return [
    {
      kind: 'log',
      method: 'GET',
      match: exactly('/__sandbox/log'),
      cors: { methods: ['GET'], requestHeaders: [], exposedHeaders: [] },
      unlogged: true,
      handle: async () => Promise.resolve(json(log.entries)),
    },
    {
      ...forFaults,
      kind: 'faults',
      method: 'GET',
      handle: async () => Promise.resolve(listFaults()),
    },
    { ...forFaults, kind: 'replace-faults', method: 'PUT', handle: replace },
    { ...forFaults, kind: 'replace-faults', method: 'POST', handle: replace },
  ];
};
