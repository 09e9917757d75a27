/** A request that breaks a rule or only fails: its rejection, and its log entry. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Reply } from './sandbox-client.js';
import { strictWorld, type StrictWorld } from './strict-world.js';

export type Send = (world: StrictWorld) => Promise<Reply>;

/** The request, its status and error code, and the broken rule, or null. */
export type Row = readonly [string, Send, number, string, RegExp | null];

/** A body that the table of a section does not allow. */
export const bad = (what: string, request: Send, section: string, rule: string): Row => [
  what,
  request,
  400,
  'bad-request',
  new RegExp(`^Section ${section}: ${rule.replace(/[[\].]/g, '\\$&')}\\.$`),
];

export const NOT_NAMED = 'The body has a field that the table does not name';

const codeOf = ({ json, text }: Reply): string =>
  typeof json['error'] === 'string' ? json['error'] : (/<Code>([\w-]+)</.exec(text)?.[1] ?? '');

/** A test for each row, by section. */
export const testTables = (tables: Readonly<Record<string, readonly Row[]>>): void => {
  for (const [section, rows] of Object.entries(tables))
    for (const [what, request, status, code, violation] of rows)
      test(`${section}: ${what} is rejected with ${code}`, async (t) => {
        const world = await strictWorld(t);
        const answer = await request(world);
        assert.deepEqual([answer.status, codeOf(answer)], [status, code]);
        const entry = world.sandbox.log.at(-1);
        assert.deepEqual([entry?.status, entry?.refusal], [status, code]);
        if (violation === null) assert.equal(entry?.violation, undefined);
        else assert.match(entry?.violation ?? '', violation);
        // No earlier request broke a rule.
        const before = world.sandbox.log.slice(0, -1);
        assert.deepEqual(
          before.filter((it) => it.violation !== undefined),
          [],
        );
      });
};
