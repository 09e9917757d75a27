import { testConsumer } from './test-consumer.js';

testConsumer('Plain HTML with an import map', 'strict');
