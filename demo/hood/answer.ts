/** What the drawer asks the demo's server for. */
import type { Exchange } from './exchange.js';

export interface HoodAnswer {
  /** Differs after a restart of the server, which numbers from 1 again. */
  readonly run: string;
  /** Exchanges of the backend; each list has its own numbers. */
  readonly backend: readonly Exchange[];
  /** Exchanges of the browser with the service and the storage, from the sandbox's log. */
  readonly sandbox: readonly Exchange[];
  /** False if the demo uses the real service, whose log cannot be read. */
  readonly seesService: boolean;
  /** False if parts go to a store of its own, such as S3, whose log cannot be read. */
  readonly seesStorage: boolean;
}

export const HOOD_PATH = '/hood.json';
