import { onDemand } from '../../ui/on-demand.js';

/** Loads the list of `multiple`. A failed download is tried again at the next call. */
export const loadQueue = onDemand('QueueController', () => import('./queue-controller.js'));
