import { base, bundleTests, chromium, isWholeRun } from './wtr.base.mjs';

export default {
  ...base,
  files: isWholeRun ? `${await bundleTests()}/**/*.test.js` : base.files,
  browsers: [await chromium({ concurrency: 2 })],
};
