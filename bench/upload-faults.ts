import { seededRandom } from '../test/support/seeded-random.js';

/** The fault of one PUT. */
export type Fault =
  | { readonly kind: 'none' }
  /** The connection is destroyed once this share of the body has arrived. */
  | { readonly kind: 'reset'; readonly share: number }
  /** 503, without `Retry-After`. */
  | { readonly kind: 'busy' };

/** Of the requests that carry bytes. `some`: 10 %. `one-reset`: the third one ends half way. */
export type Faults = 'none' | 'some' | 'one-reset';

/** Of this many consecutive requests, one is reset and one is refused: 5 % each. */
const BLOCK = 20;

const NONE: Fault = { kind: 'none' };

const someFault = (request: number): Fault => {
  const block = Math.floor(request / BLOCK);
  const random = seededRandom(20_261_121 + block);
  const reset = random.between(0, BLOCK - 1);
  const busy = (reset + random.between(1, BLOCK - 1)) % BLOCK;
  const place = request - block * BLOCK;
  if (place === reset) return { kind: 'reset', share: random.next() };
  return place === busy ? { kind: 'busy' } : NONE;
};

/** The fault of the request with this number, from 0: the same in every run and for every client. */
export const faultOf = (faults: Faults, request: number): Fault => {
  if (faults === 'some') return someFault(request);
  return faults === 'one-reset' && request === 2 ? { kind: 'reset', share: 0.5 } : NONE;
};
