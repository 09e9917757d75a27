import { base, bundleTests, chromium, isTest, isWholeRun } from './wtr.base.mjs';

export default {
  ...base,
  files: isWholeRun ? await bundleTests(isTest) : base.files,
  // One more than processors: tests often wait, such as for a timer.
  browsers: [await chromium({ concurrency: 3 })],
};
