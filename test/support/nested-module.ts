/** A module with its exports in an object, as some bundlers write it. */
export * as time from '../../src/transcript/time.js';
