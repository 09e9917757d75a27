import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { LiveElement } from './live-element.js';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveElement', LiveElement);
  },
} satisfies Theme;
