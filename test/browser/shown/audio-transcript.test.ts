/** `<audio-transcript>`: where its transcript comes from, and its settings in any order. */
import { expect } from '@open-wc/testing';
import type { AudioTranscript, TranscribeEditEvent } from '../../../src/transcript-element.js';
import { control, findControl } from '../../support/element.js';
import { wave } from '../reader/reader-support.js';
import {
  addressOf,
  data,
  find,
  linesOf,
  make,
  namesOf,
  other,
  shows,
  until,
} from './shown-support.js';

const rename = { kind: 'rename-speaker', from: 'S1', to: 'Anna' } as const;
const LINES = ['Good morning.', 'Hello.', 'Shall we begin?'];

const isEditable = (element: AudioTranscript): boolean =>
  control(element, /^Rename/).getClientRects().length > 0;

const scriptOf = (json: string): HTMLScriptElement => {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.textContent = json;
  return script;
};

describe('the transcript of <audio-transcript>', () => {
  it('comes from a property', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    expect(linesOf(element)).to.deep.equal(LINES);
    expect(element.transcript?.segments).to.have.length(3);
  });

  it('comes from an address', async () => {
    const element = await make({ src: addressOf(data) });
    await shows(element, 'Hello.');
  });

  it('comes from a script inside, also if it is written later or changes', async () => {
    const element = await make();
    element.append(scriptOf(JSON.stringify(data)));
    await shows(element, 'Hello.');
    const [script] = element.children;
    if (script) script.textContent = JSON.stringify(other);
    await shows(element, 'Another recording.');
  });

  it('of the property comes before that of the address, and that of the address before the script’s', async () => {
    const element = await make({ src: addressOf(other) });
    element.append(scriptOf(JSON.stringify({ segments: [{ start_ms: 0, text: 'Inside.' }] })));
    await shows(element, 'Another recording.');
    element.transcript = data;
    await shows(element, 'Hello.');
    element.transcript = null;
    await shows(element, 'Another recording.');
    element.src = null;
    await shows(element, 'Inside.');
  });

  it('of an address that answers late does not replace that of a newer one', async () => {
    const { fetch } = window;
    let answer: ((response: Response) => void) | undefined;
    const late = new Promise<Response>((resolve) => (answer = resolve));
    let aborted = false;
    window.fetch = (input, init) => {
      if (!(input as URL).pathname.endsWith('/late')) return fetch(input, init);
      init?.signal?.addEventListener('abort', () => (aborted = true));
      return late;
    };
    try {
      const element = await make({ src: '/late' });
      element.src = addressOf(data);
      await shows(element, 'Hello.');
      expect(aborted).to.equal(true);
      answer?.(Response.json(other));
      await new Promise((resolve) => setTimeout(resolve));
      await element.updateComplete;
      expect(linesOf(element)).to.deep.equal(LINES);
    } finally {
      window.fetch = fetch;
    }
  });

  it('is fetched with the page’s cookies', async () => {
    const { fetch } = window;
    const asked: (RequestCredentials | undefined)[] = [];
    window.fetch = (_input, init) => {
      asked.push(init?.credentials);
      return Promise.resolve(Response.json(data));
    };
    try {
      await shows(await make({ src: '/transcript.json' }), 'Hello.');
      expect(asked).to.deep.equal(['include']);
    } finally {
      window.fetch = fetch;
    }
  });

  it('replaces what the page has put inside, which comes back if there is none', async () => {
    const element = await make();
    element.innerHTML = '<p>Good morning, from the server.</p>';
    const [inside] = element.children as unknown as HTMLElement[];
    await element.updateComplete;
    expect(inside?.offsetHeight).to.be.above(0);
    expect(find(element, 'card')).to.equal(null);
    element.transcript = data;
    await shows(element, 'Hello.');
    expect(inside?.offsetHeight).to.equal(0);
    expect(find(element, 'card')).not.to.equal(null);
    element.transcript = null;
    await until(() => inside?.offsetHeight !== 0);
    expect(element.transcript).to.equal(null);
  });

  it('of 500 lines is shown, and another one after it', async () => {
    const segments = Array.from({ length: 500 }, (_, at) => ({
      ...{ speaker: `S${at % 3}`, text: `Line ${at}.` },
      ...{ start_ms: at * 2_000, end_ms: at * 2_000 + 1_800 },
    }));
    const element = await make({ transcript: { segments } });
    await shows(element, 'Line 0.');
    element.transcript = other;
    await shows(element, 'Another recording.');
  });
});

