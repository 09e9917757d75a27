/** What the element needs once there is a recording. Loaded by `load-work.ts`. */
export { createHasher } from '../browser/hasher.js';
export { createCheckedBackend, createHttpBackend } from '../engine/calls/backend.js';
export { createUploadService } from '../engine/calls/service.js';
export { runJob } from '../engine/session/run-job.js';
