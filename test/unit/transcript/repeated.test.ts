import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replacementsIn, replaceEverywhere } from '../../../src/transcript/edits/repeated.js';
import { transcriptOf } from './arbitraries.js';

const pairs = (before: string, after: string): string[] =>
  replacementsIn(before, after).map(({ from, to }) => `${from}>${to}`);

describe('the words that a correction replaces', () => {
  it('are told without the signs and endings around them', () => {
    assert.deepEqual(pairs('Then Eefa, spoke.', 'Then Aoife, spoke.'), ['Eefa>Aoife']);
    assert.deepEqual(pairs('It was Eefa’s idea.', 'It was Aoife’s idea.'), ['Eefa>Aoife']);
    assert.deepEqual(pairs('(Eefan)', '(Aoifan)'), ['Eefan>Aoifan']);
    assert.deepEqual(pairs('Mr. Oh Brian said', 'Mr. O’Brien said'), ['Oh Brian>O’Brien']);
  });

  it('are several if as many words are corrected in several places', () => {
    assert.deepEqual(pairs('Eefa met Shiv on Monday.', 'Aoife met Siobhan on Monday.'), [
      'Eefa>Aoife',
      'Shiv>Siobhan',
    ]);
  });

  it('are letters in scripts without spaces', () => {
    assert.deepEqual(pairs('我叫李民。', '我叫李明。'), ['民>明']);
  });

  it('are none if words were only added, removed, or given another sign, or if a sentence was rewritten', () => {
    for (const [before, after] of [
      ['one two', 'one and two'],
      ['one two', 'one'],
      ['one, two', 'one two'],
      ['same', 'same'],
      ['a b c d e f', 'g h i j k l'],
    ] as const)
      assert.deepEqual(pairs(before, after), [], `${before} > ${after}`);
  });
});

describe('the same correction for the rest', () => {
  const talk = transcriptOf(
    ['A', 0, 1, 'Eefa and eefa, Eefan and EEFA.'],
    ['B', 1, 2, '“Eefa” – Eefa’s.'],
    ['B', 2, 3, 'Nobody.'],
  );

  it('changes whole words with the same capital letters, and counts them', () => {
    assert.deepEqual(replaceEverywhere(talk.segments, { from: 'Eefa', to: 'Aoife' }), {
      count: 3,
      edits: [
        { kind: 'correct-text', segment: 0, text: 'Aoife and eefa, Eefan and EEFA.' },
        { kind: 'correct-text', segment: 1, text: '“Aoife” – Aoife’s.' },
      ],
    });
  });

  it('finds words between letters where the script has no spaces', () => {
    const { segments } = transcriptOf(['A', 0, 1, '我叫李民，李民。']);
    assert.equal(replaceEverywhere(segments, { from: '李民', to: '李明' }).count, 2);
  });

  it('is not repeated in what it has put there', () => {
    const { segments } = transcriptOf(['A', 0, 1, 'Ann Ann']);
    const { edits } = replaceEverywhere(segments, { from: 'Ann', to: 'Ann Ann' });
    assert.deepEqual(edits, [{ kind: 'correct-text', segment: 0, text: 'Ann Ann Ann Ann' }]);
  });
});
