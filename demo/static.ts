/** Replaced at build time. */
declare const STATIC_DEMO: boolean;

/** True in the static build of the demo, which has no server. */
export const isStatic = typeof STATIC_DEMO !== 'undefined' && STATIC_DEMO;
