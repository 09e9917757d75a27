import { testConsumer } from './test-consumer.js';

testConsumer('CDN file from another origin', 'none', 'strict');
