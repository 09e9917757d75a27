/** A request that breaks a rule of the specification. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const demand: (condition: boolean, status: number, message: string) => asserts condition = (
  condition,
  status,
  message,
) => {
  if (!condition) throw new Refused(status, message);
};
