import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { app, attributes, fieldValue } from './tag.js';

const Form = () => {
  const { register, getValues } = useForm({ defaultValues: { recording: '' } });
  fieldValue(() => getValues().recording);
  return createElement(
    'form',
    null,
    createElement('audio-transcribe', { ...attributes, ...register('recording') }),
  );
};
createRoot(app).render(createElement(Form));
