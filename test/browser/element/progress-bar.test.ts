/** The progress bar is honest: it shows stored bytes, starts at 0, and never runs back. */
import { expect } from '@open-wc/testing';
import { jobOf, removeViews, sending, showState } from '../../support/shown-view.js';

const show = () => {
  const host = document.createElement('div');
  host.style.inlineSize = '390px';
  document.body.append(host);
  return (state: Parameters<typeof showState>[0]): HTMLElement => showState(state, host);
};

/** The paler part of the bar: what was sent. */
const SENT = '[part="progress-bar"] > :not([part])';

/** The share of the bar that is filled now, in percent. */
const filled = (card: HTMLElement, selector = '[part="progress-fill"]'): number => {
  const bar = card.querySelector('[part="progress-bar"]')?.getBoundingClientRect() ?? new DOMRect();
  const fill = card.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  return Math.round(((fill.right - bar.left) / bar.width) * 100);
};

const text = (card: HTMLElement, part: string): string =>
  card.querySelector(`[part="${part}"]`)?.textContent?.trim() ?? '';

const percentage = (card: HTMLElement): string | undefined =>
  /\d+%/.exec(card.textContent ?? '')?.[0];

describe('progress bar', () => {
  afterEach(removeViews);

  it('starts at 0 without an animation when the upload begins', () => {
    const draw = show();
    const before = draw({
      name: 'preparing',
      job: jobOf('talk.wav'),
      step: 'planning',
      trouble: null,
    });
    // A transition starts only from a style that was computed.
    before.getAnimations({ subtree: true });
    const card = draw(
      sending(jobOf('talk.wav'), {
        progress: { sentBytes: 0, totalBytes: 60_000_000, bytesPerSecond: null, late: false },
      }),
    );
    const running = card.getAnimations({ subtree: true });
    expect(running.map((one) => one.constructor.name)).to.deep.equal([]);
    expect(filled(card)).to.equal(0);
    expect(percentage(card)).to.equal('0%');
  });

  it('moves to the next value once parts are stored', () => {
    const draw = show();
    draw(sending(jobOf('talk.wav', 3)));
    const card = draw(sending(jobOf('talk.wav', 4)));
    for (const one of card.getAnimations({ subtree: true })) one.finish();
    expect(filled(card)).to.equal(67);
  });

  it('does not animate from a full bar to the wait that follows, nor back', () => {
    const draw = show();
    const still = (card: HTMLElement): readonly Animation[] =>
      card.getAnimations({ subtree: true }).filter((one) => one instanceof CSSTransition);
    draw(sending(jobOf('talk.wav', 6)));
    const waiting = draw(sending(jobOf('talk.wav', 6), { step: 'completing' }));
    expect(still(waiting)).to.deep.equal([]);
    const again = draw(sending(jobOf('talk.wav', 5)));
    expect(still(again)).to.deep.equal([]);
    expect(filled(again)).to.equal(83);
  });

  it('counts stored bytes, and shows the bytes on their way beside them', () => {
    const card = show()(
      sending(jobOf('talk.wav', 3), {
        progress: {
          sentBytes: 45_000_000,
          totalBytes: 60_000_000,
          bytesPerSecond: 2_000_000,
          late: false,
        },
      }),
    );
    expect([percentage(card), filled(card), filled(card, SENT)]).to.deep.equal(['50%', 50, 75]);
    expect(text(card, 'details')).to.equal('30 MB of 60 MB 2 MB/s 8 sec left');
  });

  it('says how many parts are uploaded while one fails', () => {
    const card = show()(sending(jobOf('talk.wav', 5), { retrying: new Map([[6, 3]]) }));
    expect(percentage(card)).to.equal('83%');
    expect([filled(card), filled(card, SENT)]).to.deep.equal([83, 83]);
    expect(text(card, 'details')).to.equal('5 of 6 parts uploaded part 6, attempt 3');
    const offline = show()(sending(jobOf('talk.wav', 5), { trouble: 'offline' }));
    expect(text(offline, 'details')).to.equal('5 of 6 parts uploaded');
  });
});
