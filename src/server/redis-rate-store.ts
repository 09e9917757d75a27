import { TranscribeError } from '../protocol/index.js';
import { intervalOf, type RateStore } from './rate-limit.js';
import type { SendRedisCommand } from './redis-commands.js';

/**
 * The same as `takeRequest`, with the clock of Redis. Returns 0, or the milliseconds until a request is
 * allowed.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
local requests, interval = tonumber(ARGV[1]), tonumber(ARGV[2])
local empty = now + requests * interval
local stored = tonumber(redis.call('GET', KEYS[1])) or now
local held = math.min(empty, math.max(now, stored))
local wait = held + interval - empty
local full = wait > 0 and held or held + interval
if full ~= stored then redis.call('SET', KEYS[1], full, 'PX', full - now) end
return math.max(0, wait)`;

const sha1Of = async (text: string): Promise<string> => {
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)),
  );
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Creates a rate store in Redis that is exact across instances. A script counts on the server, in one round
 * trip, with the clock of the Redis server. Each key expires when its bucket is full.
 *
 * Throws TranscribeError `configuration` if `send` is not a function.
 */
export const createRedisRateStore = (send: SendRedisCommand): RateStore => {
  if (typeof send !== 'function') {
    const message =
      'createRedisRateStore: give a function that sends a command, as (command) => client.sendCommand(command).';
    throw new TranscribeError('configuration', message);
  }
  let sha: Promise<string> | null = null;
  return {
    async take(key, limit) {
      const args = ['1', key, String(limit.requests), String(intervalOf(limit))];
      const name = await (sha ??= sha1Of(SCRIPT));
      let reply: unknown;
      try {
        reply = await send(['EVALSHA', name, ...args]);
      } catch (error) {
        // Redis forgets its scripts when it restarts. EVAL loads the script again.
        if (!(error instanceof Error) || !/\bNOSCRIPT\b/.test(error.message)) throw error;
        reply = await send(['EVAL', SCRIPT, ...args]);
      }
      // Some clients return integers as strings or BigInt.
      if (!/^\d+$/.test(String(reply)))
        throw new TypeError('Redis did not answer with an integer.');
      const retryAfterMs = Number(reply);
      return retryAfterMs > 0 ? { allowed: false, retryAfterMs } : { allowed: true };
    },
  };
};
