/** The parts of a path that the log may show. A client may put a secret anywhere by mistake. */
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import { MOST_PARTS } from '../service/uploads.js';

/** Every path segment of the service and of the storage host. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(SERVICE_PATHS).flatMap((path) => path.split('/')),
  ...['uploads', 'files', 'favicon.ico'],
]);

/** Ids as `randomName` creates them; tokens are longer and have another prefix. */
const ID = /^(?:file|upload|task)_[\w-]{24}$/;
const FILE = /^file_[\w-]{24}\.(?:mp3|m4a|wav)$/;

const isPartNumber = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && +text <= MOST_PARTS;

const isPublic = (segment: string): boolean =>
  NAMES.has(segment) || ID.test(segment) || FILE.test(segment) || isPartNumber(segment);

/** Paths longer than any route's are truncated. */
const MOST_SEGMENTS = 12;

export const publicPath = (path: string): string =>
  path
    .split('/')
    .slice(0, MOST_SEGMENTS)
    .map((segment) => (isPublic(segment) ? segment : '…'))
    .join('/');

/** The ids of uploads, files and tasks in a path. */
export const publicIdsIn = (path: string): readonly string[] =>
  path
    .split('/')
    .map((segment) => segment.replace(/\.(?:mp3|m4a|wav)$/, ''))
    .filter((segment) => ID.test(segment));

/** What the log may show of the parameters of a route. */
export const publicParameters = ({
  upload = '',
  part = '',
}: Readonly<Record<string, string>>): {
  readonly uploadId?: string;
  readonly partNumber?: number;
} => ({
  ...(ID.test(upload) ? { uploadId: upload } : {}),
  ...(isPartNumber(part) ? { partNumber: Number(part) } : {}),
});
