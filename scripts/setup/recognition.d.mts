/** PocketSphinx with its English model. */
export interface PocketSphinxInstallation {
  /** The path of `pocketsphinx_batch`. */
  readonly program: string;
  /** Holds `en-us/`, `en-us.lm.bin` and `cmudict-en-us.dict`. */
  readonly languageFolder: string;
}

/** What `npm run setup` has brought; null for what is not there, or not complete. */
export interface Installed {
  readonly pocketSphinx: PocketSphinxInstallation | null;
  /** Debian's human speech with transcripts, which only tests and benches read. */
  readonly humanSpeechFolder: string | null;
  /** The Silero VAD network. */
  readonly voiceModel: string | null;
  /** Holds the four files of the x-vector network. */
  readonly speakerFolder: string | null;
}

export interface Places {
  /** Folders to look for the program in. Default: the `PATH` of the environment. */
  readonly path?: string;
  /** Default: where Debian's packages put it. */
  readonly languageFolder?: string;
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
}

export const modelsFolder: string;
export const models: readonly [Model, Model];
export const debianPackages: readonly string[];
export function findInstalled(places?: Places): Promise<Installed>;
