/** The code that puts the element on a partner's page, with the options that the visitor has chosen. */
import { cssOf, shownDirection, type Choices } from './choices.js';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly code: string;
}

const attributes = (indent: string): string =>
  ['service-url="https://service.example"', 'backend-url="/api/transcribe"', 'diarization']
    .map((attribute) => `\n${indent}${attribute}`)
    .join('');

const pageOf = (choices: Choices): string => {
  const direction = shownDirection(choices) === 'rtl' ? ' dir="rtl"' : '';
  return choices.lang === 'en' && direction === ''
    ? ''
    : `<html lang="${choices.lang}"${direction}>\n`;
};

export const snippetsOf = (choices: Choices): readonly Snippet[] => {
  const css = cssOf(choices);
  const style = css === '' ? '' : `<style>\n${css.replace(/^/gm, '  ')}\n</style>\n`;
  return [
    {
      id: 'html',
      title: 'HTML',
      code: `${pageOf(choices)}<!-- The folder node_modules/audio-transcribe/dist/cdn, on your server -->
<script type="module" src="/audio-transcribe/audio-transcribe.js"></script>
${style}
<audio-transcribe${attributes('  ')}
></audio-transcribe>`,
    },
    {
      id: 'react',
      title: 'React',
      code: `import { AudioTranscribe } from 'audio-transcribe/react.js';

export const Upload = () => (
  <AudioTranscribe
    serviceUrl="https://service.example"
    backendUrl="/api/transcribe"
    diarization
    onTranscribeReady={({ transcript }) => console.log(transcript.text)}
  />
);${css === '' ? '' : `\n\n/* In your style sheet: */\n${css}`}`,
    },
    {
      id: 'vue',
      title: 'Vue',
      code: `<script setup lang="ts">
import 'audio-transcribe';
</script>

<template>
  <audio-transcribe${attributes('    ')}
    @transcribe-ready="({ transcript }) => console.log(transcript.text)"
  />
</template>${css === '' ? '' : `\n\n<style>\n${css}\n</style>`}`,
    },
  ];
};

export const INSTALL = 'npm install audio-transcribe';

export const backendCode = `import { createPartnerHandler } from 'audio-transcribe/server.js';

const handler = createPartnerHandler({
  serviceUrl: process.env.SERVICE_URL,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
  apiKey: process.env.API_KEY,
  basePath: '/api/transcribe',
  // Who is asking: your own session. Null answers 401.
  authorize: async (request) => ({ userId: await userOf(request) }),
});

// (request: Request) => Promise<Response>, for any server.
export const POST = handler;
export const GET = handler;`;
