import { onDemand } from '../../ui/on-demand.js';

/** Loads the export dialog, and what writes the files. A failed download can be tried again. */
export const loadFiles = onDemand('exportTranscript', () => import('./files.js'));
