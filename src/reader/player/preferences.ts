/** How a person likes to listen: kept for the next recording in the same element, and not stored. */

export interface ListeningPreferences {
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly skipSilence: boolean;
}

export interface PreferenceKeeper {
  get(): ListeningPreferences;
  change(some: Partial<ListeningPreferences>): void;
}

export const createPreferences = (): PreferenceKeeper => {
  let kept: ListeningPreferences = { rate: 1, volume: 1, muted: false, skipSilence: false };
  return {
    get: () => kept,
    change(some) {
      kept = { ...kept, ...some };
    },
  };
};
