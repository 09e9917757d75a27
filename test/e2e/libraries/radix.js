import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { RecordingDialog } from './radix-dialog.jsx';
import { app } from './tag.js';

createRoot(app).render(createElement(RecordingDialog));
