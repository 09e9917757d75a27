import { expect } from '@open-wc/testing';
import { createSearchIndex } from '../../../src/transcript/search/search.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { SEARCHES } from '../../unit/transcript/search-languages.js';

/** Each browser has its own Intl. */
describe('search in this browser', () => {
  for (const [language, text, query, expected] of SEARCHES)
    it(`${language}: ${JSON.stringify(query)} in ${JSON.stringify(text)}`, () => {
      const transcript = normaliseTranscript({
        language,
        segments: [{ start_ms: 0, end_ms: 1, text }],
      });
      const hits = createSearchIndex(transcript).find(query);
      const found = Array.from({ length: hits.count }, (_, hit) =>
        hits.piecesOf(hit).map(({ start, end }) => text.slice(start, end)),
      );
      expect(found.flat()).to.deep.equal(expected);
    });
});
