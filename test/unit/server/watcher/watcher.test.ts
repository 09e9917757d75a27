import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentOf, createWorld, DATA, nameOf } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('task watcher', () => {
  it('calls onSubmitted with the request, then onFinished with the raw data, once each', async () => {
    const { clock, service, submitted, finished, watcher, submit } = createWorld();
    watcher.start();
    await submit('task-1');
    await clock.advance(10 * SECOND);
    assert.equal(submitted.length, 1);
    assert.equal(submitted[0]?.sealedId, 'sealed-task-1');
    assert.match(submitted[0]?.request.file_url ?? '', /^https:\/\/files/);
    assert.equal(finished.length, 0);
    service.answer('SUCCESS');
    await clock.advance(HOUR);
    assert.deepEqual(finished, [
      { ...nameOf('task-1'), sealedId: 'sealed-task-1', status: 'SUCCESS', data: DATA },
    ]);
    assert.equal(submitted.length, 1);
    await watcher.stop();
  });

  for (const status of ['FAILURE', 'REVOKED'] as const) {
    it(`${status}: calls onFinished without data, and never queries again`, async () => {
      const { clock, service, finished, watcher, submit } = createWorld();
      service.answer(status);
      watcher.start();
      await submit('task-1');
      await clock.advance(HOUR);
      assert.deepEqual(
        finished.map((task) => [task.status, task.data]),
        [[status, null]],
      );
      assert.equal(service.queries.length, 1);
      await watcher.stop();
    });
  }

  it('follows the pace of section 8: 2 to 5 s at first, then longer, at most a minute', async () => {
    const { clock, service, watcher, submit } = createWorld();
    watcher.start();
    const start = clock.now();
    await submit('task-1');
    await clock.advance(2 * HOUR);
    const gaps = service.times.map((time, index) => time - (service.times[index - 1] ?? start));
    assert.ok(gaps[0]! >= 2_000 && gaps[0]! <= 5_000, `${gaps[0]}`);
    assert.ok(
      gaps.every((gap) => gap >= 1_900 && gap <= 60_200),
      `${gaps.join()}`,
    );
    assert.ok(gaps.slice(-20).every((gap) => gap > 40_000));
    assert.ok(service.times.length < 200, `${service.times.length} queries in two hours`);
    assert.ok(clock.timers() <= 2, 'one timer for the task, one for the storage');
    await watcher.stop();
  });

  it('keeps no request after onSubmitted, and no result after resultSeconds', async () => {
    const { clock, service, storage, watcher, submit } = createWorld();
    watcher.start();
    await submit('task-1');
    assert.match(await contentOf(storage), /signature=abc/);
    await clock.advance(SECOND);
    assert.doesNotMatch(await contentOf(storage), /signature=abc/);
    service.answer('SUCCESS');
    await clock.advance(5 * MINUTE);
    assert.match(await contentOf(storage), /Hello\./);
    await clock.advance(3 * HOUR);
    assert.doesNotMatch(await contentOf(storage), /Hello\./);
    await clock.sleep(31 * 24 * HOUR);
    assert.doesNotMatch(await contentOf(storage), /task-1/);
    await watcher.stop();
  });

  it('stops after taskSeconds if a task never ends', async () => {
    const { clock, service, finished, watcher, submit } = createWorld({
      limits: { taskSeconds: 3600 },
    });
    service.answer('PROGRESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(3 * HOUR);
    assert.deepEqual(
      finished.map(({ status, data }) => [status, data]),
      [['TIMED_OUT', null]],
    );
    const { length } = service.queries;
    await clock.advance(HOUR);
    assert.equal(service.queries.length, length);
    await watcher.stop();
  });

  it('does not believe a 404 before missingSeconds', async () => {
    const { clock, service, finished, watcher, submit } = createWorld({
      limits: { missingSeconds: 7200 },
    });
    service.answer({ http: 404 });
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    assert.equal(finished.length, 0);
    service.answer('PROGRESS');
    await clock.advance(30 * MINUTE);
    service.answer({ http: 404 });
    await clock.advance(HOUR + 30 * MINUTE);
    assert.equal(finished.length, 0, 'an answer in between starts the time anew');
    await clock.advance(2 * HOUR);
    assert.deepEqual(
      finished.map(({ status }) => status),
      ['NOT_FOUND'],
    );
    await watcher.stop();
  });

  it('reports a result that cannot be read as UNREADABLE', async () => {
    const { clock, service, finished, watcher, submit, events } = createWorld();
    service.answer({ body: '{"transcription_id":"task-1","status":"SUCCESS","data":7}' });
    watcher.start();
    await submit('task-1');
    await clock.advance(MINUTE);
    assert.deepEqual(
      finished.map(({ status, data }) => [status, data]),
      [['UNREADABLE', null]],
    );
    assert.ok(events.some((event) => event.kind === 'service-call' && event.detail !== undefined));
    await watcher.stop();
  });

  for (const [name, body] of [
    ['HTML', '<html>'],
    ['nothing', ''],
    ['another task', '{"transcription_id":"task-2","status":"FAILURE","data":{}}'],
    ['a status that is no text', '{"transcription_id":"task-1","status":7}'],
  ] as const) {
    it(`queries again after an answer that is ${name}`, async () => {
      const { clock, service, finished, watcher, submit } = createWorld();
      service.answer({ body });
      watcher.start();
      await submit('task-1');
      await clock.advance(HOUR);
      assert.equal(finished.length, 0);
      service.answer('SUCCESS');
      await clock.advance(15 * MINUTE);
      assert.equal(finished.length, 1);
      await watcher.stop();
    });
  }
});

describe('task watcher: an outage of the service', () => {
  for (const reply of [{ http: 500 }, { http: 401 }, { http: 429, retryAfter: 120 }]) {
    it(`${reply.http} for hours loses no task, and costs about a query a minute for all`, async () => {
      const { clock, service, finished, watcher, submit } = createWorld();
      watcher.start();
      const count = 40;
      for (let id = 0; id < count; id++) await submit(`task-${id}`);
      service.answer(reply);
      await clock.advance(MINUTE);
      service.queries.length = 0;
      await clock.advance(5 * HOUR);
      assert.ok(service.queries.length < 5 * 60 * 2.5, `${service.queries.length} queries`);
      service.answer('SUCCESS');
      await clock.advance(15 * MINUTE);
      assert.equal(finished.length, count);
      assert.equal(new Set(finished.map(({ transcriptionId }) => transcriptionId)).size, count);
      await watcher.stop();
    });
  }

  it('does not start all queries at once when Retry-After ends', async () => {
    const { clock, service, watcher, submit } = createWorld();
    watcher.start();
    for (let id = 0; id < 300; id++) await submit(`task-${id}`);
    await clock.advance(MINUTE);
    service.answer({ http: 429, retryAfter: 300 });
    await clock.advance(MINUTE);
    service.times.length = 0;
    service.answer('PROGRESS');
    const now = clock.now();
    await clock.advance(10 * MINUTE);
    const waits = service.times.map((time) => time - now);
    assert.ok(Math.min(...waits) >= 3.5 * MINUTE, 'Retry-After is obeyed');
    const first = Math.min(...service.times);
    const burst = service.times.filter((time) => time < first + SECOND).length;
    assert.ok(burst < 75, `${burst} of 300 in the first second`);
    await watcher.stop();
  });

  for (const [http, poison] of [
    [403, 60],
    [500, 200],
    [503, 60],
  ] as const) {
    it(`${poison} tasks that are always answered ${http} delay others by at most ten minutes`, async () => {
      const { clock, service, finished, watcher, submit } = createWorld();
      service.answer({ http });
      watcher.start();
      for (let id = 0; id < poison; id++) await submit(`poison-${id}`);
      for (let id = 0; id < 5; id++) {
        service.answer('PROGRESS', `early-${id}`);
        await submit(`early-${id}`);
      }
      await clock.advance(5 * MINUTE);
      for (let id = 0; id < 5; id++) service.answer('SUCCESS', `early-${id}`);
      await clock.advance(10 * MINUTE);
      assert.equal(finished.length, 5, 'submitted at the same time');
      await clock.advance(HOUR);
      service.answer('SUCCESS', 'late');
      await submit('late');
      await clock.advance(2 * MINUTE);
      assert.equal(finished.length, 6, 'submitted an hour later');
      assert.ok(service.queries.length < poison * 40, `${service.queries.length} queries`);
      await watcher.stop();
    });
  }

  for (const http of [400, 401, 403, 404, 410, 500, 503]) {
    it(`a task that is always answered ${http} ends after taskSeconds`, async () => {
      const { clock, service, finished, watcher, submit } = createWorld({
        limits: { taskSeconds: 3600 },
      });
      service.answer({ http });
      watcher.start();
      await submit('task-1');
      await clock.advance(55 * MINUTE);
      assert.deepEqual(finished, []);
      await clock.advance(20 * MINUTE);
      assert.deepEqual(
        finished.map(({ status, data }) => [status, data]),
        [['TIMED_OUT', null]],
      );
      const { length } = service.queries;
      await clock.advance(HOUR);
      assert.equal(service.queries.length, length);
      await watcher.stop();
    });
  }

  it('one failure after a restart does not end a task that is older than taskSeconds', async () => {
    const { clock, service, finished, watcher, submit } = createWorld({
      limits: { taskSeconds: 3600 },
    });
    await submit('task-1');
    await clock.sleep(3 * HOUR);
    service.answer(() => (service.queries.length < 3 ? { http: 503 } : 'SUCCESS'));
    watcher.start();
    await clock.advance(5 * MINUTE);
    assert.deepEqual(
      finished.map(({ status }) => status),
      ['SUCCESS'],
    );
    await watcher.stop();
  });

  it('one task that always fails does not delay the others much', async () => {
    const { clock, service, finished, watcher, submit } = createWorld();
    service.answer({ http: 500 }, 'task-bad');
    watcher.start();
    await submit('task-bad');
    for (let id = 0; id < 20; id++) await submit(`task-${id}`);
    await clock.advance(30 * SECOND);
    service.answer('SUCCESS');
    await clock.advance(2 * MINUTE);
    assert.equal(finished.length, 20);
    await watcher.stop();
  });

  for (const bad of [{ body: '{"transcription_id":1}' }, { http: 400 }]) {
    it(`300 tasks that the service answers with ${JSON.stringify(bad)} do not delay others`, async () => {
      const { clock, service, finished, watcher, submit } = createWorld();
      service.answer(bad);
      watcher.start();
      for (let id = 0; id < 300; id++) await submit(`bad-${id}`);
      await clock.advance(20 * MINUTE);
      service.answer('STARTED', 'good');
      await submit('good');
      await clock.advance(MINUTE);
      service.answer('SUCCESS', 'good');
      await clock.advance(MINUTE);
      assert.equal(finished.length, 1);
      assert.ok(
        service.queries.length < 300 * 16,
        `${service.queries.length}: they are queried ever less often`,
      );
      await watcher.stop();
    });
  }

  it('a service that redirects all queries is asked about once a minute after five minutes', async () => {
    const { clock, service, watcher, submit } = createWorld();
    watcher.start();
    for (let id = 0; id < 40; id++) await submit(`task-${id}`);
    service.answer({ http: 302 });
    await clock.advance(6 * MINUTE);
    assert.ok(service.queries.length < 40 * 10, `${service.queries.length} queries at first`);
    service.queries.length = 0;
    await clock.advance(HOUR);
    assert.ok(service.queries.length < 60 * 2.5, `${service.queries.length} queries`);
    await watcher.stop();
  });
});
