/** What a person and a page do with a transcript: search, replace, rename, export. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe, ExportFormat } from '../../src/index.js';
import { audioSettled } from './audio-settled.js';
import { untilControl, untilPart } from './element.js';
import { waitUntil } from './wait-until.js';

/** The text of a Word document, whose archive is read through its central directory. */
const wordText = async (archive: Blob): Promise<string> => {
  const view = new DataView(await archive.arrayBuffer());
  for (let at = 0; at < view.byteLength - 46; at += 1) {
    if (view.getUint32(at) !== 0x504b0102) continue;
    const name = archive.slice(at + 46, at + 46 + view.getUint16(at + 28, true));
    if ((await name.text()) !== 'word/document.xml') continue;
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const end = start + view.getUint32(at + 20, true);
    // The archive may come from a frame. WebKit unpacks only bytes of this page.
    const packed = new Blob([await archive.slice(start, end).arrayBuffer()]);
    return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  }
  return '';
};

const type = (field: HTMLElement, value: string): void => {
  (field as HTMLInputElement).value = value;
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
};

const SEGMENTS = ['Good morning, Anna.', 'Good evening.'].map((text, at) => ({
  ...{ speaker: `S${at}`, text, start_ms: at * 1_000, end_ms: at * 1_000 + 900 },
}));

/** Shows a transcript of the page's own backend, replaces a word, renames a speaker, and exports in these formats. */
export const useTranscript = async (
  element: AudioTranscribe,
  formats: readonly ExportFormat[],
): Promise<void> => {
  element.backend = {
    submit: () => Promise.reject(new Error('Nothing is submitted.')),
    query: (id) =>
      Promise.resolve({ transcription_id: id, status: 'SUCCESS', data: { segments: SEGMENTS } }),
  };
  await audioSettled(element.renderRoot);
  element.transcriptionId = 'task-of-the-page';
  await waitUntil(() => element.transcript?.segments.length === 2, 'The transcript is not shown.');
  (await untilControl(element, 'Search the transcript')).click();
  for (const typed of ['zzz', 'good']) type(await untilPart(element, 'search-field'), typed);
  const text = (): string => element.transcript?.segments[0]?.text ?? '';
  (await untilControl(element, 'Replace')).click();
  type(await untilControl(element, 'Replace with'), 'Aardvark');
  await element.updateComplete;
  (await untilControl(element, 'Replace all')).click();
  await waitUntil(() => text().includes('Aardvark'), 'The word is not replaced.');
  element.edit({ kind: 'rename-speaker', from: 'S0', to: 'Zoë' });
  for (const format of formats) {
    const file = await element.exportTranscript(format);
    const written = format === 'docx' ? await wordText(file) : await file.text();
    expect(written, format).to.contain('Aardvark');
    expect(written, format).to.contain('Zoë');
    if (format !== 'json') continue;
    const { segments } = JSON.parse(written) as { segments: { text: string }[] };
    expect(segments[0]?.text).to.equal(text());
  }
};
