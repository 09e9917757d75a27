import type { PartMemory } from '../engine/ports.js';

/**
 * True for WebKit, on every system. The HTML standard allows three values of `vendor` ("navigator compatibility mode"),
 * and only WebKit has Apple's. Other browsers never have it, whatever user agent they pretend to be.
 */
export const isWebKit = ({ vendor }: Pick<Navigator, 'vendor'>): boolean =>
  vendor.startsWith('Apple');

let needed: boolean | null = null;

/** WebKit always needs parts in memory. Any other browser does once a part of this page was not answered. */
export const pagePartMemory: PartMemory = {
  isNeeded: () => (needed ??= isWebKit(navigator)),
  need: () => (needed = true),
};
