/** Caches the results of `make` by its arguments. */
export function memoizeByKey<Args extends (string | number)[], Value extends NonNullable<unknown>>(
  make: (...args: Args) => Value,
): (...args: Args) => Value {
  const values = new Map<string, Value>();
  return (...args) => {
    const key = args.join();
    const value = values.get(key) ?? make(...args);
    values.set(key, value);
    return value;
  };
}
