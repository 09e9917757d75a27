/** Replaces methods of an object. Returns a function that puts back the original ones. */
export const patch = <Target extends object>(
  target: Target,
  methods: Partial<Target>,
): (() => void) => {
  const names = Object.keys(methods) as (keyof Target)[];
  const original = Object.fromEntries(names.map((name) => [name, target[name]]));
  Object.assign(target, methods);
  return () => void Object.assign(target, original);
};
