import { after, before, describe } from 'node:test';
import { createConsumer, type Consumer } from './consumer.js';
import { contentTests } from './content-tests.js';
import { distributionTests } from './distribution-tests.js';
import { pageTests } from './page-tests.js';
import { sizeTests } from './size-tests.js';

describe('packed package', () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await createConsumer();
  });
  after(() => consumer.remove());

  contentTests(() => consumer);
  distributionTests(() => consumer);
  sizeTests(() => consumer);
  pageTests(() => consumer);
});
