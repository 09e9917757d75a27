/** The page's side of the simulation: its service worker, and the id of this visit. */
import { type Exchange, withExchanges } from '../hood/model.js';
import { channelOf, type News, type Order, isVisitId, WORKER_FILE } from './messages.js';
import type { SimulationState } from './visit.js';

/** This browser or this page cannot run the simulation. The message is for the visitor. */
export class SimulationUnavailable extends Error {
  override readonly name = 'SimulationUnavailable';
}

const KEY = 'audio-transcribe-simulation';

/** In ms. A page that is being reloaded gives its lock back within this time. */
const LOCK_TIMEOUT_MS = 2_000;

/** Holds the lock of a visit until the page is closed. False if another tab holds it. */
const hold = (visit: string): Promise<boolean> =>
  new Promise((resolve) => {
    navigator.locks
      .request(channelOf(visit), { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });

/** The visit of this part of this tab. It survives a reload. A duplicated tab gets its own. */
const ownVisit = async (name: string): Promise<string> => {
  const key = `${KEY}-${name}`;
  const stored = sessionStorage.getItem(key);
  if (isVisitId(stored) && (await hold(stored))) return stored;
  const visit = crypto.randomUUID().replaceAll('-', '');
  sessionStorage.setItem(key, visit);
  await hold(visit);
  return visit;
};

const activated = async (registration: ServiceWorkerRegistration): Promise<void> => {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker === null) throw new Error('There is no service worker.');
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('The service worker was replaced.');
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
};

export interface SimulationStart {
  /** The URL of the simulation's folder, with a trailing slash. */
  readonly folder: string;
  /** The part of the page; each has a visit of its own. */
  readonly name: string;
  readonly onState: (state: SimulationState) => void;
  readonly onExchanges: (exchanges: readonly Exchange[]) => void;
}

/** Registers the service worker and begins to listen. Rejects with SimulationUnavailable. */
export const startSimulation = async ({ folder, name, onState, onExchanges }: SimulationStart) => {
  if (!('serviceWorker' in navigator)) {
    throw new SimulationUnavailable(
      'This part needs a service worker, which your browser does not allow here. Open the page over https or at 127.0.0.1, and not in a private window.',
    );
  }
  try {
    const visit = await ownVisit(name);
    const registration = await navigator.serviceWorker.register(folder + WORKER_FILE);
    await activated(registration);
    let exchanges: readonly Exchange[] = [];
    const channel = new BroadcastChannel(channelOf(visit));
    channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
      const changed: readonly Exchange[] = data.exchanges;
      exchanges = data.all ? changed : withExchanges(exchanges, changed);
      onState(data.state);
      if (data.all || changed.length > 0) onExchanges(exchanges);
    });
    return {
      /** The URL of the page with the element. */
      pageUrl: `${folder}page.html?visit=${visit}`,
      // A newer worker may have replaced the first one.
      send: (order: Order): void => registration.active?.postMessage({ visit, ...order }),
    };
  } catch (cause) {
    throw new SimulationUnavailable(
      'The service worker of this part could not be started. Reload the page and try again.',
      { cause },
    );
  }
};

export type Simulation = Awaited<ReturnType<typeof startSimulation>>;
