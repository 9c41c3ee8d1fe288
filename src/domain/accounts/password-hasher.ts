export interface PasswordHasher {
  /** @throws Refusal `rate-limited` when too many are under way: a storm must not slow the shop. */
  hash(password: string): Promise<string>;
  /** @throws Refusal `rate-limited`, as `hash`. */
  verify(hash: string, password: string): Promise<boolean>;
}
