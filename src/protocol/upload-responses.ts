/** The responses of the service about an upload. Parsers ignore unknown fields and throw ContractError for those that they use. */
import {
  filledText,
  listOf,
  matching,
  positiveInteger,
  record,
  webAddress,
  type Reader,
} from './read.js';
import type { UploadedFile, UploadPlan } from './types.js';

/** 2.3. Does not check whether the parts cover the file. */
export const parseUploadPlan = (json: unknown): UploadPlan =>
  record({
    FileId: filledText,
    UploadId: filledText,
    ChunkSize: positiveInteger,
    Parts: listOf(record({ PartNumber: positiveInteger, PresignedUrl: webAddress })),
  })(json, '');

const md5: Reader<string> = (value, path) =>
  matching(/^[0-9a-f]{32}$/i, 'a hexadecimal MD5')(value, path).toLowerCase();

/** 2.3.1. */
export const parseUploadedFile = (json: unknown): UploadedFile =>
  record({ FileId: filledText, FileType: filledText, DownloadUrl: webAddress, FileMd5: md5 })(
    json,
    '',
  );
