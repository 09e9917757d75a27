import { base, chromium } from './wtr.base.mjs';

export default { ...base, browsers: [await chromium()] };
