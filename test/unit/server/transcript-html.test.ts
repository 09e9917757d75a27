import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { Window } from 'happy-dom';
import { ContractError } from '../../../src/protocol/read.js';
import { toHtml } from '../../../src/server.js';

const line = (at: number, text: string, speaker = 'S1', more: object = {}) => ({
  ...{ speaker, text, start_ms: at * 1_000 + 250, end_ms: at * 1_000 + 900 },
  ...more,
});
const data = {
  language: 'en',
  duration: 90,
  segments: [
    line(0, 'Good morning.'),
    line(1, 'Shall we begin?'),
    line(83, 'Ja, gerne.', 'S2', { language: 'de' }),
  ],
};

describe('a transcript as HTML', () => {
  it('has a heading with a time link for each turn, and its text', () => {
    assert.equal(
      toHtml(data),
      `<section>
<h3><bdi>Speaker 1</bdi> <a href="#t=0.25"><time datetime="PT0.25S">0:00</time></a></h3>
<p dir="auto">Good morning. Shall we begin?</p>
</section>
<section>
<h3><bdi>Speaker 2</bdi> <a href="#t=83.25"><time datetime="PT83.25S">1:23</time></a></h3>
<p dir="auto" lang="de">Ja, gerne.</p>
</section>`,
    );
  });

  it('has saved corrections, other words and another level', () => {
    const edits = [{ kind: 'rename-speaker', from: 'S1', to: 'Anna' }];
    const html = toHtml(data, { edits, headingLevel: 2, numberedSpeaker: (n) => `Sprecher ${n}` });
    assert.match(html, /<h2><bdi>Anna<\/bdi>/);
    assert.match(html, /<h2><bdi>Sprecher 2<\/bdi>/);
    assert.throws(() => toHtml(data, { edits: [{ kind: 'nothing' }] }), RangeError);
  });

  it('has no headings without speakers, and only the text without lines', () => {
    const html = toHtml({ segments: [{ start_ms: 0, end_ms: 900, text: 'Hello.' }] });
    assert.doesNotMatch(html, /<h3>/);
    assert.equal(toHtml({ text: 'Hello.', segments: [] }), '<p dir="auto">Hello.</p>');
    assert.equal(toHtml({ segments: [] }), '');
  });

  it('tells which field is wrong', () => {
    assert.throws(() => toHtml({ segments: [{ text: 7 }] }), ContractError);
  });

  it('is only text, whatever names, texts and languages contain', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onclick='x",
      ),
    );
    const { body } = new Window().document;
    fc.assert(
      fc.property(nasty, nasty, nasty, (text, speaker, language) => {
        const html = toHtml({ segments: [{ ...line(0, `${text}.`, speaker), language }] });
        body.innerHTML = html;
        const names = [...body.querySelectorAll('*')].map(({ localName }) => localName);
        const known = ['section', 'h3', 'bdi', 'a', 'time', 'p'];
        assert.deepEqual(
          names.filter((name) => !known.includes(name)),
          [],
        );
        const attributes = [...body.querySelectorAll('*')].flatMap((one) =>
          one.getAttributeNames(),
        );
        assert.deepEqual(
          attributes.filter((name) => !['href', 'datetime', 'dir', 'lang'].includes(name)),
          [],
        );
      }),
    );
  });
});
