import 'audio-transcribe';
import { createApp } from 'vue';
import InterviewArchive from './InterviewArchive.vue';

createApp(InterviewArchive).mount('#app');
