/** What is used of two parsers whose own types are missing, or not found by Node's rules. */

declare module 'webvtt-parser' {
  export interface ParsedNode {
    readonly type: 'text' | 'object' | 'timestamp';
    /** `v`, `lang` and so on, of an object. */
    readonly name?: string;
    /** A text's own, or what stands in an object's tag. */
    readonly value?: string;
    readonly children?: readonly ParsedNode[];
  }
  export interface ParsedCue {
    readonly id: string;
    /** Seconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly tree: { readonly children: readonly ParsedNode[] };
  }
  const parsers: {
    readonly WebVTTParser: new (entities: Readonly<Record<string, string>>) => {
      parse(text: string): {
        readonly cues: readonly ParsedCue[];
        readonly errors: readonly { readonly message: string; readonly line: number }[];
      };
    };
  };
  export default parsers;
}

declare module 'media-captions' {
  export const parseText: (
    text: string,
    options: { readonly type: 'srt' | 'vtt'; readonly errors: boolean; readonly strict: boolean },
  ) => Promise<{
    readonly cues: readonly {
      readonly id: string;
      /** Seconds. */
      readonly startTime: number;
      readonly endTime: number;
      readonly text: string;
    }[];
    readonly errors: readonly { readonly message: string }[];
  }>;
}
