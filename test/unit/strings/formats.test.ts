import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsOf } from '../../../src/strings/number-formats.js';

const english = formatsOf('en');
const german = formatsOf('de');
const arabic = formatsOf('ar');

describe('formats', () => {
  it('bytes', () => {
    const amounts = [0, 999, 1_000, 12_345, 9_940_000, 123_000_000, 2_500_000_000_000];
    assert.deepEqual(
      amounts.map((bytes) => english.bytes(bytes)),
      ['0 bytes', '999 bytes', '1 kB', '12 kB', '9.9 MB', '123 MB', '2,500 GB'],
    );
    assert.equal(german.bytes(9_940_000), '9,9 MB');
  });

  it('rounds percentages down, but not below a whole one', () => {
    assert.deepEqual(
      [0, 0.29, 0.57, 0.999, 1].map((fraction) => english.percent(fraction)),
      ['0%', '29%', '57%', '99%', '100%'],
    );
    assert.equal(german.percent(0.5), '50\u00a0%');
  });

  it('durations', () => {
    assert.deepEqual(
      [0, 9.2, 42, 300, 7_200, 7_300].map((seconds) => english.duration(seconds)),
      ['1 sec', '10 sec', '45 sec', '5 min', '2 hr', '2 hr 2 min'],
    );
  });

  it('times in words', () => {
    assert.equal(english.spoken({ hours: 1, minutes: 2, seconds: 0 }), '1 hour 2 minutes');
    assert.equal(english.spoken({ hours: 0, minutes: 0, seconds: 0 }), '0 seconds');
    assert.equal(german.spoken({ hours: 1, minutes: 0, seconds: 1 }), '1 Stunde, 1 Sekunde');
  });

  it('counts by the plural rules of the language', () => {
    const forms = { one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wiersza' };
    assert.deepEqual(
      [1, 2, 5, 22, 12_000].map((lines) => formatsOf('pl').count(lines, forms)),
      ['1 wiersz', '2 wiersze', '5 wierszy', '22 wiersze', '12\u00a0000 wierszy'],
    );
  });

  it('has the digits 0 to 9 in every language, like the times of the player', () => {
    assert.equal(arabic.number(12), '12');
    assert.match(arabic.percent(0.5), /50/);
  });

  it('names languages, and none for a tag without one', () => {
    assert.equal(german.languageName('fr'), 'Französisch');
    assert.equal(english.languageName('und'), null);
    assert.equal(english.languageName('not a tag'), 'not a tag');
  });

  it('is English for a locale that is not a valid tag', () => {
    assert.equal(formatsOf('not a tag').percent(0.5), '50%');
  });
});
