import type { Looked } from './second-look.mjs';

export function lastLines(results: readonly Looked[]): string[];
export function flakyLines(results: readonly Looked[]): string[];
export function tableOf(results: readonly (Looked & { readonly seconds: number })[]): string;
