/** What several parts of the element download when they need it. A failed download is tried again at the next call. */
import { onDemand } from '../ui/on-demand.js';

/** What uploads and transcribes. */
export const loadWork = onDemand('runJob', () => import('./work.js'));

/** The player and the transcript. */
export const loadReader = onDemand(
  'ReaderController',
  () => import('../reader/reader-controller.js'),
);
