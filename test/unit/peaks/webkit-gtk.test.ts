import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isWebKitGtk } from '../../../src/peaks/webkit-gtk.js';

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it('isWebKitGtk: is true in WebKitGTK alone', () => {
  assert.equal(isWebKitGtk(`${LINUX} ${WEBKIT} Version/60.5 Safari/605.1.15`), true);
  for (const other of [
    `${LINUX} ${BLINK} Chrome/156.0.0.0 Safari/537.36`,
    `${LINUX} ${BLINK} HeadlessChrome/156.0.8078.79 Safari/537.36`,
    `${LINUX} ${BLINK} Chromium/156.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 16) ${BLINK} Chrome/156.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  ]) {
    assert.equal(isWebKitGtk(other), false, other);
  }
});
