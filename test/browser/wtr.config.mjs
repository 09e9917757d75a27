import { base, bundleTests, chromium, isTest, isWholeRun } from './wtr.base.mjs';

export default {
  ...base,
  files: isWholeRun ? await bundleTests(isTest) : base.files,
  browsers: [await chromium({ concurrency: 2 })],
};
