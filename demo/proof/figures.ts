/** A figure of the section “Proof”. */
export interface Figure {
  readonly title: string;
  /** Never typed by hand: `measure.ts` reads it from the source. */
  readonly value: string;
  /** What the value means, and what keeps it true. */
  readonly meaning: string;
  /** A file of the repository. */
  readonly source: string;
  /** The command that checks it. */
  readonly command: string;
}
