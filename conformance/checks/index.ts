/** Every check in execution order: what the specification promises first, then what may use up or end something. */
import type { Check } from '../finding.js';
import { completionChecks } from './completion.js';
import { wholeChecks } from './conventions.js';
import { lastingChecks, lifetimeChecks } from './lifetimes.js';
import { partnerTokenChecks, refreshChecks } from './partner-token.js';
import { planChecks } from './plan.js';
import { resultNotes, speakerChecks } from './result-variants.js';
import { resultChecks } from './result.js';
import { stateChecks } from './states.js';
import { storageChecks } from './storage.js';
import { formatChecks, queryChecks, submissionChecks } from './submission.js';
import { fileChecks } from './uploaded-file.js';
import { userTokenChecks } from './user-token.js';

export const CHECKS: readonly Check[] = [
  ...partnerTokenChecks,
  ...userTokenChecks,
  ...planChecks,
  ...storageChecks,
  ...completionChecks,
  ...fileChecks,
  ...submissionChecks,
  ...queryChecks,
  ...stateChecks,
  ...resultChecks,
  ...speakerChecks,
  ...resultNotes,
  ...formatChecks,
  ...lastingChecks,
  ...refreshChecks,
  ...lifetimeChecks,
  ...wholeChecks,
];
