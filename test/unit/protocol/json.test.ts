/** What is sent is right although the page's libraries have changed the prototypes. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { toJson } from '../../../src/protocol/json.js';

const BODY = {
  file_id: 'a "quoted" name',
  part_list: [
    { PartNumber: 1, ETag: '"a"' },
    { PartNumber: 2, ETag: '"b"' },
  ],
  params: { transcribe: { language: 'en', hints: [] }, enabled: false, none: null },
  missing: undefined,
};
const EXPECTED = JSON.stringify(BODY);

type Patched = { toJSON?: () => unknown };
const PROTOTYPES = [Array.prototype, Object.prototype, String.prototype] as readonly Patched[];

describe('toJson', () => {
  afterEach(() => {
    for (const prototype of PROTOTYPES) delete prototype.toJSON;
  });

  it('is the same as JSON.stringify in an ordinary page', () => {
    assert.equal(toJson(BODY), EXPECTED);
  });

  for (const prototype of PROTOTYPES)
    it(`is the same if ${prototype.constructor.name} has a toJSON`, () => {
      prototype.toJSON = function () {
        return 'changed';
      };
      assert.equal(toJson(BODY), EXPECTED);
    });

  it('is the same if Object.keys lists inherited properties too, as in Prototype.js 1.6', (t) => {
    (Array.prototype as Patched).toJSON = () => '[]';
    t.mock.method(Object, 'keys', (one: object) => {
      const names: string[] = [];
      for (const name in one) names.push(name);
      return names;
    });
    assert.equal(toJson(BODY), EXPECTED);
  });

  it('is the same if all of them have one, as with an old Prototype.js', () => {
    for (const prototype of PROTOTYPES) prototype.toJSON = () => '[]';
    assert.notEqual(JSON.stringify(BODY), EXPECTED);
    assert.equal(toJson(BODY), EXPECTED);
  });
});
