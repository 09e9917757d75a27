import { chromium } from './launchers.mjs';
import { base, bundleTests, isTest, isWholeRun } from './wtr.base.mjs';

export default {
  ...base,
  files: isWholeRun ? await bundleTests(isTest) : base.files,
  browsers: [await chromium(4)],
};
