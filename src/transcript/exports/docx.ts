import type * as Docx from 'docx';
import { isRightToLeft, joinTexts, oneLine } from '../plain-text.js';
import { formatClock } from '../time.js';
import type { Transcript } from '../transcript.js';
import { toTurns, type Turn } from '../turns.js';

/** Half points and twentieths of a point, as Word counts. */
const SIZE = { text: 22, time: 18, before: 240, after: 60 } as const;
const MUTED = '5F6B69';

type Library = typeof Docx;

const heading = (docx: Library, { speaker, start_ms }: Turn): Docx.Paragraph => {
  const name = speaker.name === null ? '' : oneLine(speaker.name);
  const rightToLeft = isRightToLeft(name);
  const time = { text: formatClock(start_ms), color: MUTED, size: SIZE.time, bold: false };
  return new docx.Paragraph({
    heading: docx.HeadingLevel.HEADING_2,
    bidirectional: rightToLeft,
    keepNext: true,
    spacing: { before: SIZE.before, after: SIZE.after },
    children: [
      ...(name === ''
        ? []
        : [
            new docx.TextRun({ text: name, bold: true, size: SIZE.text, rightToLeft }),
            new docx.TextRun({ text: '  ', size: SIZE.text }),
          ]),
      new docx.TextRun(time),
    ],
  });
};

const body = (docx: Library, text: string): Docx.Paragraph => {
  const rightToLeft = isRightToLeft(text);
  return new docx.Paragraph({
    bidirectional: rightToLeft,
    spacing: { line: 320 },
    children: [new docx.TextRun({ text, size: SIZE.text, rightToLeft })],
  });
};

/** A Word document: a heading and a paragraph per turn. The library that writes it is loaded here. */
export const toDocx = async (transcript: Transcript): Promise<Uint8Array> => {
  const docx = await import('docx');
  const { turns } = toTurns(transcript);
  const children =
    turns.length === 0
      ? [body(docx, oneLine(transcript.text))]
      : turns.flatMap((turn) => {
          const texts = transcript.segments.slice(turn.first, turn.end);
          return [
            heading(docx, turn),
            body(docx, joinTexts(texts.map(({ text }) => oneLine(text)))),
          ];
        });
  const document = new docx.Document({
    styles: { default: { heading2: { run: { color: '1A2423' } } } },
    sections: [{ children }],
  });
  return new Uint8Array(await docx.Packer.toArrayBuffer(document));
};
