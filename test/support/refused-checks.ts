/** The checks that expect a rejection, and so fail for a service that rejects nothing. */
export const REFUSED_CHECKS: readonly string[] = [
  ...['4.1.missing-authorization', '4.1.wrong-secret', '4.1.wrong-client', '4.2.wrong-token'],
  ...['4.3.user-id-5', '4.3.user-id-121', '4.3.missing-user-id', '4.3.wrong-token'],
  ...['4.3.missing-authorization', '5.user-token-issues', '5.secret-issues'],
  ...['4.4.filetype-other', '4.4.filesize-negative', '4.4.filesize-text', '4.4.wrong-token'],
  ...['4.4.missing-filesize', '4.4.missing-filetype', '4.4.missing-authorization'],
  ...['5.partner-token-plans', '4.5.changed-address', '5.partner-token-completes'],
  ...['4.6.missing-file-id', '4.6.missing-upload-id', '4.6.missing-part-list'],
  ...['4.6.missing-filetype', '4.6.wrong-file-id', '4.6.wrong-upload-id', '4.6.wrong-etag'],
  ...['4.6.wrong-number', '4.6.missing-part', '4.6.missing-authorization'],
  ...['4.6.wrong-token', '4.6.wrong-md5', '4.7.missing-file-url', '4.7.wrong-model'],
  ...['4.7.wrong-detection-level', '4.7.wrong-language', '4.8.unknown'],
  ...['4.7', '4.8'].flatMap((section) =>
    ['missing-client-id', 'missing-api-key', 'wrong-client-id', 'wrong-api-key'].map(
      (name) => `${section}.${name}`,
    ),
  ),
  ...['submits', 'queries'].flatMap((what) =>
    ['user-token', 'partner-token', 'secret'].map((who) => `5.${who}-${what}`),
  ),
];
