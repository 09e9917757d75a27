export const BROWSERS: Readonly<Record<'chrome' | 'firefox' | 'safari', string>>;
export const SYNTAX: string;
