import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStorage } from 'unstorage';
import {
  createPartnerHandler,
  createTaskWatcher,
  isTranscribeError,
  type PartnerHandlerOptions,
  type TaskWatcherOptions,
} from '../../../../src/server.js';
import { API_KEY, CLIENT_ID, CLIENT_SECRET } from '../harness.js';

describe('options of the watcher', () => {
  const options = {
    serviceUrl: 'https://service.example',
    clientId: CLIENT_ID,
    apiKey: API_KEY,
    storage: createStorage(),
    onFinished: () => undefined,
  };
  for (const [change, message] of [
    [{ storage: new Map() }, /storage must be an object with getItem/],
    [{ onFinished: undefined }, /onFinished is missing/],
    [{ onFinished: 'mail' }, /onFinished must be a function/],
    [{ onSubmitted: 1 }, /onSubmitted must be a function/],
    [{ apiKey: '' }, /apiKey is missing/],
    [{ serviceUrl: 'http://service.example' }, /must be https/],
    [{ limits: { hookSeconds: 0 } }, /limits.hookSeconds must be a whole number of seconds/],
    [{ limits: { retries: 3 } }, /limits.retries is not an option/],
    [{ onFinish: () => undefined }, /onFinish is not an option/],
    [{ clock: { now: Date.now } }, /clock must be an object with now, elapsed, setTimer/],
  ] as const) {
    it(`refuses ${JSON.stringify(Object.keys(change))}: ${message.source}`, () => {
      assert.throws(
        () => createTaskWatcher({ ...options, ...change } as unknown as TaskWatcherOptions),
        (error) =>
          isTranscribeError(error) &&
          message.test(error.message) &&
          error.message.startsWith('createTaskWatcher: '),
      );
    });
  }

  const handlerOptions = {
    serviceUrl: 'https://service.example',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    apiKey: API_KEY,
    authorize: () => null,
  };
  for (const [change, message] of [
    [{ onFinished: () => undefined }, /give onSubmitted and onFinished to createTaskWatcher/],
    [{ listTranscriptions: true }, /listTranscriptions needs a watcher/],
    [{ watcher: {} }, /watcher must be an object with submitted, query/],
    [{ rateStore: createStorage() }, /rateStore must be an object with take/],
  ] as const) {
    it(`the handler refuses: ${message.source}`, () => {
      assert.throws(
        () =>
          createPartnerHandler({
            ...handlerOptions,
            ...change,
          } as unknown as PartnerHandlerOptions),
        (error) => isTranscribeError(error) && message.test(error.message),
      );
    });
  }
});
