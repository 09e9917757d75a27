import type { SessionPorts } from './ports.js';
import { runJob, type SessionContext } from './session/run-job.js';
import { createSessionOf, type Session } from './session/session.js';

/** Transcribes one recording at a time. `context` is called each time work starts or continues. */
export const createSession = (ports: SessionPorts, context: () => SessionContext): Session =>
  createSessionOf(ports, context, () => Promise.resolve(runJob));
