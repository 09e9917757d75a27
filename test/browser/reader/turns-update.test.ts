import { expect } from '@open-wc/testing';
import { EditError } from '../../../src/transcript/edits/edit-error.js';
import type { TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import { edit, startHistory, undo } from '../../../src/transcript/edits/edit-history.js';
import { placesIn } from '../../../src/transcript/segment-ids.js';
import { shownName } from '../../../src/transcript/speakers.js';
import {
  normaliseTranscript,
  type Segment,
  type Transcript,
} from '../../../src/transcript/transcript.js';
import { mark } from '../../../src/reader/turns/rows.js';
import { frames, showList, speech, topIn, untilStill } from './list-support.js';
import { seededRandom } from '../../support/seeded-random.js';
import { englishReaderStrings } from '../../support/strings.js';
import { GO_BUTTON, until } from './reader-support.js';

const changed = (
  transcript: Transcript,
  change: (segment: Segment, index: number) => Partial<Segment>,
): Transcript =>
  normaliseTranscript({
    ...transcript,
    segments: transcript.segments.map((segment, index) => ({
      ...segment,
      ...change(segment, index),
    })),
  });

const setUp = async (transcript = speech(600)) => {
  const shown = await showList(transcript, { grow: true });
  const { list } = shown;
  await until(() => list.scroller.ariaBusy === null);
  return { ...shown, transcript };
};

const names = (scroller: Element): (string | null)[] =>
  [...scroller.querySelectorAll('[part~="speaker-name"]')].map(({ textContent }) => textContent);

describe('list after a correction', () => {
  it('updates only the corrected text', async () => {
    const { list, rows, transcript, update } = await setUp();
    const before = rows();
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((some) => records.push(...some));
    observer.observe(list.scroller, { childList: true, characterData: true, subtree: true });
    const node = list.textOf(250)?.firstChild;
    update(changed(transcript, (_, index) => (index === 250 ? { text: 'Corrected.' } : {})));
    records.push(...observer.takeRecords());
    observer.disconnect();
    expect(records.map(({ target }) => target)).to.deep.equal([node]);
    expect(list.textOf(250)?.textContent).to.equal('Corrected.');
    expect(rows()).to.deep.equal(before);
  });

  it('keeps one text node in a corrected text that had marks', async () => {
    const { list, transcript, update } = await setUp();
    const text = list.textOf(3);
    const mark = document.createElement('mark');
    mark.textContent = 'Sent';
    text?.prepend(mark);
    update(changed(transcript, (_, index) => (index === 3 ? { text: 'Corrected.' } : {})));
    expect(text?.childNodes).to.have.length(1);
    expect(text?.firstChild?.nodeValue).to.equal('Corrected.');
  });

  it('updates the headings after a rename, and keeps every row and turn', async () => {
    const { list, rows, transcript, update } = await setUp();
    const before = { rows: rows(), turns: [...list.scroller.querySelectorAll('[part~="turn"]')] };
    update(
      changed(transcript, ({ speaker }) => (speaker === 'Speaker 1' ? { speaker: 'Ada' } : {})),
    );
    expect(names(list.scroller).slice(0, 3)).to.deep.equal(['Speaker 0', 'Ada', 'Speaker 2']);
    expect(list.scroller.querySelectorAll('[part~="speaker-badge"]')[1]?.textContent).to.equal('A');
    expect(rows()).to.deep.equal(before.rows);
    expect([...list.scroller.querySelectorAll('[part~="turn"]')]).to.deep.equal(before.turns);
  });

  it('reuses rows and their marks if the turns change', async () => {
    const { list, rows, texts, transcript, update } = await setUp();
    const before = rows();
    mark(list.elementOf(301), true);
    const after = changed(transcript, (_, index) => (index === 301 ? { speaker: 'Ada' } : {}));
    update(after);
    await until(() => list.scroller.ariaBusy === null);
    expect(rows()).to.deep.equal(before);
    expect(texts()).to.deep.equal(after.segments.map(({ text }) => text));
    expect(list.elementOf(301)?.part.contains('segment-playing')).to.equal(true);
    expect(list.turnOf(301)).to.equal(101);
    const turn = list.elementOf(301)?.closest('[part~="turn"]');
    expect(turn?.querySelector('[part~="speaker-name"]')?.textContent).to.equal('Ada');
    expect(turn?.querySelectorAll('[part~="segment"]')).to.have.length(1);
  });

  it('joins turns of merged speakers', async () => {
    const { list, rows, transcript, update } = await setUp();
    const before = rows();
    update(
      changed(transcript, ({ speaker }) =>
        speaker === 'Speaker 1' ? { speaker: 'Speaker 0' } : {},
      ),
    );
    await until(() => list.scroller.ariaBusy === null);
    expect(rows()).to.deep.equal(before);
    expect(names(list.scroller).slice(0, 3)).to.deep.equal(['Speaker 0', 'Speaker 2', 'Speaker 3']);
  });

  it('adds headings with the first speaker name, and removes them with the last', async () => {
    const plain = changed(speech(60), () => ({ speaker: '' }));
    const { list, rows, update } = await setUp(plain);
    const before = rows();
    expect(names(list.scroller)).to.deep.equal([]);
    update(changed(plain, (_, index) => (index < 3 ? { speaker: 'Ada' } : {})));
    await until(() => list.scroller.ariaBusy === null);
    expect(names(list.scroller).slice(0, 2)).to.deep.equal(['Ada', 'Unknown speaker']);
    expect(rows()).to.deep.equal(before);
    update(plain);
    await until(() => list.scroller.ariaBusy === null);
    expect(names(list.scroller)).to.deep.equal([]);
    expect(rows()).to.deep.equal(before);
  });

  it('keeps the scroll position and the focus', async () => {
    const { list, root, transcript, update } = await setUp();
    const row = list.elementOf(301);
    if (!row) throw new Error('there is no row');
    // Native scroll anchoring would hide a fault in ours.
    list.scroller.style.setProperty('overflow-anchor', 'none');
    list.scrollTo.element(row, 120, 'instant');
    await until(() => !list.scrollTo.underWay);
    list.focus(301);
    const place = topIn(list.scroller, row);
    // Everything above gets longer, and the turns change.
    update(
      changed(transcript, ({ text }, index) =>
        index < 290 ? { text: `${text} ${text} ${text}`, speaker: `Speaker ${index % 2}` } : {},
      ),
    );
    // The place is kept in the next frame.
    await frames(1);
    await until(() => !list.scrollTo.underWay && list.scroller.ariaBusy === null);
    await untilStill(list.scroller);
    expect(topIn(list.scroller, row)).to.be.closeTo(place, 2);
    expect(root.activeElement?.nextElementSibling).to.equal(row);
  });

  it('supports fewer segments', async () => {
    const { list, texts, update } = await setUp();
    const shorter = speech(100);
    list.focus(400);
    update(shorter);
    await until(() => list.scroller.ariaBusy === null);
    expect(texts()).to.deep.equal(shorter.segments.map(({ text }) => text));
    expect(list.scroller.querySelectorAll(`${GO_BUTTON}[tabindex="0"]`)).to.have.length(1);
    expect(list.elementOf(100)).to.equal(undefined);
  });
});

describe('list after lines were split, joined and deleted', () => {
  it('shows each line once, in order, whatever was changed, and keeps the rows of the others', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = seededRandom(seed);
      const transcript = speech(150, random.between(1, 4));
      const { list, rows, texts, update, store, host } = await setUp(transcript);
      let history = startHistory(transcript);
      const first = new Map(rows().map((row) => [row.textContent, row]));
      for (let step = 0; step < 12; step += 1) {
        const { segments } = history.current;
        const at = random.between(0, segments.length - 1);
        const segment = placesIn(segments).idAt(at);
        const space = segments[at]?.text.indexOf(' ', random.between(0, 40)) ?? -1;
        try {
          history = random.chance(0.25)
            ? undo(history)
            : edit(
                history,
                random.pick<TranscriptEdit>([
                  { kind: 'split-segment', segment, at: space, speaker: 'New' },
                  { kind: 'split-segment', segment, at: space },
                  { kind: 'join-segments', segment },
                  { kind: 'delete-segment', segment },
                  { kind: 'assign-speaker', segments: [segment], to: 'Other' },
                ]),
              );
        } catch (error) {
          if (!(error instanceof EditError)) throw error;
        }
        update(history.current);
        if (random.chance(0.5)) await until(() => list.scroller.ariaBusy === null);
      }
      await until(() => list.scroller.ariaBusy === null);
      const { segments } = history.current;
      expect(texts(), `seed ${seed}`).to.deep.equal(segments.map(({ text }) => text));
      expect(rows().map((row) => row.dataset['index'])).to.deep.equal(
        segments.map((_, index) => String(index)),
      );
      expect(names(list.scroller)).to.deep.equal(
        store.getState().turns.map(({ speaker }) => shownName(speaker, englishReaderStrings)),
      );
      const kept = rows().filter((row) => first.get(row.textContent) === row);
      expect(kept.length).to.be.greaterThan(100);
      list.dispose();
      host.remove();
    }
  });

  it('keeps the focus and the place of the list on the same line', async () => {
    const transcript = speech(300);
    const { list, update, rows } = await setUp(transcript);
    const line = rows()[200];
    list.focus(200);
    list.scrollTo.element(line ?? list.scroller, 30, 'instant');
    await until(() => !list.scrollTo.underWay);
    const before = topIn(list.scroller, line ?? list.scroller);
    const text = transcript.segments[10]?.text ?? '';
    update(
      edit(startHistory(transcript), {
        kind: 'split-segment',
        ...{ segment: 10, at: text.indexOf(' ', 12), speaker: 'New' },
      }).current,
    );
    // The place is kept in the next frame.
    await frames(1);
    await until(() => !list.scrollTo.underWay && list.scroller.ariaBusy === null);
    expect(rows()[201]).to.equal(line);
    expect(list.focused).to.equal(201);
    expect(topIn(list.scroller, line ?? list.scroller)).to.be.closeTo(before, 2);
  });
});
