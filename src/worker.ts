/** The worker: it hashes and copies recordings, reads their peaks, and converts them. It is started as a module, from a file or from a Blob. */
import { takeCopyRequest } from './hashing/copy.js';
import { WORKER_CONTRACT, WORKER_NAME, type WorkerReply } from './hashing/hash-messages.js';
import { takeHashRequest } from './hashing/hash-blob.js';
import { takeConvertRequest } from './convert/convert-worker.js';
import { takePeaksRequest } from './peaks/peaks-worker.js';

const reply = (message: WorkerReply): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (takeHashRequest(data) || takeCopyRequest(data)) return;
  if (takePeaksRequest(data) || takeConvertRequest(data)) return;
  reply({ type: 'failed', message: 'not a request to this worker' });
});

reply({ type: 'ready', worker: WORKER_NAME, contract: WORKER_CONTRACT });
