export function moonshineTokens(): string;
