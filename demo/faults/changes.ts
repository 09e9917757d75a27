/** Tells every tab of this browser, this one included, that the session's faults or conditions have changed. */
const NAME = 'audio-transcribe-demo-faults';

const sender = new BroadcastChannel(NAME);

export const announceChange = (): void => sender.postMessage(null);

export const onChange = (listener: () => void): void => {
  // Another object than the sender, so that it also receives the messages of this tab.
  new BroadcastChannel(NAME).addEventListener('message', listener);
};
