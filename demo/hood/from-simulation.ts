/** The exchanges of “Pull the plug”. */
import { watchSimulation } from '../simulation/watch.js';
import type { ExchangeSource } from './model.js';
import { shortPath } from './short-path.js';

/** Each simulated server has a folder of its own; a real one has an origin. */
const SERVER = /^.*\/simulation\/[^/]+\/(?:backend|service|storage)(?=\/)/;

/** The path as a real server would see it. */
export const simulatedPath = (path: string): string => shortPath(path.replace(SERVER, ''));

export const simulatedRequests: ExchangeSource = (onExchanges) =>
  watchSimulation((exchanges) =>
    onExchanges(exchanges.map((one) => ({ ...one, path: simulatedPath(one.path) }))),
  );
