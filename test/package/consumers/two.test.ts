import { testConsumer } from './test-consumer.js';

testConsumer('Two versions on one page', 'none');
