export interface PartRules {
  readonly values?: readonly string[];
  readonly types?: readonly string[];
  readonly lazy?: readonly string[];
  readonly packages?: readonly string[];
}

export const parts: Readonly<Record<string, PartRules>>;
export const partOf: (file: string, src: string) => string | undefined;
export const whoMayImport: import('eslint').Rule.RuleModule;
