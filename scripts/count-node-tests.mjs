import { sourceOf, withSources } from './source-places.mjs';

/** Where a test begins: `{ file: 'test/unit/a.test.ts', line: 12 }`. */
const placeOf = ({ file, line = 1, column = 1 }) =>
  file === undefined ? {} : sourceOf({ file, line, column });

const isSuite = ({ details }) => details.type === 'suite';

/** A suite that failed by itself, as in a hook, and not because of a test in it. */
const failedItself = ({ details }) => details.error?.failureType !== 'subtestsFailed';

const messageOf = (error) => {
  const cause = error?.cause ?? error;
  return withSources(cause?.stack ?? cause?.message ?? String(cause ?? ''));
};

/**
 * A node:test reporter that writes the tests of a run as JSON: `{"passed":12,"times":[{"title":"…","ms":12}],"failures":
 * [{"title":"…","message":"…","file":"test/unit/a.test.ts","line":12}]}`. A skipped test proves nothing: it failed.
 */
export default async function* countNodeTests(events) {
  const times = [];
  const failures = [];
  /** Errors outside the tests. Node names no file with them. */
  const late = [];
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && /asynchronous activity/.test(data.message))
      late.push(data.message);
    if (type === 'test:pass' && !isSuite(data)) {
      if (data.skip === undefined && data.todo === undefined)
        times.push({ title: data.name, ms: data.details.duration_ms });
      else failures.push({ title: data.name, message: 'It was skipped.', ...placeOf(data) });
    }
    if (type === 'test:fail' && (!isSuite(data) || failedItself(data)))
      failures.push({
        title: data.name,
        message: messageOf(data.details.error),
        ...placeOf(data),
      });
  }
  for (const failure of failures.filter(({ message }) => message === 'test failed'))
    Object.assign(failure, {
      title: 'outside the tests',
      message: late.join('\n') || failure.message,
    });
  yield JSON.stringify({ passed: times.length, times, failures });
}
