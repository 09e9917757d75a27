/** The oldest supported browsers, as in docs/limits.md. They have `light-dark()`, popovers and `Intl.Segmenter`. */
export const BROWSERS = { chrome: '123', firefox: '125', safari: '17.5' };

/** The syntax that the build writes. All supported browsers know it. */
export const SYNTAX = 'es2022';
