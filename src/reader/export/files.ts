/** Loaded when the user exports or prints, or the page exports. */
export {
  exportFileName,
  exportTitle,
  exportTranscript,
} from '../../transcript/exports/export-transcript.js';
export { printTranscript } from './print.js';
