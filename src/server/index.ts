export type { Clock } from './clock.js';
export type { ErrorSummary } from './error-summary.js';
export type { HandlerEvent, RouteName, ServiceCall } from './events.js';
export { createPartnerHandler, type PartnerHandler } from './handler.js';
export type {
  Exchange,
  ExchangeContext,
  HandlerLimits,
  PartnerHandlerOptions,
  Refresh,
  RefreshContext,
  Session,
} from './options.js';
export type { RateLimit, RateVerdict } from './rate-limit.js';
export type { RateStore } from './rate-store.js';
export { createRedisRateStore, type SendRedisCommand } from './redis-rate-store.js';
export type { KeyValueStorage } from './storage.js';
export type { TokenCache } from './token-cache.js';
export { isTranscribeError, TranscribeError } from '../protocol/index.js';
