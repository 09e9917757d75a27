import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { find } from '../sales/tabs.js';
import { SupportDesk } from './support-desk.js';

createRoot(find('#app')).render(
  <StrictMode>
    <SupportDesk />
  </StrictMode>,
);
