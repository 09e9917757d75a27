import { testConsumer } from './test-consumer.js';

testConsumer('React 18, component', 'none');
