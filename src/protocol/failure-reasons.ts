/** Every way in which a transcription can fail, and the values that its message needs. */

/** What a file is that is not an MP3, M4A or WAV recording. */
export type FoundKind =
  | 'audio'
  | 'protected-audio'
  | 'video'
  | 'silent-video'
  | 'picture'
  | 'document'
  | 'archive'
  | 'program'
  | 'text'
  | 'no-audio';

export interface FoundFile {
  readonly kind: FoundKind;
  /** The name of the format, such as `FLAC`. The same in all languages. Empty if the kind says enough. */
  readonly format: string;
}

interface Named {
  /** Name of the file. */
  readonly name: string;
}

type Nothing = Readonly<Record<never, never>>;

/** The values in the message of each reason. */
export interface FailureValues {
  'file-empty': Named;
  /** In bytes. */
  'file-too-large': Named & { readonly size: number; readonly limit: number };
  /** In seconds. */
  'file-too-long': Named & { readonly length: number; readonly limit: number };
  /** `found` is null if the kind of file is unknown. */
  'unsupported-format': Named & { readonly found: FoundFile | null };
  'm4a-incomplete': Named;
  /** `codec` is the name of the format that this browser can't decode, such as `AMR`. Empty if it is unknown. */
  'convert-undecodable': Named & { readonly codec: string };
  /** The sound is damaged or missing. */
  'convert-unreadable': Named;
  'convert-no-space': Named;
  /** The browser gives the page no disk, and the result does not fit into memory. */
  'convert-too-long': Named;
  /** The page allows no worker. */
  'convert-unavailable': Named;
  'file-unreadable': Nothing;
  'file-changed-while-uploading': Nothing;
  'file-gone': Nothing;
  /** `expected` is the name of the interrupted recording; null if it is the same as `name`. */
  'another-file': Named & { readonly expected: string | null };
  network: Nothing;
  'service-busy': Nothing;
  'response-unreadable': Nothing;
  'payment-required': Nothing;
  'recording-too-large': Nothing;
  'recording-refused': Nothing;
  'result-unreadable': Nothing;
  'submission-unknown': Nothing;
  'token-unavailable': Nothing;
  'upload-not-allowed': Nothing;
  'not-signed-in': Nothing;
  'backend-unavailable': Nothing;
  'backend-refused': Nothing;
  'task-unknown': Nothing;
  'task-unavailable': Nothing;
  'upload-expired': Nothing;
  'upload-not-assembled': Nothing;
  'upload-differs': Nothing;
  'part-damaged': Nothing;
  'storage-rejected': Nothing;
  'etag-unreadable': Nothing;
  'plan-invalid': Nothing;
  stopped: Nothing;
  unexpected: Nothing;
  /** `again`: true if the recording can be submitted again. */
  'task-failed': { readonly again: boolean };
  'task-revoked': { readonly again: boolean };
  'signed-out-page': Nothing;
  /** `detail` is in English, for the developers of the page. */
  'not-set-up': { readonly detail: string };
}

export type FailureReason = keyof FailureValues;

/** How to word each reason. */
export type FailureWords = {
  readonly [Reason in FailureReason]: (values: FailureValues[Reason]) => string;
};

/** The reason of an error with its values, for wording it in another language. */
export type Failure = {
  readonly [Reason in FailureReason]: {
    readonly reason: Reason;
    readonly values: FailureValues[Reason];
  };
}[FailureReason];
