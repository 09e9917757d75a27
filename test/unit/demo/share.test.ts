/** Copies of a scenario: link, JSON and test. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { transform } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { BUILT_IN } from '../../../demo/qa/scenarios/built-in.js';
import { parseScenarioText, type Scenario } from '../../../demo/qa/scenarios/scenario.js';
import { asJson, asTest, linkTo, scenarioIn } from '../../../demo/qa/scenarios/share.js';

const HOSTILE: Scenario = {
  title: '*/ ${process.exit(1)} `\'"\\ \u2028 🚆 قطار',
  file: { format: 'wav', name: '</script>\u0000.wav' },
  faults: [{ name: 'status', at: 'part', status: 500, body: '`${x}`\n*/' }],
  expect: { state: 'ready' },
};

test('scenario as a link: is safe in a URL, and read back as it was', () => {
  for (const scenario of [...BUILT_IN, HOSTILE]) {
    const link = linkTo(scenario, 'http://localhost:8080/qa.html?scenario=old#t');
    assert.match(link, /^http:\/\/localhost:8080\/qa\.html\?scenario=[\w-]+$/);
    assert.ok(link.length < 2_000, `${scenario.title}: ${link.length} characters`);
    assert.deepEqual(scenarioIn(new URL(link).search), scenario);
  }
  assert.equal(scenarioIn('?other=1'), null);
});

test('scenario as a link: a damaged one says so', () => {
  for (const [search, message] of [
    ['?scenario=%%%', /damaged or incomplete/],
    ['?scenario=', /not JSON/],
    ['?scenario=_w', /damaged or incomplete/],
    [`?scenario=${btoa('{"title":"x"}')}`, /file is missing/],
    [`?scenario=${btoa('[]')}`, /must be an object/],
  ] as const)
    assert.throws(() => scenarioIn(search), { name: 'ContractError', message }, search);
});

test('scenario as JSON: is read back as it was', () => {
  for (const scenario of [...BUILT_IN, HOSTILE])
    assert.deepEqual(parseScenarioText(asJson(scenario)), scenario);
});

test('scenario as a test: is valid TypeScript that contains the scenario and nothing more', async () => {
  for (const scenario of [...BUILT_IN, HOSTILE]) {
    const { code } = await transform(asTest(scenario), { loader: 'ts', format: 'esm' });
    const [, object = ''] = /^const scenario = (\{.*?^\});$/ms.exec(code) ?? [];
    assert.deepEqual(runInNewContext(`JSON.stringify(${object})`), JSON.stringify(scenario));
    assert.equal(code.match(/^(?:test|import)\b/gm)?.length, 5, scenario.title);
  }
});

// The type check compiles this file with all others, and the end-to-end tests run it.
test('scenario as a test: test/e2e/scenario-copied.spec.ts is such a copy', async () => {
  const path = new URL('../../e2e/scenario-copied.spec.ts', import.meta.url);
  const copied = BUILT_IN.find(({ title }) => title === 'Damaged in transit');
  assert.ok(copied);
  const formatted = await format(asTest(copied), {
    ...(await resolveConfig(path)),
    parser: 'typescript',
  });
  assert.equal(await readFile(path, 'utf8'), formatted);
});
