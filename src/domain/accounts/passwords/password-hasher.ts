/** For whom a password is hashed: those who ask much wait, and nobody else for them. */
export interface HashCaller {
  /** The network address of the request. */
  address: string;
  /** The account that is logged in to or made: its username or email address, in lower case. */
  account: string;
}

export interface PasswordHasher {
  /**
   * @throws Refusal `rate-limited` when the caller, or everybody together, has too many under way: a
   * storm must not slow the shop.
   */
  hash(password: string, caller: HashCaller): Promise<string>;
  /** @throws Refusal `rate-limited`, as `hash`. */
  verify(hash: string, password: string, caller: HashCaller): Promise<boolean>;
}
