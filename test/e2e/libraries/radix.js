import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as Dialog from '@radix-ui/react-dialog';
import { app, attributes } from './tag.js';

createRoot(app).render(
  createElement(
    Dialog.Root,
    null,
    createElement(Dialog.Trigger, null, 'Open'),
    createElement(
      Dialog.Portal,
      null,
      createElement(Dialog.Overlay),
      createElement(
        Dialog.Content,
        {
          'aria-describedby': undefined,
          // Radix hears Escape before the element does.
          onEscapeKeyDown: (event) => {
            if (event.target.closest('audio-transcribe')) event.preventDefault();
          },
        },
        createElement(Dialog.Title, null, 'A recording'),
        createElement('audio-transcribe', attributes),
        createElement(Dialog.Close, null, 'Close'),
      ),
    ),
  ),
);
