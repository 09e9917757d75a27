/**
 * Sends one command to Redis, such as `['EVALSHA', '…']`, and resolves with the reply. If Redis reports an
 * error, it must reject with an Error that has the same message. The message contains `NOSCRIPT` if Redis
 * does not know the script.
 */
export type SendRedisCommand = (command: [name: string, ...args: string[]]) => Promise<unknown>;
