import { defineComponent, h, onMounted, ref, shallowRef } from 'vue';
import type { AudioTranscribe, PartnerBackend } from '../../../src/index.js';
import { sampleAudio, sampleTranscript } from './sample.js';

const LANGUAGES = 'en ar de es fr he hi id it ja ko nl pl pt ru tr uk vi zh zh-TW'.split(' ');

const RIGHT_TO_LEFT = ['ar', 'he'];

const EVENTS = [
  ...['transcribe-state', 'transcribe-submitted', 'transcribe-ready', 'transcribe-error'],
  ...['transcribe-segment', 'transcribe-edit'],
];

/** The fields of an event that fit into a line. */
const FIELDS = ['previousState', 'state', 'transcriptionId', 'indexes', 'change'];

const lineOf = (event: Event): string => {
  const fields = FIELDS.filter((name) => name in event).map((name) => {
    const value: unknown = Reflect.get(event, name);
    return `${name}: ${JSON.stringify(value)}`;
  });
  return `${event.type}  ${fields.join(', ')}`;
};

/** Knows one task. After a submission, it is still running when it is queried for the first time. */
const createSampleBackend = (): PartnerBackend => {
  const task = { transcription_id: 'sample', data: {} };
  let isRunning = false;
  return {
    submit: async () => {
      isRunning = true;
      return { ...task, status: 'PENDING' };
    },
    query: async () => {
      const status = isRunning ? 'STARTED' : 'SUCCESS';
      isRunning = false;
      return status === 'SUCCESS'
        ? { ...task, status, data: sampleTranscript }
        : { ...task, status };
    },
  };
};

const createElement = async (): Promise<AudioTranscribe> => {
  const { TranscribeError } = await import('../../../src/index.js');
  const element = document.createElement('audio-transcribe');
  element.noStorage = true;
  element.diarization = true;
  element.serviceUrl = 'https://service.example';
  element.backend = createSampleBackend();
  element.fetchToken = () =>
    Promise.reject(
      new TranscribeError(
        'not-authorized',
        'These pages have no service. Run the demo to transcribe your own recordings.',
      ),
    );
  return element;
};

/** The real element with a sample. The slot is shown where there is no JavaScript. */
export const LiveElement = defineComponent({
  props: {
    /** A list of languages to choose from. */
    languages: Boolean,
    /** A log of the events, and a button that starts the transcription. */
    log: Boolean,
  },
  setup(props, { slots }) {
    const place = ref<HTMLElement>();
    const current = shallowRef<AudioTranscribe>();
    const lines = ref<readonly string[]>([]);

    const transcribe = (): void => {
      const element = current.value;
      if (element === undefined) return;
      element.reset();
      element.fileUrl = null;
      element.fileUrl = sampleAudio();
    };

    onMounted(async () => {
      const element = await createElement();
      for (const type of EVENTS) {
        element.addEventListener(type, (event) => (lines.value = [...lines.value, lineOf(event)]));
      }
      if (!props.log) {
        element.transcriptionId = 'sample';
        element.audioUrl = sampleAudio();
      }
      place.value?.append(element);
      current.value = element;
    });

    const speak = (language: string): void => {
      if (current.value === undefined) return;
      current.value.lang = language;
      current.value.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
    };

    const languageList = () =>
      h('label', [
        'lang',
        h(
          'select',
          { onChange: ({ target }: Event) => speak((target as HTMLSelectElement).value) },
          LANGUAGES.map((language) => h('option', language)),
        ),
      ]);

    return () =>
      h('div', { class: 'live' }, [
        props.languages ? languageList() : null,
        props.log ? h('button', { onClick: transcribe }, 'Transcribe the sample') : null,
        h('div', { ref: place, class: 'vp-raw' }),
        current.value === undefined ? slots['default']?.() : null,
        props.log
          ? h('div', { class: 'live-log', role: 'log', tabindex: 0 }, lines.value.join('\n'))
          : null,
      ]);
  },
});
