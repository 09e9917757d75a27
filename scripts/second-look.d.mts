export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly browser?: string;
}

export interface Result {
  readonly name: string;
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly output: string;
  readonly alone?: (file: string) => Promise<{ readonly failures: readonly Failure[] }>;
}

export interface Looked extends Result {
  readonly flaky: readonly Failure[];
}

export function lookAgain(
  results: readonly Result[],
  record?: (failure: Failure) => void,
): Promise<Looked[]>;
