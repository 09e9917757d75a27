/** Notes in `localStorage` of deletions that have not ended: each has the time of its request, in ms since the epoch. */

export const NOTES = 'audio-transcribe-forget:';

/** The key of a note. `id`: the user key; null for all users. */
export const noteOf = (id: string | null): string => NOTES + JSON.stringify(id);
