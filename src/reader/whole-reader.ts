/** The reader with all its parts, for pages that load it before there is something to read. */
export { exportShown } from './export/export-shown.js';
export { laterCode } from './later-parts.js';
export { ReaderController, readerStyles } from './reader-controller.js';
