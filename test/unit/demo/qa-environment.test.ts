/** The environment of the element in the QA console, in the page's URL, and the forced states. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { changedSearch } from '../../../demo/qa/address.js';
import {
  queryChangesOf,
  readEnvironment,
  USUAL,
  type Environment,
} from '../../../demo/qa/environment/environment.js';
import { FAILURES } from '../../../demo/qa/states/failures.js';
import { DATA_SETS } from '../../../demo/qa/states/transcripts.js';
import { ERROR_CODES } from '../../../src/protocol/errors.js';
import { parseTranscript } from '../../../src/protocol/responses.js';

const STATES = ['paused', 'ready'];

test('QA environment: a link restores every choice', () => {
  const chosen: Environment = {
    width: '390',
    theme: 'dark',
    dir: 'rtl',
    lang: 'pt-BR',
    brand: '#a13d0b',
    isReadonly: true,
    isOffline: true,
    isStorageFull: true,
    state: 'paused',
  };
  const search = changedSearch('?pane=requests', queryChangesOf(chosen));
  assert.deepEqual(readEnvironment(search, STATES), chosen);
  assert.equal(new URLSearchParams(search).get('pane'), 'requests');
  assert.equal(changedSearch(search, queryChangesOf(USUAL)), '?pane=requests');
  assert.equal(changedSearch('', queryChangesOf(USUAL)), '');
});

test('QA environment: what cannot be read has its default', () => {
  const wrong = '?width=1&theme=x&dir=up&lang=tlh&brand=red&storage=half&state=constructor';
  assert.deepEqual(readEnvironment(wrong, STATES), USUAL);
});

test('QA states: there is a failed state for each error code', () => {
  assert.deepEqual(new Set(FAILURES.map(({ error }) => error.code)), new Set(ERROR_CODES));
  for (const { error } of FAILURES) assert.match(error.message, /^[“A-Z].+[.!?]$/s);
});

test('QA states: the data sets are what their titles say', () => {
  const segments = (name: string) => parseTranscript(DATA_SETS[name]?.data()).segments;
  assert.equal(segments('no-speech').length, 0);
  assert.equal(segments('long').length, 10_000);
  assert.equal(new Set(segments('speakers').map(({ speaker }) => speaker)).size, 14);
  const [first, second] = segments('overlap');
  assert.ok((second?.start_ms ?? Infinity) < (first?.end_ms ?? 0));
  assert.ok(segments('no-times').some(({ start_ms }) => start_ms === undefined));
  const hostile = JSON.stringify(segments('hostile'));
  for (const part of ['<script>', '\u202E', '\\u0000', '\\ud800', 'Donau'])
    assert.ok(hostile.includes(part), part);
});