describe('the audio of <audio-transcript>', () => {
  const audioOf = (element: AudioTranscript): HTMLAudioElement | null =>
    element.renderRoot.querySelector('audio');

  it('may be missing: then there is no player, and times only scroll', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    expect(find(element, 'player')).to.equal(null);
    expect(findControl(element, 'Go to 0:02')).not.to.equal(null);
  });

  it('may come before or after the transcript, as an address or a file, and may change', async () => {
    const element = await make({ audioUrl: wave(6) });
    element.transcript = data;
    await until(() => audioOf(element)?.duration === 6);
    element.audioUrl = null;
    await until(() => find(element, 'player') === null);
    element.audio = await (await fetch(wave(7))).blob();
    await until(() => audioOf(element)?.duration === 7);
    expect(findControl(element, 'Play')).not.to.equal(null);
  });

  it('plays from a line and reports what plays', async () => {
    const element = await make({ transcript: data, audioUrl: wave(11) });
    await until(() => (audioOf(element)?.readyState ?? 0) >= 1);
    const playing: number[][] = [];
    element.addEventListener('transcribe-segment', ({ indexes }) => playing.push([...indexes]));
    element.seek(3_500);
    await until(() => playing.length > 0);
    expect(playing.at(-1)).to.deep.equal([2]);
    expect(audioOf(element)?.currentTime).to.be.within(3.4, 3.6);
  });

  it('is sought once the audio is there, if the page asks before', async () => {
    const element = await make();
    element.transcript = data;
    element.audioUrl = wave(11);
    await element.updateComplete;
    element.seek(2_500);
    await until(() => audioOf(element)?.currentTime === 2.5);
  });
});

