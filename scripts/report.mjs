/** The last lines of a check, which name every failed test. */
import { stripVTControlCharacters } from 'node:util';

/** A log may be cut to so many lines. */
const MOST_LINES = 60;
const MOST_OF_ONE = 10;

const headOf = (step, { browser, file, line, title }) => {
  const place = [browser, file && (line === undefined ? file : `${file}:${line}`)];
  return [step.padEnd(11), ...place.filter(Boolean), title].join('  ');
};

/** A frame of a stack that is no code of the repository, or what oxlint prints when it has found nothing. */
const isNoise = (line) =>
  /^\s*at .*(?:node:|node_modules|__web-test-runner__)|^Found 0 |^Finished in /.test(line);

/** The first lines of an error. Tools colour their messages, and some lines are very long. */
const errorOf = ({ message }, most) =>
  stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '' && !isNoise(line))
    .slice(0, most)
    .map((line) => `            ${line.slice(0, 200)}`);

/** What could not be started fails each of its tests with the same message. One is enough. */
const distinct = (failures) => {
  const messages = new Set();
  return failures.filter(({ message }) => {
    if (!message.includes('infrastructure:')) return true;
    const isNew = !messages.has(message);
    messages.add(message);
    return isNew;
  });
};

const namesOf = (results, key) =>
  results.flatMap((result) =>
    distinct(result[key] ?? []).map((failure) => ({ step: result.name, failure })),
  );

/** As many lines of each error as all of them leave room for. */
function listed(title, all, room) {
  if (all.length === 0) return [];
  const shown = all.slice(0, room - 2);
  const each = Math.min(MOST_OF_ONE, Math.floor((room - 2) / shown.length) - 1);
  const rest = all.length - shown.length;
  return [
    title,
    ...shown.flatMap(({ step, failure }) => [headOf(step, failure), ...errorOf(failure, each)]),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ];
}

/**
 * At most 60 lines: the failed tests, each with its step, browser, file, line, title and the first lines of its error,
 * and the totals.
 * @param {Awaited<ReturnType<typeof import('./second-look.mjs').lookAgain>>} results
 */
export function lastLines(results) {
  const failed = namesOf(results, 'failures');
  const passed = results.reduce((sum, { passed: count, flaky }) => sum + count + flaky.length, 0);
  return [
    ...listed('The failed tests:', failed, MOST_LINES - 1),
    `${passed} passed, ${failed.length} failed`,
  ];
}

/** The flaky tests, with the first line of their errors. */
export const flakyLines = (results) => {
  const flaky = namesOf(results, 'flaky');
  return flaky.length === 0
    ? []
    : [
        'Flaky: they failed beside other tests, and passed alone, twice. They are kept in .cache/flaky.jsonl.',
        ...flaky.flatMap(({ step, failure }) => [headOf(step, failure), ...errorOf(failure, 1)]),
      ];
};

const cellOf = (text) => text.replaceAll('|', '\\|');

/** The results as Markdown: a row for each step, and a line for each failed or flaky test. */
export function tableOf(results) {
  const rows = results.map(({ name, passed, flaky, failures, seconds }) =>
    [name, passed + flaky.length, flaky.length, failures.length, seconds.toFixed(0)].join(' | '),
  );
  const tests = ['failures', 'flaky'].flatMap((key) =>
    namesOf(results, key).map(({ step, failure }) => {
      const [message = ''] = errorOf(failure, 1);
      const kind = key === 'failures' ? 'failed' : 'flaky';
      return `- ${kind}: ${headOf(step, failure)} – ${message.trim()}`;
    }),
  );
  return [
    '| Step | Passed | Of these flaky | Failed | Seconds |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
    '',
    ...tests.map(cellOf),
    '',
  ].join('\n');
}
