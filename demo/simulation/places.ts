/** The addresses of the simulation. All of them are below the scope of its service worker. */

/** Beside page.html. */
export const WORKER_FILE = 'worker.js';

const VISIT = /^[0-9a-f]{32}$/;

export const isVisitId = (value: unknown): value is string =>
  typeof value === 'string' && VISIT.test(value);

export interface Places {
  /** `backend-url` of the element. */
  readonly backend: string;
  /** `service-url` of the element. */
  readonly service: string;
  readonly storage: string;
}

/** The places of one visit. `scope` is the absolute URL of the service worker's scope, with a trailing slash. */
export const placesOf = (scope: string, visit: string): Places => ({
  backend: `${scope}${visit}/backend`,
  service: `${scope}${visit}/service`,
  storage: `${scope}${visit}/storage`,
});

export interface Asked {
  readonly visit: string;
  readonly to: 'backend' | 'service' | 'storage';
  /** The path below the place, such as `/user-token`. */
  readonly path: string;
}

/** Which visit and place an address belongs to; null for every other address. */
export const askedOf = (scope: string, address: string): Asked | null => {
  if (!address.startsWith(scope)) return null;
  const below = new URL(address).pathname.slice(new URL(scope).pathname.length);
  const [, visit, to, path = ''] = /^([^/]+)\/(backend|service|storage)(\/.*)?$/.exec(below) ?? [];
  return isVisitId(visit) ? { visit, to: to as Asked['to'], path } : null;
};
