/** The types of the wire contract, with the service's field names. Comments give the section of the specification. */

/** Audio formats that the service accepts (section 1). */
export const FILE_TYPES = ['mp3', 'm4a', 'wav'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** The recognition models, and the default one (section 4.7). */
export const MODELS = ['svc-asr-pro', 'svc-asr-fast'] as const;
export type Model = (typeof MODELS)[number];

/** Granularity of language detection (section 4.7). */
export const DETECTION_LEVELS = ['segment', 'chapter'] as const;
export type DetectionLevel = (typeof DETECTION_LEVELS)[number];

/** Limits in the specification (section 8). */
export const LIMITS = {
  /** Minimum length of `user_id`, in characters. */
  userIdMin: 6,
  /** Maximum length of `user_id`, in characters. */
  userIdMax: 120,
  /** Default lifetime of a user token, in seconds. */
  userTokenSeconds: 86_400,
  /** Approximate lifetime of a partner token, in seconds. */
  partnerTokenSeconds: 7_200,
  /** Approximate lifetime of a DownloadUrl, in seconds. */
  downloadUrlSeconds: 86_400,
} as const;

/** 2.1, 4.1, 4.2. The specification names only the refresh token. The fields are those of OAuth, which is a guess. */
export interface PartnerToken {
  readonly access_token: string;
  readonly refresh_token?: string;
  /** Lifetime in seconds, if the service sends it. */
  readonly expires_in?: number;
}

/** 4.1. The specification does not show the body. This is OAuth's (RFC 6749, section 4.4), which is a guess. */
export interface PartnerTokenRequest {
  readonly grant_type?: 'client_credentials';
}

/** 4.2. The specification does not show the body. This is OAuth's (RFC 6749, section 6), which is a guess. */
export interface PartnerRefreshRequest {
  readonly grant_type?: 'refresh_token';
  readonly refresh_token: string;
}

/** 2.2. */
export interface UserToken {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Lifetime in seconds. */
  readonly expires_in: number;
  /**
   * Not sent by the service: the key of the user's data in the browser's storage. Our handler adds it, and a
   * page's own `fetchToken` may add it too. Must be stable, not empty and different for every user, and
   * should not be the user's id.
   */
  readonly userKey?: string;
  /** Other keys of the same user, such as those of before a rotation of your keys. What is stored under them is theirs. */
  readonly userKeyAliases?: readonly string[];
}

/** 4.3. */
export interface UserTokenRequest {
  /** 6 to 120 characters. */
  readonly user_id: string;
  /** Seconds. Default 86400. */
  readonly expires_in?: number;
}

/** 4.4. */
export interface UploadPlanRequest {
  /** Bytes. */
  readonly filesize: number;
  readonly filetype: FileType;
}

/** 2.3. */
export interface UploadPlanPart {
  /** From 1. */
  readonly PartNumber: number;
  readonly PresignedUrl: string;
}

/** 2.3. */
export interface UploadPlan {
  readonly FileId: string;
  readonly UploadId: string;
  /** Bytes of every chunk but the last. */
  readonly ChunkSize: number;
  readonly Parts: readonly UploadPlanPart[];
}

/** 4.6. */
export interface UploadedPart {
  readonly PartNumber: number;
  /** The ETag header as the storage host sent it, quotes included. */
  readonly ETag: string;
}

/** 4.6. */
export interface CompleteUploadRequest {
  readonly file_id: string;
  readonly upload_id: string;
  readonly part_list: readonly UploadedPart[];
  readonly filetype: FileType;
  /** Hexadecimal MD5 of the whole file. */
  readonly file_md5?: string;
}

/** 2.3.1. */
export interface UploadedFile {
  readonly FileId: string;
  readonly FileType: string;
  /** Valid for about 24 hours. */
  readonly DownloadUrl: string;
  /** Hexadecimal MD5 of the merged file. */
  readonly FileMd5: string;
}

/** 4.7, `params`. */
export interface TranscriptionParams {
  readonly transcribe?: {
    /** BCP-47, or `auto`. Default `auto`. */
    readonly language?: string;
    /** Default `svc-asr-pro`. */
    readonly model?: Model;
    /** Default `segment`. */
    readonly detection_level?: DetectionLevel;
  };
  readonly vad?: {
    /** Default false. */
    readonly decode_silence?: boolean;
  };
  readonly diarization?: {
    /** Default false. */
    readonly enabled?: boolean;
    /** Default false. */
    readonly return_embedding?: boolean;
  };
}

/** 4.7. */
export interface TranscriptionRequest {
  readonly file_url: string;
  readonly params?: TranscriptionParams;
}

/** 2.4. Times are as the service sent them, in any order. A time that is not a number is missing. */
export interface TranscriptionSegment {
  readonly speaker?: string;
  /** Milliseconds from the start of the audio. */
  readonly start_ms?: number;
  /** Milliseconds from the start of the audio. */
  readonly end_ms?: number;
  /** Empty if the service sent none. */
  readonly text: string;
  /** Set if the service reports a language per segment. 2.4 does not name the field, so it is a guess. */
  readonly language?: string;
}

/** 2.4, `data` of a task that succeeded. */
export interface TranscriptionData {
  readonly text: string;
  /** Null if the service detected no language. */
  readonly language: string | null;
  /** In seconds. Null if the service did not send it. */
  readonly duration: number | null;
  readonly segments: readonly TranscriptionSegment[];
  /**
   * Not sent by the service. Corrected transcripts and JSON exports have it if their lines alone would be read otherwise, such as a
   * name `B`, which is usually a label. Speakers that are not listed are read as the service's.
   */
  readonly speakers?: readonly NumberedSpeaker[];
}

/** Whether a speaker of the lines is a name. */
export interface NumberedSpeaker {
  /** As in the lines. */
  readonly speaker: string;
  /** 2 if it is a label, shown as “Speaker 2”; null if it is a name. */
  readonly number: number | null;
}

/** 2.4. */
export type TranscriptionTask =
  | {
      readonly transcription_id: string;
      readonly status: 'SUCCESS';
      readonly data: TranscriptionData;
      /** `data` as the service sent it, with fields that section 2.4 does not name. Not validated. */
      readonly raw: unknown;
    }
  | {
      readonly transcription_id: string;
      /** Any status except SUCCESS. An unknown status is kept unchanged. */
      readonly status: string;
      readonly data: null;
    };

/** Every status of a transcription task (specification, section 3). */
export const TASK_STATUSES = [
  'PENDING',
  'RECEIVED',
  'STARTED',
  'PROGRESS',
  'SUCCESS',
  'FAILURE',
  'REVOKED',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];
export type TerminalStatus = 'SUCCESS' | 'FAILURE' | 'REVOKED';

const TERMINAL: ReadonlySet<string> = new Set<TerminalStatus>(['SUCCESS', 'FAILURE', 'REVOKED']);
const KNOWN: ReadonlySet<string> = new Set(TASK_STATUSES);

/** True if a client must stop polling (section 3, rule 3). An unknown status is not terminal. */
export const isTerminal = (status: string): status is TerminalStatus => TERMINAL.has(status);

/** True for the statuses that the specification names. */
export const isKnownStatus = (status: string): status is TaskStatus => KNOWN.has(status);

/** The options of a transcription. The defaults are those of 4.7. */
export interface TranscriptionOptions {
  readonly language?: string;
  readonly model?: Model;
  readonly detectionLevel?: DetectionLevel;
  readonly decodeSilence?: boolean;
  readonly diarization?: boolean;
  readonly returnEmbedding?: boolean;
}

export const TRANSCRIPTION_DEFAULTS: Required<TranscriptionOptions> = {
  language: 'auto',
  model: 'svc-asr-pro',
  detectionLevel: 'segment',
  decodeSilence: false,
  diarization: false,
  returnEmbedding: false,
};
