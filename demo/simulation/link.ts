/** The visitor's network: a slow link that all requests of one visit share, and that can fail. */

export interface LinkConditions {
  readonly offline: boolean;
  /** When the train departed, in ms since 1970; null without a train. */
  readonly trainSince: number | null;
  readonly bytesPerSecond: number;
}

export interface LinkClock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Link {
  /** Throws Disconnected if there is no connection. */
  requireConnection(): void;
  /** Resolves when the link has carried this many more bytes. Rejects with Disconnected. */
  carry(bytes: number): Promise<void>;
}

export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}

/** In ms. The first tunnel begins one quarter of a round after the departure. */
const ROUND_MS = 20_000;
const TUNNEL_MS = 4_000;
const FIRST_TUNNEL_MS = 4_000;
/** The share of the link that is left on the train. */
export const TRAIN_SHARE = 2 / 3;

/** Whether the train is in a tunnel, and for how long this stays so, in ms. */
export const trainAt = (
  sinceMs: number,
): { readonly inTunnel: boolean; readonly changesInMs: number } => {
  const at = (Math.max(0, sinceMs) - FIRST_TUNNEL_MS + ROUND_MS) % ROUND_MS;
  return at < TUNNEL_MS
    ? { inTunnel: true, changesInMs: TUNNEL_MS - at }
    : { inTunnel: false, changesInMs: ROUND_MS - at };
};

/** `conditions` is called for each piece of data, so changes apply at once. */
export const createLink = (conditions: () => LinkConditions, clock: LinkClock): Link => {
  /** When the link has carried everything accepted so far, in ms since 1970. */
  let freeAt = 0;

  const requireConnection = (): void => {
    const { offline, trainSince } = conditions();
    if (offline) throw new Disconnected('offline');
    if (trainSince !== null && trainAt(clock.now() - trainSince).inTunnel)
      throw new Disconnected('in a tunnel');
  };

  return {
    requireConnection,
    async carry(bytes) {
      requireConnection();
      const { bytesPerSecond, trainSince } = conditions();
      const rate = bytesPerSecond * (trainSince === null ? 1 : TRAIN_SHARE);
      freeAt = Math.max(clock.now(), freeAt) + (bytes / rate) * 1000;
      await clock.sleep(freeAt - clock.now());
      requireConnection();
    },
  };
};
