/** The parts of the element that are downloaded when they are needed. A failed download is tried again at the next call. */
import { onDemand } from '../ui/on-demand.js';

/** What uploads and transcribes. */
export const loadWork = onDemand('runJob', () => import('./work.js'));

/** The list of `multiple`. */
export const loadQueue = onDemand('QueueController', () => import('./queue/queue-controller.js'));

/** The recorder of the microphone. */
export const loadMicrophone = onDemand(
  'createMicrophone',
  () => import('../intake/microphone/index.js'),
);

/** The player and the transcript. */
export const loadReader = onDemand(
  'ReaderController',
  () => import('../reader/reader-controller.js'),
);
