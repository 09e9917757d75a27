export type { Clock } from './server/time.js';
export type { ErrorSummary } from './server/events.js';
export type { HandlerEvent, RouteName, ServiceCall } from './server/events.js';
export { createPartnerHandler, type PartnerHandler } from './server/handler.js';
export type {
  Exchange,
  ExchangeContext,
  HandlerLimits,
  PartnerHandlerOptions,
  Refresh,
  RefreshContext,
  Session,
} from './server/options.js';
export type { RateLimit, RateVerdict } from './server/rate-limit.js';
export type { RateStore } from './server/rate-limit.js';
export type { SendRedisCommand } from './server/redis-commands.js';
export { createRedisRateStore } from './server/redis-rate-store.js';
export { createRedisStorage } from './server/redis-storage.js';
export { openSealedId, type OpenedId } from './server/sealed-id.js';
export type { KeyValueStorage } from './server/storage.js';
export type { TokenCache } from './server/storage.js';
export type {
  TaskLimits,
  TaskStepsOptions,
  TaskWatcherOptions,
  WatcherClock,
  WatcherLimits,
  WatcherStorage,
} from './server/watcher/options.js';
export type {
  EndStatus,
  FailedTask,
  FinishedTask,
  HookContext,
  HookName,
  OnFinished,
  OnSubmitted,
  SubmittedTask,
  TaskName,
} from './server/watcher/task.js';
export type { ListedTask, TaskAnswer, TaskPage, TaskRecorder } from './server/watcher/recorder.js';
export {
  createTaskSteps,
  type QueuedTask,
  type TaskStep,
  type TaskSteps,
} from './server/watcher/queued-task.js';
export { createTaskWatcher, type TaskWatcher } from './server/watcher/watcher.js';
export { isTranscribeError, type RawTask, TranscribeError } from './protocol/index.js';