describe('corrections in <audio-transcript>', () => {
  it('are told to the page with everything that is needed to save them', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    const told: TranscribeEditEvent[] = [];
    element.addEventListener('transcribe-edit', (event) => told.push(event));
    element.edit(rename);
    element.undo();
    element.redo();
    expect(told.map(({ change }) => change)).to.deep.equal(['applied', 'undone', 'redone']);
    expect(told[2]?.edits).to.deep.equal([rename]);
    expect(told[2]?.transcript.segments[0]?.speaker).to.equal('Anna');
    await until(() => namesOf(element)[0] === 'Anna');
  });

  it('that were saved may be set before or after the transcript, without an event', async () => {
    const element = await make({ edits: [rename] });
    let events = 0;
    element.addEventListener('transcribe-edit', () => (events += 1));
    element.transcript = data;
    await until(() => namesOf(element)[0] === 'Anna');
    element.edits = [];
    await until(() => namesOf(element)[0] === 'Speaker 1');
    element.edits = [{ ...rename, to: 'Aoife' }];
    await until(() => namesOf(element)[0] === 'Aoife');
    expect(element.edits).to.deep.equal([{ ...rename, to: 'Aoife' }]);
    expect(events).to.equal(0);
  });

  it('that come beside the data are taken over, unless the page sets others', async () => {
    const element = await make({ src: addressOf({ data, edits: [rename] }) });
    await until(() => namesOf(element)[0] === 'Anna');
    element.edits = [];
    await until(() => namesOf(element)[0] === 'Speaker 1');
  });

  it('that the page sets as it was told them change nothing, so that redo stays', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    element.addEventListener('transcribe-edit', ({ edits }) => (element.edits = edits));
    element.edit(rename);
    await element.updateComplete;
    element.undo();
    await element.updateComplete;
    element.redo();
    expect(element.edits).to.deep.equal([rename]);
  });

  it('that the page gives back after a slow save keep those that were made meanwhile', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    const told: (readonly object[])[] = [];
    element.addEventListener('transcribe-edit', ({ edits }) => told.push(edits));
    const correct = (text: string) => ({ kind: 'correct-text', segment: 0, text }) as const;
    const all = ['Hello, all.', 'Hello, everybody.', 'Good morning.'].map(correct);
    for (const one of all) element.edit(one);
    for (const edits of told) {
      element.edits = structuredClone(edits);
      await element.updateComplete;
      expect(element.edits).to.deep.equal(all);
    }
    // The page goes back on purpose.
    element.edits = [rename];
    await until(() => namesOf(element)[0] === 'Anna');
    expect(element.edits).to.deep.equal([rename]);
  });

  it('that come with the next transcript do not keep its place or audio', async () => {
    const element = await make({ transcript: data, audioUrl: wave(12) });
    await shows(element, 'Hello.');
    element.seek(3_500);
    const audio = () => element.renderRoot.querySelector('audio');
    await until(() => audio()?.currentTime === 3.5);
    element.transcript = other;
    element.edits = [{ kind: 'correct-text', segment: 0, text: 'Another one.' }];
    element.audioUrl = wave(5);
    await shows(element, 'Another one.');
    await until(() => audio()?.duration === 5);
    expect(audio()?.currentTime).to.equal(0);
  });

  it('of another transcript are refused: nothing can be corrected until others are set', async () => {
    const element = await make();
    const errors: string[] = [];
    element.addEventListener('transcribe-error', ({ error }) => errors.push(error.code));
    element.edits = [{ kind: 'correct-text', segment: 9, text: 'Nothing.' }];
    element.transcript = data;
    await shows(element, 'Hello.');
    expect(errors).to.deep.equal(['configuration']);
    expect(isEditable(element)).to.equal(false);
    element.edits = null;
    await until(() => isEditable(element));
    element.edits = [rename];
    await until(() => namesOf(element)[0] === 'Anna');
    expect(isEditable(element)).to.equal(true);
  });

  it('are restored by a method that throws if they do not fit', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    const changes: string[] = [];
    element.addEventListener('transcribe-edit', ({ change }) => changes.push(change));
    expect(() => element.restoreEdits([{ kind: 'nothing' }])).to.throw(RangeError);
    element.restoreEdits([rename]);
    expect(changes).to.deep.equal(['restored']);
  });

  it('need a transcript', async () => {
    const element = await make();
    expect(() => element.edit(rename)).to.throw(/no transcript to correct/);
    const failed = await element.exportTranscript('txt').catch((error: unknown) => error);
    expect((failed as Error).message).to.contain('no transcript to export');
  });

  it('have what is typed and not saved, if the page exports them', async () => {
    const element = await make({ transcript: data });
    await until(() => isEditable(element));
    element.shadowRoot
      ?.querySelector('[part~="reader"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
    const field = () => element.shadowRoot?.querySelector('textarea') ?? null;
    await until(() => field() !== null);
    const area = field();
    if (area) area.value = 'Good evening.';
    area?.dispatchEvent(new Event('input', { bubbles: true }));
    const text = await (await element.exportTranscript('txt')).text();
    expect(text).to.contain('Good evening.');
    expect(text).not.to.contain('Good morning.');
  });

  it('are hidden while it is read-only', async () => {
    const element = await make({ transcript: data, readOnly: true });
    await shows(element, 'Hello.');
    expect(isEditable(element)).to.equal(false);
    element.readOnly = false;
    await until(() => isEditable(element));
  });
});

describe('the name and the texts of <audio-transcript>', () => {
  it('name the recording in the heading, the label and the exported file, and may change', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    expect(find(element, 'title')?.textContent.trim()).to.equal('Transcript');
    element.recordingName = 'Call 17';
    await until(() => find(element, 'title')?.textContent.trim() === 'Call 17');
    expect(find(element, 'card')?.getAttribute('aria-label')).to.equal('Call 17');
    expect((await element.exportTranscript('docx')).size).to.be.above(1_000);
    expect(await (await element.exportTranscript('txt')).text()).to.contain('Good morning.');
  });

  it('have the speakers’ shown names, also for the page', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    element.edit(rename);
    expect(element.speakers).to.deep.equal([
      { label: 'S1', name: 'Anna' },
      { label: 'S2', name: 'Speaker 2' },
    ]);
  });

  it('follow the language of the page and the page’s own texts', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    element.lang = 'de';
    await until(() => findControl(element, 'Transkript durchsuchen') !== null);
    element.strings = { reader: { search: 'Finden' } };
    await until(() => findControl(element, 'Finden') !== null);
    element.lang = 'ar';
    await until(() => namesOf(element)[0] === 'المتحدث 1');
  });

  it('make a landmark only of a recording with a name, as several of the same name cannot be told apart', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    const outer = find(element, 'card');
    expect([outer?.role, outer?.ariaLabel]).to.deep.equal(['group', 'Transcript']);
    element.recordingName = 'Call 17';
    await element.updateComplete;
    expect([outer?.role, outer?.ariaLabel]).to.deep.equal(['region', 'Call 17']);
  });

  it('open the transcript at the time in the page’s address', async () => {
    history.replaceState(null, '', '#t=3.2');
    try {
      const element = await make({ transcript: data, audioUrl: wave(11) });
      await until(() => element.renderRoot.querySelector('audio')?.currentTime === 3.2);
    } finally {
      history.replaceState(null, '', location.pathname + location.search);
    }
  });
});

