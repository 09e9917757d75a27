/** Seconds. The editor, which is loaded later, takes nothing else from the player. */
export const SKIP = 10;
/** Seconds, while text is typed. */
export const TYPING_SKIP = 3;
