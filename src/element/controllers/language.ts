import { PageLanguage, type CheckTexts } from '../../shown/page-language.js';
import { element as english } from '../../strings/en.js';
import { withOverrides } from '../../strings/languages.js';
import type { ElementStrings, StringOverrides, Translation } from '../../strings/strings.js';
import type { StateView } from '../views/view-parts.js';

/** The texts of `<audio-transcribe>`. */
export class LanguageController extends PageLanguage {
  #overrides: StringOverrides | null = null;
  #strings: ElementStrings | null = null;
  #intake: Translation['intake'] | null = null;

  get element(): ElementStrings {
    const { strings } = this.host;
    if (this.#strings === null || this.#overrides !== strings) {
      this.#overrides = strings;
      const { formats, language } = this;
      const texts = { ...english(formats), ...this.#intake?.(formats) };
      if (strings) this.check?.('element', texts, strings);
      const [own, ownIntake] = [language?.element?.(formats), language?.intake?.(formats)];
      this.#strings = withOverrides(texts, own, ownIntake, strings);
    }
    return this.#strings;
  }

  /** What a view needs to put something into words. */
  get view(): Pick<StateView, 'strings' | 'formats' | 'messageOf'> {
    return {
      strings: this.element,
      formats: this.formats,
      messageOf: (error) => this.messageOf(error),
    };
  }

  /** Adds the English texts of the intake, and what checks `strings`, when they are loaded. */
  addIntake(inEnglish: Translation['intake'], check: CheckTexts): void {
    this.#intake = inEnglish;
    this.check = check;
    this.#strings = null;
  }

  protected override languageChanged(): void {
    this.#strings = null;
  }
}
