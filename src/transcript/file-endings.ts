/** The endings of recordings' file names. A file's format is detected from its bytes, not from its name. */

/** Those that the service takes. */
const ACCEPTED = 'mp3 m4a wav';

/** Other endings of recordings. Most of these files can be converted; a sentence names the format of the others. */
const OTHERS =
  'mp2 mp4 mpg mpga mpeg m4b m4r m4v wave w64 aac ogg oga ogv opus spx flac aif aiff aifc caf au amr mov qt webm mkv mka ' +
  '3gp 3gpp 3g2 3ga avi flv f4v ts mts m2ts vob wma wmv asf ac3 eac3 dts ape wv tta dss ds2 weba qta m4p awb snd ra rm dsf dff bwf rf64';

const ENDING = new RegExp(`(?:\\.(?:${ACCEPTED} ${OTHERS}))+$`.replaceAll(' ', '|'), 'i');

export const hasFileEnding = (name: string): boolean => ENDING.test(name);

/** The name of a recording: that of its file without the ending. A tool that converts files may have added a second one. */
export const withoutFileEnding = (name: string): string => name.replace(ENDING, '');

const withDots = (endings: string): string => `.${endings.replaceAll(' ', ',.')}`;

/** For a file dialog: endings and MIME types. Some systems recognise audio only by one of them. */
export const ACCEPTED_FILES = `${withDots(ACCEPTED)},audio/mpeg,audio/mp4,audio/x-m4a,audio/wav,audio/x-wav`;

/** With the formats that can be converted. iOS greys out a file unless its MIME type is listed beside its ending. */
export const ANY_RECORDING =
  `${ACCEPTED_FILES},audio/*,video/*,${withDots(OTHERS)},` +
  'audio/flac,audio/aiff,audio/x-aiff,audio/aac,audio/ogg,audio/amr,audio/x-caf,' +
  'video/webm,video/3gpp,video/mp4,video/quicktime';
