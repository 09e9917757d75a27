/** The parts of the reader that are downloaded when they are needed. A failed download can be tried again. */
import { onDemand } from '../ui/on-demand.js';

export const loadFiles = onDemand('exportTranscript', () => import('./export/files.js'));

export const loadCorrections = onDemand(
  'createCorrections',
  () => import('./edit/correction-tools.js'),
);
