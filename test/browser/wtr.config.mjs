import { base, bundleTests, chromium, isWholeRun } from './wtr.base.mjs';

export default {
  ...base,
  files: isWholeRun ? await bundleTests() : base.files,
  browsers: [await chromium({ concurrency: 2 })],
};
