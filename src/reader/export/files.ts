/** Loaded when the user exports or prints, or the page exports. */
export { exportTranscript } from '../../transcript/exports/export-transcript.js';
export { createExportDialog } from './export-dialog.js';
