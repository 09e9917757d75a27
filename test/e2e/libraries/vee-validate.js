import { createApp, h } from 'vue';
import { useForm } from 'vee-validate';
import { app, attributes, fieldValue } from './tag.js';

createApp({
  setup() {
    const { defineField, values } = useForm({ initialValues: { recording: '' } });
    const [recording] = defineField('recording');
    fieldValue(() => values.recording);
    return () =>
      h('audio-transcribe', {
        ...attributes,
        onChange: ({ target }) => (recording.value = target.value),
      });
  },
}).mount(app);
