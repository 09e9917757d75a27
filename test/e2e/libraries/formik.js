import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { useFormik } from 'formik';
import { app, attributes, fieldValue } from './tag.js';

const Form = () => {
  const form = useFormik({ initialValues: { recording: '' }, onSubmit: () => undefined });
  fieldValue(() => form.values.recording);
  return createElement(
    'form',
    { onSubmit: form.handleSubmit },
    createElement('audio-transcribe', { ...attributes, onChange: form.handleChange }),
  );
};
createRoot(app).render(createElement(Form));
