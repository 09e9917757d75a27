import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Servers that take any port get one from 32,768 (Linux) or 49,152 (macOS, Windows). Below, none of them takes the port
 * before the program does that must be told it.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * A port of the loopback interface that nothing listens on, for a program that must be told its port.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = randomInt(LOWEST, HIGHEST);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
