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
export { createRedisRateStore, type SendRedisCommand } from './server/redis-rate-store.js';
export type { KeyValueStorage } from './server/storage.js';
export type { TokenCache } from './server/storage.js';
export { isTranscribeError, TranscribeError } from './protocol/index.js';
