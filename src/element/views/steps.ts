import { html, type TemplateResult } from 'lit';
import { ICONS } from '../../ui/icons.js';
import type { Strings } from '../../strings/element.js';

export type Step = 'upload' | 'transcribe' | 'read';

/** Where the person is on the way; a recording that needs no upload has one step less. */
export const renderSteps = (
  current: Step,
  hasUpload: boolean,
  strings: Strings,
): TemplateResult => {
  const steps: readonly Step[] = hasUpload
    ? ['upload', 'transcribe', 'read']
    : ['transcribe', 'read'];
  const position = steps.indexOf(current);
  return html`
    <ol class="steps" part="steps" aria-label=${strings.stepsLabel}>
      ${steps.map((step, index) => {
        const place = index < position ? 'done' : index === position ? 'current' : 'ahead';
        return html`
          <li class="step ${place}" aria-current=${place === 'current' ? 'step' : 'false'}>
            <span class="step-mark" aria-hidden="true">
              ${place === 'done' ? ICONS.check : index + 1}
            </span>
            <span>${strings.steps[step]}</span>
          </li>
        `;
      })}
    </ol>
  `;
};
