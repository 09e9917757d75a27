/** The messages between the pages of the demo and the simulation's service worker. */
import type { Exchange } from '../hood/model.js';
import { isObject } from '../../src/protocol/read.js';
import type { SimulationState } from './visit.js';

// The addresses of the simulation. All of them are below the scope of its service worker.

/** Beside page.html. */
export const WORKER_FILE = 'worker.js';

const VISIT = /^[0-9a-f]{32}$/;

export const isVisitId = (value: unknown): value is string =>
  typeof value === 'string' && VISIT.test(value);

interface Places {
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

/** From a page to the worker. */
export type Order =
  | { readonly type: 'watch' }
  /** The page was opened, possibly after a reload: the requests of the page before it have ended. */
  | { readonly type: 'opened' }
  /** The page is being closed, or the element was paused or cancelled: its requests have ended. */
  | { readonly type: 'stopped' }
  | { readonly type: 'offline'; readonly on: boolean }
  | { readonly type: 'train'; readonly on: boolean }
  | { readonly type: 'expire' }
  | { readonly type: 'rate'; readonly bytesPerSecond: number }
  /** The page has the transcript: nothing has to survive a reload any more. */
  | { readonly type: 'finished' }
  /** The storage keeps the bytes of uploads in memory, so that the page can fetch them at their DownloadUrl. */
  | { readonly type: 'keep' }
  | { readonly type: 'forget' };
export type Command = { readonly visit: string } & Order;

/** A page that the worker does not control, such as after a forced reload, asks it to take over. */
export const CLAIM = 'claim';

/** From the worker to the pages of one visit, over its BroadcastChannel. */
export interface News {
  readonly state: SimulationState;
  /** The exchanges that are new or have changed. */
  readonly exchanges: readonly Exchange[];
  /** True if `exchanges` has all of them. */
  readonly all: boolean;
}

export const channelOf = (visit: string): string => `audio-transcribe-simulation:${visit}`;

/** Other pages of this host can send messages too. */
export const isCommand = (message: unknown): message is Command =>
  isObject(message) && isVisitId(message['visit']);
