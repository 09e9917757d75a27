/** What a view can ask for; the element turns it into commands. */
export interface Actions {
  readonly choose: () => void;
  readonly start: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  readonly retry: () => void;
  readonly reset: () => void;
  /** Goes on with interrupted work that is offered. */
  readonly accept: () => void;
  /** Forgets it. */
  readonly decline: () => void;
}
