/**
 * Makes Node's test runner about a third faster. It hooks every promise of the process to find the test that an
 * uncaught error belongs to. Here it hears only of its own tests, which it needs for nested ones. An uncaught error
 * still fails the run, but is reported without the name of its test. Load this before `node:test`.
 */
import asyncHooks from 'node:async_hooks';

const { AsyncResource, createHook } = asyncHooks;
/** The listener of the test runner. Without one, because Node has changed, nothing is different. */
let ofTestRunner = null;

asyncHooks.createHook = (callbacks) => {
  if (Object.getPrototypeOf(callbacks) !== null || ofTestRunner !== null)
    return createHook(callbacks);
  ofTestRunner = callbacks;
  return { enable: () => undefined, disable: () => undefined };
};

asyncHooks.AsyncResource = class extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    if (type === 'Test') ofTestRunner?.init(this.asyncId(), type, this.triggerAsyncId(), this);
  }
};
