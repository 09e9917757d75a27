export function thirdPartyLicenses(inputs: Iterable<string>, root: string): string;
