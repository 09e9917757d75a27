/** The part of `docx` that is used here. The library's own types import Node's, so `process` would compile here. */

/** BCP-47, for each kind of script that Word distinguishes. */
export interface LanguageOptions {
  readonly value: string;
  readonly eastAsia: string;
  readonly bidirectional: string;
}

export interface TextRunOptions {
  readonly text: string;
  readonly language?: LanguageOptions;
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

export class Paragraph {
  constructor(options: {
    readonly heading?: string;
    readonly bidirectional?: boolean;
    readonly keepNext?: boolean;
    /** Twentieths of a point. */
    readonly spacing?: {
      readonly before?: number;
      readonly after?: number;
      readonly line?: number;
    };
    readonly children: readonly TextRun[];
  });
}

export const HeadingLevel: { readonly TITLE: string; readonly HEADING_2: string };

interface RunStyle {
  readonly run?: {
    readonly color?: string;
    readonly size?: number;
    readonly language?: LanguageOptions;
  };
}

export class Document {
  constructor(options: {
    readonly title?: string;
    /** Empty: left out of the document. Missing: the library writes a placeholder. */
    readonly creator?: string;
    readonly lastModifiedBy?: string;
    readonly styles?: {
      readonly default?: {
        readonly document?: RunStyle;
        readonly title?: RunStyle;
        readonly heading2?: RunStyle;
      };
    };
    readonly sections: readonly { readonly children: readonly Paragraph[] }[];
  });
}

export const Packer: { toArrayBuffer(document: Document): Promise<ArrayBuffer> };
