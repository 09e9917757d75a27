import assert from 'node:assert/strict';
import test from 'node:test';
import { createSessionHandlers } from '../../../demo/backend.js';

/** Each handler answers with its user and its number. */
const handlersFor = () => {
  let created = 0;
  const { handler, forget } = createSessionHandlers(
    ({ headers }) => headers.get('x-user'),
    (userId) => {
      created += 1;
      const number = created;
      return () => Promise.resolve(new Response(`${userId} ${number}`));
    },
  );
  const ask = async (user: string | null): Promise<string> => {
    const headers: Record<string, string> = user === null ? {} : { 'x-user': user };
    return (await handler(new Request('http://demo.example/', { headers }))).text();
  };
  return { ask, forget };
};

test('session handlers: each user has one, until it is forgotten', async () => {
  const { ask, forget } = handlersFor();
  assert.deepEqual(
    [await ask('ada'), await ask('bob'), await ask(null), await ask('ada')],
    ['ada 1', 'bob 2', 'null 3', 'ada 1'],
  );
  forget('ada');
  assert.deepEqual([await ask('ada'), await ask('bob')], ['ada 4', 'bob 2']);
});

test('session handlers: there is a maximum, and the least recently used is dropped', async () => {
  const { ask } = handlersFor();
  await ask('first');
  await ask('second');
  for (let index = 0; index < 198; index++) await ask(`user ${index}`);
  assert.equal(await ask('first'), 'first 1');
  await ask('one too many');
  assert.equal(await ask('first'), 'first 1');
  assert.equal(await ask('second'), 'second 202');
});
