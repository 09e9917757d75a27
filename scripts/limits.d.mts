export const LIMITS: Readonly<
  Record<
    | 'step'
    | 'nodeFile'
    | 'browserTest'
    | 'mediaTest'
    | 'browserFile'
    | 'pageTest'
    | 'expectation'
    | 'launch'
    | 'navigation'
    | 'protocol',
    number
  >
>;

export const LAUNCHES: number;
