/** The links of the sales page. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { linkOf } from '../../../demo/sales/link.js';

test('sales page: a link has the position in seconds, and keeps the choices', () => {
  assert.equal(linkOf('http://a/?lang=ar#t=2', 83.57), 'http://a/?lang=ar#t=83.5');
  assert.equal(linkOf('http://a/?lang=ar#t=2', null), 'http://a/?lang=ar');
});
