/** What the element needs once there is a recording. Loaded by `downloads.ts`. */
export { createPeaksReader } from '../browser/peaks.js';
export { createTransports, keepConverted } from '../browser/transports.js';
export { createWakeLock } from '../browser/wake-lock.js';
export { runJob } from '../engine/session/run-job.js';
export { intake } from '../strings/en-intake.js';
export { connect } from './connect.js';
export { renderWorking } from './views/working.js';
export { working as workingStyles } from './views/working.styles.js';
