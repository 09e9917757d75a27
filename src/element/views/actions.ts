import type { Source } from '../../engine/index.js';

/** The actions that views can trigger. */
export interface Actions {
  readonly choose: () => void;
  /** Starts over with this source. */
  readonly select: (source: Source) => void;
  readonly start: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  readonly retry: () => void;
  readonly reset: () => void;
  /** Resumes the offered job. */
  readonly accept: () => void;
  /** Declines the offered job. */
  readonly decline: () => void;
}
