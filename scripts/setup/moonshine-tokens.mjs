import tokenizer from 'llama-tokenizer-js';

/** The size of Moonshine's vocabulary. The last ids have no text. */
const COUNT = 32_768;

/** The text of a token as bytes. `<0xE2>` is one byte of a character; `▁` is a space. */
function bytesOf(token, id) {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token ?? '');
  return byte ? Buffer.from([parseInt(byte[1], 16)]) : Buffer.from(token ?? `<<${id}>>`);
}

/** Moonshine's vocabulary as sherpa-onnx reads it: a line with the base64 of the token and its id for each. */
export const moonshineTokens = () =>
  Array.from({ length: COUNT }, (_, id) => {
    const token = bytesOf(tokenizer.vocabById[id], id);
    return `${token.toString('base64')} ${id}\n`;
  }).join('');
