/** What happens in a history, as the model sees it. `properties.ts` judges it. */

/** Where an element is: its page, and which one it is there, such as `tab 1 /case-1 first 1/1`. */
export type Place = string;

export type Fact =
  /** A person wants a recording to be transcribed, here and by this service. A repeat costs nothing only with their consent. */
  | { readonly kind: 'decided'; readonly recording: string }
  /** A page starts an address by itself: one decision of a person, however often the page is opened. */
  | {
      readonly kind: 'opened';
      readonly recording: string;
      readonly user: string;
      readonly place: Place;
    }
  /** Whose recording it is: the user of the page, or of the first token after the decision. */
  | { readonly kind: 'owned'; readonly recording: string; readonly user: string }
  /** A person has put it there, or has accepted it there. `isAlso`: it is being worked on elsewhere, and may stay there. */
  | {
      readonly kind: 'placed';
      readonly recording: string;
      readonly place: Place;
      readonly isAlso: boolean;
    }
  /** A person has discarded it. */
  | { readonly kind: 'discarded'; readonly recording: string }
  /** An element works on it. */
  | {
      readonly kind: 'shown';
      readonly recording: string;
      readonly place: Place;
      readonly service: string;
    }
  | {
      readonly kind: 'offered';
      readonly recording: string;
      readonly place: Place;
      readonly service: string;
      readonly user: string | null;
      /** Another element of the same page works on it. */
      readonly isBusyHere: boolean;
    }
  /** The service has received something of it. `recording` is null if the service does not know what it is. */
  | {
      readonly kind: 'received';
      readonly what: 'plan' | 'part' | 'completion' | 'submission';
      readonly recording: string | null;
      readonly service: string;
      readonly user: string;
    }
  /** The backend has begun to send a submission to the service. */
  | { readonly kind: 'sent'; readonly recording: string | null }
  | {
      readonly kind: 'paid';
      readonly recording: string;
      readonly task: string;
      readonly user: string;
    }
  /** The backend has answered a query that was sent at `askedAt`. */
  | {
      readonly kind: 'told';
      readonly task: string;
      readonly user: string;
      readonly status: string;
      readonly askedAt: number;
    }
  /** The backend has answered a submission with this task. */
  | { readonly kind: 'accepted'; readonly task: string; readonly isWatched: boolean }
  /** An element shows a transcript. */
  | { readonly kind: 'read'; readonly recording: string; readonly text: string }
  /** The work of an element has failed. `reason` is that of the error, or else its code. `user` has the session. */
  | {
      readonly kind: 'failed';
      readonly recording: string;
      readonly reason: string;
      readonly user: string;
    }
  /** An element has left the state `ready` although nobody asked for that. */
  | { readonly kind: 'revived'; readonly recording: string; readonly state: string }
  | { readonly kind: 'asked'; readonly promise: string; readonly id: number }
  | { readonly kind: 'settled'; readonly id: number }
  /** The page of a promise is gone, so nobody waits for it. */
  | { readonly kind: 'abandoned'; readonly id: number }
  /** A token was issued in this browser, or a page says that this is its user. */
  | { readonly kind: 'seen'; readonly user: string; readonly by: 'token' | 'page' }
  /** The first sealing key has changed, so new tokens have another `userKey`. */
  | { readonly kind: 'rotated' }
  /** The browser could not keep what was stored. */
  | { readonly kind: 'lossy' }
  /** Nobody can know whether a process that has ended had sent a submission, or how old a key is. */
  | { readonly kind: 'unknowable' }
  /** The only process that knew the keys of submissions has ended. */
  | { readonly kind: 'keys lost' }
  | { readonly kind: 'page-error'; readonly message: string }
  /** The history is over. */
  | { readonly kind: 'lived' };

export type TimedFact = Fact & { readonly at: number };

/** What is left when a history has ended, faults are over and time has passed. */
export interface Ending {
  readonly facts: readonly TimedFact[];
  /** The recordings of the records in the browser's store, and of the lists. */
  readonly kept: ReadonlySet<string>;
}

/** True if an error with this reason says that the task has ended without a transcript. */
export const endsTask = (reason: string): boolean =>
  ['task-failed', 'task-revoked'].includes(reason);
