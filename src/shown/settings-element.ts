/** The base of both elements: every setting has its default when it is not set, however a framework writes that. */
import { LitElement, type PropertyDeclaration, type PropertyValues } from 'lit';
import { isNotSet, limitOf } from '../protocol/not-set.js';
import { ownAttributes } from '../ui/own-attributes.js';

/** The value that a setting has after a page has set `value`. */
const settingOf = (
  value: unknown,
  { type, attribute }: PropertyDeclaration,
  byDefault: unknown,
): unknown => {
  if (type === Boolean) return !isNotSet(value) && Boolean(value);
  if (type === Number) return limitOf(value);
  if (isNotSet(value)) return byDefault;
  // A text, such as the number of a user.
  return typeof value === 'number' && attribute !== false ? String(value) : value;
};

export abstract class SettingsElement extends LitElement {
  /** The settings before the page sets any. Null for one that is missing. */
  protected static readonly defaults: object = {};

  protected readonly ownAttributes = ownAttributes(this);
  #isReflecting = false;

  constructor() {
    super();
    Object.assign(this, (this.constructor as typeof SettingsElement).defaults);
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#isReflecting = true;
    try {
      super.update(changed);
    } finally {
      this.#isReflecting = false;
    }
  }

  /** A property that has set its attribute stays when something takes the attribute away, which is put back. */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    const { own } = this.ownAttributes;
    if (!this.#isReflecting && own.has(name) && (value === null || value === own.get(name))) return;
    own.delete(name);
    if (this.#isReflecting && value !== null) own.set(name, value);
    super.attributeChangedCallback(name, old, value);
  }

  protected static override finalize(): void {
    const isFinal = Object.hasOwn(this, 'finalized');
    super.finalize();
    if (isFinal) return;
    const defaults = this.defaults as Readonly<Record<PropertyKey, unknown>>;
    for (const [name, options] of this.elementProperties) {
      const accessor = Object.getOwnPropertyDescriptor(this.prototype, name);
      if (options.noAccessor || !accessor?.set) continue;
      const { set } = accessor;
      Object.defineProperty(this.prototype, name, {
        ...accessor,
        set(this: LitElement, value: unknown) {
          set.call(this, settingOf(value, options, defaults[name] ?? null));
        },
      });
    }
  }
}
