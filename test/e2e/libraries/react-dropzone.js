import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { useDropzone } from 'react-dropzone';
import { app, attributes, heard } from './tag.js';

const Page = () => {
  const onDrop = (files) => heard.push(...files.map(({ name }) => name));
  const { getRootProps } = useDropzone({ onDrop, noClick: true, noKeyboard: true });
  return createElement('div', getRootProps(), createElement('audio-transcribe', attributes));
};
createRoot(app).render(createElement(Page));
