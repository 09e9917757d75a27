/** Types for two parsers that have none, or whose types Node's resolution does not find. */

declare module 'webvtt-parser' {
  export interface ParsedNode {
    readonly type: 'text' | 'object' | 'timestamp';
    /** The attributes of an object's tag, such as `v` and `lang`. */
    readonly name?: string;
    /** The text of a text node, or the value in an object's tag. */
    readonly value?: string;
    readonly children?: readonly ParsedNode[];
  }
  export interface ParsedCue {
    readonly id: string;
    /** In seconds. */
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
      /** In seconds. */
      readonly startTime: number;
      readonly endTime: number;
      readonly text: string;
    }[];
    readonly errors: readonly { readonly message: string }[];
  }>;
}
