/** Handles of the browser that die: on iOS, the connection to the database ends while the page is in the background. */

/** These say that the operation is not possible. A new handle cannot help. */
const ABOUT_THE_OPERATION: ReadonlySet<string> = new Set([
  ...['ConstraintError', 'DataCloneError', 'DataError', 'NoModificationAllowedError'],
  ...['NotAllowedError', 'NotFoundError', 'QuotaExceededError', 'SecurityError'],
]);

const isDead = (error: unknown): boolean =>
  error instanceof DOMException && !ABOUT_THE_OPERATION.has(error.name);

/** Runs the work. If its handle is dead, drops the handle and runs the work once more. `work` must get its handle anew. */
export const repeatOnce = async <T>(
  work: () => Promise<T>,
  drop: () => void = () => undefined,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isDead(error)) throw error;
    drop();
    return work();
  }
};

type Method = (...values: readonly unknown[]) => Promise<unknown>;

/** The same store, whose methods all run through `repeatOnce`. Each must be harmless if it runs twice. */
export const repeating = <Store extends { readonly [Name in keyof Store]: unknown }>(
  store: Store,
  drop: () => void,
): Store =>
  Object.fromEntries(
    Object.entries<unknown>(store).map(([name, method]) => [
      name,
      (...values: readonly unknown[]) => repeatOnce(() => (method as Method)(...values), drop),
    ]),
  ) as Store;
