import type { SessionPorts } from './ports.js';
import type { RunJob, SessionContext } from './session/run-job.js';
import { createSessionOf, type Session } from './session/session.js';

/** Most of the engine is needed only once there is a recording. */
const loadRunJob = async (): Promise<RunJob> => (await import('./session/run-job.js')).runJob;

/** Transcribes one recording at a time. `context` is called each time work starts or continues. */
export const createSession = (ports: SessionPorts, context: () => SessionContext): Session =>
  createSessionOf(ports, context, loadRunJob);
