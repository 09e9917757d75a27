import { testConsumer } from './test-consumer.js';

testConsumer('esbuild', 'none');