describe('a link to a passage', () => {
  afterEach(() => history.replaceState(null, '', location.pathname + location.search));

  const stops = (audio: HTMLAudioElement): Promise<unknown> =>
    new Promise((resolve) => audio.addEventListener('pause', resolve, { once: true }));

  it('stops the playing at its end once, also if the audio comes later', async () => {
    history.replaceState(null, '', '#t=3.2,4.1');
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    expect(element.renderRoot.textContent).not.to.contain('Playing only');
    element.audioUrl = wave(11);
    const audio = (): HTMLAudioElement | null => element.renderRoot.querySelector('audio');
    await until(() => audio()?.currentTime === 3.2);
    const own = audio();
    if (own === null) throw new Error('There is no audio.');
    expect(own.paused).to.equal(true);
    expect(element.renderRoot.textContent).to.contain('Playing only 0:03–0:04');
    const stopped = stops(own);
    control(element, 'Play').click();
    await stopped;
    await until(() => Math.abs(own.currentTime - 4.099) < 0.01);
    await until(() => findControl(element, 'Play') !== null);
    expect(element.renderRoot.textContent).not.to.contain('Playing only');
    control(element, 'Play').click();
    await until(() => own.currentTime > 4.3);
    expect(own.paused).to.equal(false);
  });

  it('no longer stops once the listener has sought another place', async () => {
    history.replaceState(null, '', '#t=3.2,3.5');
    const element = await make({ transcript: data, audioUrl: wave(11) });
    await until(() => element.renderRoot.querySelector('audio')?.currentTime === 3.2);
    control(element, 'Back 10 seconds').click();
    await until(() => element.renderRoot.textContent?.includes('Playing only') === false);
  });
});

describe('a transcript that cannot be shown', () => {
  const { error: log } = console;
  let logged: string[] = [];
  beforeEach(() => {
    logged = [];
    console.error = (...words: unknown[]) => void logged.push(words.join(' '));
  });
  afterEach(() => {
    console.error = log;
  });

  it('gives the reader one sentence, and the developer the path of the wrong field', async () => {
    const element = await make();
    const told: string[] = [];
    element.addEventListener('transcribe-error', ({ error }) => told.push(error.code));
    element.transcript = { segments: [{ text: 'Hello.', start: 1, end: 2 }] };
    await until(() => find(element, 'error-message') !== null);
    expect(find(element, 'error-message')?.textContent).to.equal(
      'The transcript can’t be shown. Try again later, or contact support.',
    );
    expect(logged.join()).to.contain('transcript.segments[0].start is not read');
    expect(told).to.deep.equal(['response-invalid']);
    expect(element.error?.recoverable).to.equal(false);
    expect(findControl(element, 'Try again')).to.equal(null);
    element.transcript = data;
    await shows(element, 'Hello.');
    expect(element.error).to.equal(null);
  });

  it('leaves what the page has put inside', async () => {
    const element = await make();
    element.innerHTML = '<p>From the server.</p>';
    element.transcript = 'text';
    await until(() => find(element, 'error-message') !== null);
    expect((element.firstElementChild as HTMLElement).offsetHeight).to.be.above(0);
    expect(logged.join()).to.contain('transcript must be an object, not a string');
  });

  it('because its address does not answer is fetched again on request', async () => {
    const { fetch } = window;
    let status = 503;
    window.fetch = () =>
      Promise.resolve(status === 200 ? Response.json(data) : new Response('', { status }));
    try {
      const element = await make({ src: '/secret?token=abc' });
      await until(() => find(element, 'error-message') !== null);
      expect(element.error?.code).to.equal('network');
      expect(logged.join()).to.contain('src answers 503');
      expect(logged.join()).not.to.contain('abc');
      status = 200;
      control(element, 'Try again').click();
      await shows(element, 'Hello.');
    } finally {
      window.fetch = fetch;
    }
  });

  it('is not JSON', async () => {
    const element = await make();
    element.append(scriptOf('{'));
    await until(() => find(element, 'error-message') !== null);
    expect(logged.join()).to.contain('script is not JSON');
  });
});
