import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealer } from '../../../src/server/sealed-id.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%=+/';
const sealer = createSealer(['a secret']);

describe('sealed transcription id', () => {
  it('is deterministic, so that a page can store it', async () => {
    const other = createSealer(['a secret']);
    assert.equal(await other.seal('task-1', 'user-ada'), await sealer.seal('task-1', 'user-ada'));
  });

  it('does not open for another user, or if id and user are split differently', async () => {
    assert.equal(await sealer.open(await sealer.seal('task-1', 'user-ada'), 'user-bob'), null);
    const moved = await sealer.seal('task-1u', 'ser-ada');
    const [, mac = ''] = moved.split('.');
    const [id = ''] = (await sealer.seal('task-1', 'user-ada')).split('.');
    assert.equal(await sealer.open(`${id}.${mac}`, 'user-ada'), null);
  });

  it('does not open for another user after it was opened once', async () => {
    const sealed = await sealer.seal('task-1', 'user ada');
    assert.equal(await sealer.open(sealed, 'user ada'), 'task-1');
    assert.equal(await sealer.open(sealed, 'user ada'), 'task-1');
    assert.equal(await sealer.open(sealed, 'user bob'), null);
    // If the separating space counted as part of either value, this would be the same.
    assert.equal(await sealer.open(`${sealed} user`, 'ada'), null);
    assert.equal(await sealer.open(sealed, 'user ad'), null);
  });

  it('does not open with any one character changed, removed or added', async () => {
    const sealed = await sealer.seal('task-1', 'user-ada');
    for (let index = 0; index < sealed.length; index++) {
      // The last characters of both parts have unused bits: try every other encoding of them.
      const characters = ['.', undefined].includes(sealed[index + 1]) ? ALPHABET : 'AB_.%=';
      for (const character of characters) {
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1);
        if (changed !== sealed) assert.equal(await sealer.open(changed, 'user-ada'), null);
        const longer = sealed.slice(0, index) + character + sealed.slice(index);
        assert.equal(await sealer.open(longer, 'user-ada'), null);
      }
      const shorter = sealed.slice(0, index) + sealed.slice(index + 1);
      assert.equal(await sealer.open(shorter, 'user-ada'), null);
    }
    for (const other of ['', '.', 'task-1', `${sealed}.`, `${sealed}A`, ` ${sealed}`]) {
      assert.equal(await sealer.open(other, 'user-ada'), null);
    }
  });

  it('does not open with a byte order mark before the id', async () => {
    const [id = '', mac = ''] = (await sealer.seal('task-1', 'user-ada')).split('.');
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(id, 'base64url')]);
    assert.equal(await sealer.open(`${bytes.toString('base64url')}.${mac}`, 'user-ada'), null);
    const marked = await sealer.seal('\uFEFFtask-1', 'user-ada');
    assert.equal(await sealer.open(marked, 'user-ada'), '\uFEFFtask-1');
  });

  it('does not open if invalid UTF-8 would decode to the same text', async () => {
    const sealed = await sealer.seal('task-\uFFFD', 'user-ada');
    assert.equal(await sealer.open(sealed, 'user-ada'), 'task-\uFFFD');
    const [, mac = ''] = sealed.split('.');
    const bytes = Buffer.concat([Buffer.from('task-'), Buffer.from([0xff])]);
    assert.equal(await sealer.open(`${bytes.toString('base64url')}.${mac}`, 'user-ada'), null);
  });
});

describe('user key', () => {
  it('is the same for the same user and first secret, whatever other secrets follow', async () => {
    const [scope = ''] = await sealer.userKeys('user-ada');
    assert.match(scope, /^[A-Za-z0-9_-]{22}$/);
    const followed = await createSealer(['a secret', 'an old one']).userKeys('user-ada');
    assert.equal(followed[0], scope);
    const rotated = await createSealer(['a new secret', 'a secret']).userKeys('user-ada');
    assert.notEqual(rotated[0], scope);
    assert.equal(rotated[1], scope, 'a known secret still makes its key');
  });

  it('differs for every user, and uses another key than sealed ids', async () => {
    const [scope] = await sealer.userKeys('user-ada');
    assert.notEqual((await sealer.userKeys('user-adb'))[0], scope);
    // With the same key, a user with this name would see the start of another user's seal.
    const [named = ''] = await sealer.userKeys(JSON.stringify(['task-1', 'user-ada']));
    const [, mac = ''] = (await sealer.seal('task-1', 'user-ada')).split('.');
    assert.equal(mac.startsWith(named.slice(0, 21)), false);
  });
});
