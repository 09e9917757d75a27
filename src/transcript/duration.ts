/** Whether the audio is the recording that was transcribed, as far as its length tells. */

/** Of the transcript's duration. */
const TOLERATED_SHARE = 0.02;
/** Milliseconds: the service gives whole seconds (2.4). */
const TOLERATED_MS = 1_000;

/**
 * Milliseconds that the audio is longer than the transcript says, negative where it is shorter; null while
 * they agree (within 2 % or one second), or where the transcript does not say. A duration of 0 says nothing.
 */
export const durationMismatch = (
  transcriptSeconds: number | null,
  audioMs: number,
): number | null => {
  if (transcriptSeconds === null || !(transcriptSeconds > 0) || !Number.isFinite(audioMs))
    return null;
  const expected = transcriptSeconds * 1000;
  const difference = audioMs - expected;
  const tolerated = Math.max(TOLERATED_MS, expected * TOLERATED_SHARE);
  return Math.abs(difference) > tolerated ? difference : null;
};
