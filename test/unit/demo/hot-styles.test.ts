/** Which changes of a module can be shown without loading the page again. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { changedStyles } from '../../../demo/vite/hot-styles.js';

const moduleWith = (colour: string, rest = ''): string =>
  `import { css } from 'lit';\nexport const a = css\`p { color: ${colour} }\`;\n${rest}export const b = css\`i {}\`;\n`;

test('hot styles: the texts of all styles, in order, if only styles have changed', () => {
  assert.deepEqual(changedStyles(moduleWith('red'), moduleWith('blue')), [
    'p { color: blue }',
    'i {}',
  ]);
  assert.deepEqual(changedStyles(moduleWith('red'), moduleWith('red')), [
    'p { color: red }',
    'i {}',
  ]);
});

test('hot styles: any other change needs a reload', () => {
  assert.equal(changedStyles(moduleWith('red'), moduleWith('blue', 'alert(1);\n')), null);
  assert.equal(changedStyles(moduleWith('red'), `${moduleWith('red')}css\`b {}\`;\n`), null);
  assert.equal(changedStyles('const a = 1;', 'const a = 2;'), null);
});

test('hot styles: a style that is computed or escaped needs a reload', () => {
  assert.equal(changedStyles(moduleWith('red'), moduleWith('${blue}')), null);
  assert.equal(changedStyles(moduleWith('${red}'), moduleWith('blue')), null);
  assert.equal(changedStyles(moduleWith('red'), moduleWith('\\62 lue')), null);
});
