/** What the log may show of a path: a client in error may put a secret anywhere. */
import { SERVICE_PATHS } from '../../src/protocol/index.js';
import { MOST_PARTS } from './uploads.js';

/** Every name that a path of the service or of the storage host is made of. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(SERVICE_PATHS).flatMap((path) => path.split('/')),
  ...['uploads', 'files', 'favicon.ico'],
]);

/** As `randomName` makes them; a token is longer, and has another beginning. */
const ID = /^(?:file|upload|task)_[\w-]{24}$/;
const FILE = /^file_[\w-]{24}\.(?:mp3|m4a|wav)$/;

const isPartNumber = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && +text <= MOST_PARTS;

const isPublic = (segment: string): boolean =>
  NAMES.has(segment) || ID.test(segment) || FILE.test(segment) || isPartNumber(segment);

/** Longer paths than any route's are cut. */
const MOST_SEGMENTS = 12;

export const publicPath = (path: string): string =>
  path
    .split('/')
    .slice(0, MOST_SEGMENTS)
    .map((segment) => (isPublic(segment) ? segment : '…'))
    .join('/');

/** The same for the parameters of a route. */
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
