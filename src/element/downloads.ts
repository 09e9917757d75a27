import { onDemand } from '../ui/on-demand.js';

/** Loads what uploads and transcribes. A failed download is tried again at the next call. */
export const loadWork = onDemand('runJob', () => import('./work.js'));
