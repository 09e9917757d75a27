export type { Clock } from './server/deadlines.js';
export type {
  ErrorSummary,
  HandlerEvent,
  RouteName,
  ServiceCall,
} from './server/handler-events.js';
export { createPartnerHandler, type PartnerHandler } from './server/handler.js';
export type {
  Exchange,
  ExchangeContext,
  HandlerLimits,
  PartnerHandlerOptions,
  RateLimit,
  RateStore,
  RateVerdict,
  Refresh,
  RefreshContext,
  Session,
} from './server/options.js';
export { openSealedId, type OpenedId } from './server/sealed-id.js';
export type {
  KeyValueStorage,
  SubmissionStore,
  TokenCache,
  WatcherStorage,
} from './server/storage.js';
export type {
  TaskLimits,
  TaskStepsOptions,
  TaskWatcherOptions,
  WatcherClock,
  WatcherLimits,
} from './server/watcher/watcher-options.js';
export type {
  EndStatus,
  FailedTask,
  FinishedTask,
  HookContext,
  HookName,
  ListedTask,
  OnFinished,
  OnSubmitted,
  SubmittedTask,
  TaskAnswer,
  TaskName,
  TaskPage,
  TaskRecorder,
} from './server/watcher/task.js';
export {
  createTaskSteps,
  type QueuedTask,
  type TaskStep,
  type TaskSteps,
} from './server/watcher/queued-task.js';
export { toHtml, type ToHtmlOptions } from './server/transcript-html.js';
export { createTaskWatcher, type TaskWatcher } from './server/watcher/watcher.js';
export { isTranscribeError, TranscribeError } from './protocol/errors.js';
export type { RawTask } from './protocol/responses.js';
