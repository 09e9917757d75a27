export type { Clock } from './server/clock.js';
export type { ErrorSummary } from './server/error-summary.js';
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
export type { RateStore } from './server/rate-store.js';
export { createRedisRateStore, type SendRedisCommand } from './server/redis-rate-store.js';
export type { KeyValueStorage } from './server/storage.js';
export type { TokenCache } from './server/token-cache.js';
export { isTranscribeError, TranscribeError } from './protocol/index.js';
