export function thirdPartyLicenses(inputs: Iterable<string>, root: string): string;
export function licenseExpression(inputs: Iterable<string>, root: string, own: string): string;
