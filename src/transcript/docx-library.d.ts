/**
 * What of `docx` is used here. Its own types bring in Node's: with them `process` and `fetch` would compile in
 * this folder.
 */

export interface TextRunOptions {
  readonly text: string;
  readonly bold?: boolean;
  /** Hexadecimal RGB. */
  readonly color?: string;
  /** Half points. */
  readonly size?: number;
  readonly rightToLeft?: boolean;
}

export class TextRun {
  constructor(options: TextRunOptions);
}

export interface ParagraphOptions {
  readonly heading?: string;
  readonly bidirectional?: boolean;
  readonly keepNext?: boolean;
  /** Twentieths of a point. */
  readonly spacing?: { readonly before?: number; readonly after?: number; readonly line?: number };
  readonly children: readonly TextRun[];
}

export class Paragraph {
  constructor(options: ParagraphOptions);
}

export const HeadingLevel: { readonly HEADING_2: string };

export class Document {
  constructor(options: {
    readonly styles?: {
      readonly default?: { readonly heading2?: { readonly run?: { readonly color?: string } } };
    };
    readonly sections: readonly { readonly children: readonly Paragraph[] }[];
  });
}

export const Packer: { toArrayBuffer(document: Document): Promise<ArrayBuffer> };
