/** In ms: the wait for audio that neither loads nor fails. */
const TIMEOUT_MS = 5_000;

const settled = async (audio: HTMLAudioElement): Promise<void> => {
  const { HAVE_CURRENT_DATA, NETWORK_LOADING, NETWORK_NO_SOURCE } = HTMLMediaElement;
  const { networkState, readyState, error } = audio;
  // A player that was just given its audio has no source yet.
  const isLoading = networkState === NETWORK_LOADING || networkState === NETWORK_NO_SOURCE;
  if (!isLoading || error !== null || readyState >= HAVE_CURRENT_DATA) return;
  await new Promise<void>((resolve) => {
    for (const type of ['loadeddata', 'error'])
      audio.addEventListener(type, () => resolve(), { once: true });
    setTimeout(resolve, TIMEOUT_MS);
  });
};

/**
 * Resolves once the audio in this tree has loaded or failed. Call it before the audio is taken away: WebKitGTK's main
 * and media threads can deadlock if that happens while it starts.
 */
export const audioSettled = async (root: ParentNode): Promise<void> => {
  await Promise.all([...root.querySelectorAll('audio')].map(settled));
};
