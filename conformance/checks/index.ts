/** Every check in execution order: checks of rejections run before those that use up their upload. */
import type { Check } from '../finding.js';
import { completionChecks, fileChecks } from './completion.js';
import { exchangeChecks } from './partner-token.js';
import { planChecks } from './plan.js';
import { refreshChecks } from './refresh.js';
import { resultChecks } from './result.js';
import { stateChecks } from './states.js';
import { storageChecks } from './storage.js';
import { submissionChecks } from './submission.js';
import { userTokenChecks } from './user-token.js';
import { wholeChecks } from './conventions.js';

export const CHECKS: readonly Check[] = [
  ...exchangeChecks,
  ...userTokenChecks,
  ...planChecks,
  ...storageChecks,
  ...completionChecks,
  ...fileChecks,
  ...submissionChecks,
  ...stateChecks,
  ...resultChecks,
  ...refreshChecks,
  ...wholeChecks,
];
