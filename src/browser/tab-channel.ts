import type { TabChannel } from '../engine/index.js';

const CHANNEL = 'audio-transcribe';

/** Null where the browser has none, or forbids it: then every tab learns what it asks for itself. */
const open = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
};

/** `News` over BroadcastChannel: that there is some, never what, as any script of the page's origin can listen. */
export const broadcastTabChannel: TabChannel = {
  post() {
    const channel = open();
    channel?.postMessage(null);
    channel?.close();
  },
  listen(listener) {
    const channel = open();
    channel?.addEventListener('message', listener);
    return () => channel?.close();
  },
};
