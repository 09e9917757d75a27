/** Gives odd files to the element: of any size, broken, or with a difficult name. */
import { html, render } from 'lit';
import { fieldBox, optionList, valueOf } from '../fields.js';
import { makeFile, type LoadSample, type OddFile } from './make-file.js';

const SAMPLES = { mp3: 'conversation.mp3', m4a: 'interview.m4a' } as const;

/** Loads a sample of this demo. */
export const loadSample: LoadSample = async (format) => {
  const response = await fetch(`samples/${SAMPLES[format]}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const wav = (name: string): OddFile => ({ format: 'wav', name });

/** Files that testers often need, by the text of the choice. */
export const ODD_FILES: Readonly<Record<string, OddFile>> = {
  'Ten seconds, WAV': { format: 'wav' },
  MP3: { format: 'mp3' },
  M4A: { format: 'm4a' },
  '1 kB, the smallest': { format: 'wav', bytes: 1_000 },
  '3 MB, several chunks': { format: 'wav', bytes: 3_000_000 },
  '60 MB': { format: 'wav', bytes: 60_000_000 },
  '8 GiB, the largest': { format: 'wav', bytes: 8 * 1024 ** 3 },
  'Empty file': { format: 'mp3', damage: 'empty' },
  'Picture named .wav': { format: 'wav', damage: 'picture' },
  'Truncated M4A': { format: 'm4a', damage: 'truncated' },
  'Name of 200 characters': wav(
    `${'A very long name of a recording '.repeat(7).slice(0, 196)}.wav`,
  ),
  'Name of one word of 200 letters': wav(`${'n'.repeat(196)}.wav`),
  'Name with emoji': wav('🎙️ Intervju – 👩‍👩‍👧 日本語 ½.wav'),
  'Name from right to left': wav('مكالمة مع العميل 12.wav'),
  'Name with bidirectional control characters': wav('invoice\u202Evaw.exe.wav'),
  'Name with path characters': wav('../../etc\\passwd*?"<|>:.wav'),
  'Name with markup': wav('<img src=x onerror=alert(1)>.wav'),
  'Name without an extension': wav('recording'),
  'Name of only an extension': wav('.wav'),
  'Name of spaces': wav('   .wav '),
};

/** Renders the section. */
export const startFiles = (place: HTMLElement, give: (file: File) => void): void => {
  let [chosen = ''] = Object.keys(ODD_FILES);

  const make = async (): Promise<void> => {
    try {
      const file = await makeFile(ODD_FILES[chosen] ?? { format: 'wav' }, loadSample);
      give(file);
      draw(`“${file.name}” was made: ${file.size.toLocaleString('en')} bytes.`);
    } catch {
      draw('The sample could not be loaded. Check that the demo runs, and try again.');
    }
  };

  const draw = (notice = ''): void => {
    render(
      html`
        <section class="files" aria-labelledby="files-title">
          <h2 id="files-title">Make a file</h2>
          ${fieldBox(
            'file',
            'File',
            html`<select
              id="file"
              @change=${(event: Event) => {
                chosen = valueOf(event);
                draw();
              }}
            >
              ${optionList(Object.fromEntries(Object.keys(ODD_FILES).map((it) => [it, it])), chosen)}
            </select>`,
          )}
          <div class="buttons">
            <button type="button" class="primary" @click=${() => void make()}>
              Give it to the element
            </button>
          </div>
          <p class="hint" role="status">${notice}</p>
        </section>
      `,
      place,
    );
  };
  draw();
};
