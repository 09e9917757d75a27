export function thirdPartyLicenses(inputs: Iterable<string>, root: string): string;
export function licenseExpression(inputs: Iterable<string>, root: string, own: string): string;
export function bundledPackages(
  inputs: Iterable<string>,
  root: string,
): readonly {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly partOf: string | null;
}[];
