/** Tells every page of this origin that stored work is to be forgotten. */

const CHANNEL = 'audio-transcribe:forget';

/** A `resume-scope` or a `storage_scope`; null for everything. */
type Forgotten = string | null;
type Listener = (id: Forgotten) => Promise<void>;

export interface Forgetting {
  /** Calls the listener whenever some page of this origin forgets; returns what ends that. */
  listen(listener: Listener): () => void;
  /** Resolves once the listeners of this page are done; those of other pages are told, and not waited for. */
  tell(id: Forgotten): Promise<void>;
}

/** Undefined where another script of the page uses the channel for something else. */
const read = (message: unknown): Forgotten | undefined => {
  if (typeof message !== 'object' || message === null || !('forget' in message)) return undefined;
  const { forget } = message;
  return forget === null || typeof forget === 'string' ? forget : undefined;
};

export const createForgetting = (): Forgetting => {
  const listeners = new Set<Listener>();
  let channel: BroadcastChannel | null = null;
  const tellHere = (id: Forgotten): Promise<unknown> =>
    Promise.allSettled([...listeners].map((listener) => listener(id)));
  const open = (): BroadcastChannel | null => {
    try {
      const opened = new BroadcastChannel(CHANNEL);
      opened.addEventListener('message', ({ data }) => {
        const id = read(data);
        if (id !== undefined) void tellHere(id);
      });
      return opened;
    } catch {
      // The browser has none, or forbids it: then a page that stores work finds it deleted at its next write.
      return null;
    }
  };
  return {
    listen(listener) {
      listeners.add(listener);
      channel ??= open();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channel?.close();
        channel = null;
      };
    },
    async tell(id) {
      const own = channel ?? open();
      // A channel does not hear itself.
      own?.postMessage({ forget: id });
      if (own !== channel) own?.close();
      await tellHere(id);
    },
  };
};
