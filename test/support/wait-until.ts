import { waitUntil as wait } from '@open-wc/testing';

/** In ms. Its own limit of 1 s is too short for a busy machine that loads a part first. */
const LIMIT_MS = 60_000;

/** Resolves once the condition is true. Rejects with the message after a minute. */
export const waitUntil = (condition: () => boolean, message?: string): Promise<void> =>
  wait(condition, message, { timeout: LIMIT_MS });
