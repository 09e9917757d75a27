/** Cases for the contract's parsers: what is rejected, at which path, without quoting the value. */
import assert from 'node:assert/strict';
import { ContractError } from '../../src/protocol/read.js';

/** A value that no message may repeat. */
export const SECRET = 'sensitive-value';

/** Expects a ContractError at exactly this path, whose message contains the path but not the value. */
export const refusal = (parse: () => unknown, path: string, problem: string): void => {
  assert.throws(parse, (error) => {
    assert.ok(error instanceof ContractError, String(error));
    assert.deepEqual([error.path, error.problem], [path, problem]);
    assert.equal(error.message, `${path === '' ? 'the body' : path} ${problem}`);
    assert.ok(!problem.includes(SECRET));
    return true;
  });
};

const BODIES = [undefined, null, 1, SECRET, true, []];

/** Each row puts one value into an otherwise valid body; `undefined` removes the field. Also rejects non-objects. */
export const refusesEach = (
  parse: (json: unknown) => unknown,
  valid: Readonly<Record<string, unknown>>,
  rows: readonly (readonly [field: string, value: unknown, problem: string])[],
): void => {
  assert.doesNotThrow(() => parse(valid));
  for (const body of BODIES) refusal(() => parse(body), '', 'must be an object');
  for (const [field, value, problem] of rows) {
    const body: Record<string, unknown> = { ...valid, [field]: value };
    if (value === undefined) delete body[field];
    refusal(() => parse(body), field, problem);
  }
};
