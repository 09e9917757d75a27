/** The red bar's text, and links that set faults. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { faultQuery, readFaultLink, withoutFaultLink } from '../../../demo/faults/link.js';
import { barContent, chunkText, ownPart, rateText } from '../../../demo/faults/what-is-on.js';
import { PRESETS } from '../../../demo/qa/presets.js';
import type { Conditions, Fault, FaultListed, WhatIsOn } from '../../../demo/sandbox/index.js';

const NONE: Conditions = { chunkSize: null, bytesPerSecond: null, latencyMs: null };

const listed = (fault: Partial<Fault>, more: Partial<FaultListed> = {}): FaultListed => ({
  id: 1,
  fault: { name: 'expired', at: 'part', ...fault } as Fault,
  ...{ seen: 0, struck: 0, session: true, ...more },
});

const on = (faults: readonly FaultListed[], own = NONE, conditions = own): WhatIsOn => ({
  ...{ faults, conditions, ownConditions: own },
});

test('fault bar: is empty if nothing is on, or all faults are used up', () => {
  assert.equal(barContent(on([])), null);
  assert.equal(barContent(on([listed({}, { struck: 1 })])), null);
  const always = listed({ every: 3 }, { struck: 100 });
  assert.equal(barContent(on([always]))?.faults, '1 fault on');
});

test('fault bar: says how many faults are on, and for whom', () => {
  const everyones = listed({}, { session: false });
  const text = (...faults: FaultListed[]) => barContent(on(faults));
  assert.equal(text(listed({}), listed({}))?.faults, '2 faults on');
  assert.equal(text(listed({}), everyones)?.faults, '2 faults on, 1 of them for everyone');
  assert.deepEqual(text(everyones), {
    faults: '1 fault on for everyone',
    link: '',
    canTurnOff: false,
  });
});

test('fault bar: what is on for everyone is not the visitor’s own', () => {
  const own = listed({ nth: 2 });
  const all = on([own, listed({}, { session: false })], NONE, { ...NONE, latencyMs: 9 });
  assert.deepEqual(ownPart(all), on([own]));
});

test('fault bar: shows the conditions of the link', () => {
  const conditions = { chunkSize: 64 * 1024, bytesPerSecond: 256_000, latencyMs: 80 };
  assert.deepEqual(barContent(on([], conditions)), {
    faults: '',
    link: 'Link: 256 kB/s, 80 ms, 64 KiB chunks',
    canTurnOff: true,
  });
  assert.deepEqual(barContent(on([], NONE, { ...NONE, latencyMs: 9 })), {
    faults: '',
    link: 'Link: 9 ms',
    canTurnOff: false,
  });
  assert.deepEqual(
    [rateText(1_500_000), rateText(1_000), rateText(1_000_000_000)],
    ['1.5 MB/s', '1 kB/s', '1 GB/s'],
  );
  assert.deepEqual([chunkText(700), chunkText(5 * 1024 ** 3)], ['700 bytes', '5 GiB']);
});

const SETS: readonly (readonly [string, readonly Fault[]])[] = [
  ...PRESETS.map(({ title, faults }) => [title, faults] as const),
  [
    'every kind of value',
    [
      { name: 'status', at: 'part', status: 503, body: '50 %, a=b&c+d #e', times: 'always' },
      { name: 'status', at: 'query', status: 500, body: '%2C', mediaType: 'text/plain' },
      { name: 'changed-field', at: 'query', field: 'data.text', value: null },
      { name: 'changed-field', at: 'query', field: 'data.text', value: 'null' },
      { name: 'changed-field', at: 'query', field: 'data.text', value: 'a "b", c' },
      { name: 'changed-field', at: 'query', field: 'data.text' },
      { name: 'bad-chunk-size', at: 'upload-plan', value: '5' },
      { name: 'bad-chunk-size', at: 'upload-plan', value: -1.5 },
    ],
  ],
];
for (const [title, faults] of SETS) {
  test(`fault link: reads what it writes: ${title}`, () => {
    const conditions = { chunkSize: 65_536, bytesPerSecond: null, latencyMs: 0 };
    const query = faultQuery({ faults, conditions });
    assert.deepEqual(readFaultLink(`?tab=own&${query}`), { kind: 'set', faults, conditions });
  });
}

test('fault link: can be read and written by a person', () => {
  const set = {
    faults: [
      { name: 'status', at: 'part', status: 503, every: 3 },
      { name: 'expired', at: 'download' },
    ],
    conditions: { chunkSize: 65_536, bytesPerSecond: 256_000, latencyMs: 80 },
  } as const;
  assert.equal(
    faultQuery(set),
    'fault=status@part:status=503,every=3&fault=expired@download&chunk=65536&bandwidth=256000&latency=80',
  );
});

test('fault link: other parameters are not its own', () => {
  assert.deepEqual(readFaultLink('?tab=own&faults=1'), { kind: 'none' });
  assert.equal(
    withoutFaultLink('?fault=expired@part&tab=own&latency=5&lang=de'),
    '?tab=own&lang=de',
  );
  assert.equal(withoutFaultLink('?fault=expired@part'), '');
});

const WRONG: readonly (readonly [search: string, reason: RegExp])[] = [
  ['?fault=', /fault 1: a fault is written NAME@PLACE, as in status@part:status=503\.$/],
  ['?fault=expired@part&fault=expired', /fault 2: a fault is written NAME@PLACE/],
  ['?fault=gone@part', /fault 1: “gone” is not the name of a fault\.$/],
  ['?fault=toString@part', /“toString” is not the name of a fault/],
  ['?fault=expired@query', /fault 1: expired can be at part, download, but not at “query”\.$/],
  ['?fault=status@part', /fault 1: status is missing\.$/],
  ['?fault=status@part:status=200', /status must be a whole number from 400 to 599/],
  ['?fault=status@part:status', /“status” is not an option of status; write options as/],
  ['?fault=expired@part:speed=3', /“speed=3” is not an option of expired/],
  ['?fault=expired@part:constructor=3', /“constructor=3” is not an option of expired/],
  ['?fault=expired@part:nth=1,nth=2', /nth is given twice/],
  ['?fault=expired@part&latency=fast', /latency must be a whole number from 0 to 60000\.$/],
  ['?chunk=', /mistake in it: chunk must be a whole number from 1 to 5368709120\.$/],
  ['?bandwidth=10', /bandwidth must be a whole number from 1000 to 1000000000/],
  ['?latency=1&latency=2', /latency is given more than once/],
  [`?${'fault=expired@part&'.repeat(101)}`, /it has more than 100 faults/],
];
for (const [search, reason] of WRONG) {
  test(`fault link: ${search.slice(0, 50)} sets nothing, and says why`, () => {
    const link = readFaultLink(search);
    assert.equal(link.kind, 'wrong');
    assert.match(link.kind === 'wrong' ? link.message : '', /^The URL sets nothing/);
    assert.match(link.kind === 'wrong' ? link.message : '', reason);
  });
}
