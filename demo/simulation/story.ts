/** “Show me”: plays the whole story of an upload on a bad day. Every step is real, and ends when it was observed. */

export interface Stage {
  /** How many parts are stored. */
  readonly stored: () => number;
  /** Whether the element has no work: it waits for a recording or for the answer to its offer. */
  readonly isIdle: () => boolean;
  readonly isFinished: () => boolean;
  readonly upload: () => void;
  readonly setOffline: (offline: boolean) => void;
  readonly closeTab: () => void;
  /** Resolves when the page in the frame is there again. */
  readonly reopenTab: () => Promise<void>;
  /** Accepts the element's offer to continue; false while there is none. */
  readonly continueUpload: () => boolean;
  /** Resolves at the next change of anything that is asked above. */
  readonly changed: () => Promise<unknown>;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Says what happens now. */
  readonly say: (text: string) => void;
}

/** How long the cable stays out, and the tab closed, in ms. */
const OUT_MS = 2_500;
const CLOSED_MS = 1_500;

/** Parts that are stored before the cable is pulled, and before the tab is closed. */
const BEFORE_OUT = 3;
const BEFORE_CLOSED = 7;

/** Plays the story. It needs a recording of at least ten parts. Ends early once `signal` is aborted. */
export const playStory = async (stage: Stage, signal: AbortSignal): Promise<void> => {
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) {
      await stage.changed();
      signal.throwIfAborted();
    }
  };
  const pause = async (ms: number): Promise<void> => {
    await stage.sleep(ms);
    signal.throwIfAborted();
  };

  stage.say('1 of 5: the recording is uploaded in parts.');
  stage.upload();
  await until(() => stage.stored() >= BEFORE_OUT);
  stage.say('2 of 5: the cable is pulled.');
  stage.setOffline(true);
  await pause(OUT_MS);
  stage.setOffline(false);
  stage.say('3 of 5: the connection is back, and the upload continues by itself.');
  await until(() => stage.stored() >= BEFORE_CLOSED);
  stage.say('4 of 5: the tab is closed in the middle.');
  stage.closeTab();
  await pause(CLOSED_MS);
  await stage.reopenTab();
  signal.throwIfAborted();
  stage.say('5 of 5: the tab is opened again. Only the missing parts are sent.');
  await until(() => stage.continueUpload() || !stage.isIdle());
  await until(stage.isFinished);
  stage.say('Done: the recording arrived, and here is its transcript.');
};
