import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPorts } from '../../../demo/ports.js';
import { listenNear } from '../../../demo/sandbox/hosts.js';

test('ports: read from the environment, with defaults', () => {
  assert.deepEqual(readPorts({}), { page: 5173, service: undefined, storage: undefined });
  assert.deepEqual(
    readPorts({ PORT: '0', SANDBOX_PORT: ' 8080 ', SANDBOX_STORAGE_PORT: '65535' }),
    { page: 0, service: 8080, storage: 65_535 },
  );
  assert.equal(readPorts({ PORT: '' }).page, 5173);
});

test('ports: anything but a port number is refused with the name of its variable', () => {
  for (const value of ['-1', '65536', '80.5', '1e3', 'http', '0x50'])
    assert.throws(() => readPorts({ SANDBOX_STORAGE_PORT: value }), {
      message: `SANDBOX_STORAGE_PORT is “${value}”. It must be a whole number from 0 to 65535; 0 takes any free port.`,
    });
});

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('listenNear: skips taken ports, and reports them', async () => {
  const skipped: number[] = [];
  const listen = (port: number): Promise<number> =>
    port < 5175 ? Promise.reject(failure('EADDRINUSE')) : Promise.resolve(port);
  assert.equal(await listenNear('SANDBOX_PORT', 5173, listen, (port) => skipped.push(port)), 5175);
  assert.deepEqual(skipped, [5173, 5174]);
});

test('listenNear: gives up after ten ports, or after the last one', async () => {
  const listen = () => Promise.reject(failure('EADDRINUSE'));
  const near = (port: number) => listenNear('SANDBOX_PORT', port, listen, () => undefined);
  await assert.rejects(near(5173), {
    message: 'Ports 5173 to 5182 are taken. Set SANDBOX_PORT to a free one.',
  });
  await assert.rejects(near(65_530), {
    message: 'Ports 65530 to 65535 are taken. Set SANDBOX_PORT to a free one.',
  });
});

test('listenNear: a forbidden port has its own message, other errors pass through', async () => {
  const near = (code: string) =>
    listenNear(
      'SANDBOX_PORT',
      80,
      () => Promise.reject(failure(code)),
      () => undefined,
    );
  await assert.rejects(near('EACCES'), {
    message: 'You may not use port 80. Set SANDBOX_PORT to one from 1024 on.',
  });
  await assert.rejects(near('EOTHER'), { code: 'EOTHER' });
});
