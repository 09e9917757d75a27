/** Converts form input to the JSON of a fault. The sandbox validates it. */
import { isNumber, jsonOr } from '../faults/link.js';
import type { FaultOption } from '../sandbox/faults/catalogue.js';
import type { OptionKind } from '../sandbox/faults/option-kinds.js';

/**
 * Converts numbers and JSON, depending on the option. Invalid input is kept as text, so that the sandbox rejects it.
 */
const valueOf = ({ kind }: OptionKind, text: string): unknown => {
  switch (kind) {
    case 'whole':
    case 'count':
    case 'probability':
    case 'number-or-text':
      return isNumber(text) ? Number(text) : text;
    case 'scalar':
      return jsonOr(text);
    case 'choice':
    case 'text':
    case 'media-type':
      return text;
  }
};

/** Omits empty fields. */
export const faultFrom = (
  data: FormData,
  options: Readonly<Record<string, FaultOption>>,
): Readonly<Record<string, unknown>> => {
  const fault: Record<string, unknown> = { name: data.get('name'), at: data.get('at') };
  for (const [option, { takes }] of Object.entries(options)) {
    const typed = data.get(`option-${option}`);
    const text = typeof typed === 'string' ? typed.trim() : '';
    if (text !== '') fault[option] = valueOf(takes, text);
  }
  return fault;
};
