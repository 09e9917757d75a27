import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { StatusLineController } from '../../../src/element/controllers/status-line.js';

const setUp = () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  const texts: string[] = [];
  const line: StatusLineController = new StatusLineController({
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => texts.push(line.text),
    updateComplete: Promise.resolve(true),
  });
  return { line, texts };
};

test('status line: a text is announced once, and removed after seven seconds', () => {
  const { line, texts } = setUp();
  line.say('Uploading');
  mock.timers.tick(6_999);
  assert.deepEqual(texts, ['Uploading']);
  mock.timers.tick(1);
  assert.deepEqual(texts, ['Uploading', '']);
  mock.timers.tick(60_000);
  assert.deepEqual(texts, ['Uploading', '']);
});

test('status line: a new text stays seven seconds of its own', () => {
  const { line, texts } = setUp();
  line.say('Uploading');
  mock.timers.tick(6_000);
  line.say('Transcribing');
  mock.timers.tick(6_000);
  assert.equal(line.text, 'Transcribing');
  mock.timers.tick(1_000);
  assert.deepEqual(texts, ['Uploading', 'Transcribing', '']);
});

test('status line: the same text is announced again', () => {
  const { line } = setUp();
  line.say('Match 1 of 1');
  const first = line.text;
  line.say('Match 1 of 1');
  assert.notEqual(line.text, first);
  assert.equal(line.text.trim(), first);
});

test('status line: an empty text brings back no earlier one', () => {
  const { line, texts } = setUp();
  line.say('The transcript is ready');
  mock.timers.tick(1);
  line.say('Match 1 of 2');
  mock.timers.tick(1);
  line.say('');
  mock.timers.tick(60_000);
  assert.deepEqual(texts, ['The transcript is ready', 'Match 1 of 2', '']);
});

test('status line: what is said in one task is heard together', () => {
  const { line } = setUp();
  line.say('Saved');
  line.say('Text not found.');
  line.say('Match 1 of 2');
  line.say('');
  assert.equal(line.text, 'Saved. Text not found. Match 1 of 2');
  mock.timers.tick(0);
  line.say('Paused');
  assert.equal(line.text, 'Paused');
});

test('status line: a state replaces the one before it, and nothing else', () => {
  const { line } = setUp();
  line.say('Uploading');
  line.say('Saved');
  line.say('Paused', 'Uploading');
  assert.equal(line.text, 'Saved. Paused');
});
