import type { Role } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Roles that the provider can give. */
export type ClaimedRole = Exclude<Role, 'guest'>;

/** The operator's settings of single sign-on, and its provider. */
export interface SignOn {
  /** Normalised, so that it can be compared. */
  issuer: string;
  buttonText: string;
  /** Whether people without an account can create one by signing on. */
  allowsSignUp: boolean;
  /** Which claim decides the role and which values stand for which role; null if roles are given here only. */
  roleClaim: { name: string; moderator: readonly string[]; admin: readonly string[] } | null;
  provider: SignOnProvider;
}

export interface SignOnProvider {
  /**
   * The URL at the provider that the browser opens. With `isFresh` the provider asks for the login even if the
   * browser is logged in there.
   * @throws AppError `sign-on-unavailable`.
   */
  createUrl(request: SignOnRequest): Promise<string>;
  /**
   * Exchanges the code of an answer, after checks of state, issuer and nonce, for the verified claims about
   * the person.
   * @throws AppError `sign-on-unavailable`, `sign-on-cancelled`, `sign-on-failed`.
   */
  redeem(answer: SignOnAnswer): Promise<Record<string, unknown>>;
  /** @throws AppError `sign-on-unavailable` if the provider does not say what it supports. */
  check(): Promise<void>;
}

/** The secrets of one sign-on. */
export interface SignOnSecrets {
  redirectUri: string;
  state: string;
  nonce: string;
  /** For PKCE (RFC 7636). */
  codeVerifier: string;
}

export interface SignOnRequest extends SignOnSecrets {
  isFresh: boolean;
}

export interface SignOnAnswer extends SignOnSecrets {
  /** The query string with which the browser came back. */
  search: string;
}

/** The settings of single sign-on. @throws AppError `sign-on-off` if the site has none. */
export function requireSignOn({ accounts }: { accounts: { signOn: SignOn | null } }): SignOn {
  if (!accounts.signOn) throw new AppError('sign-on-off');
  return accounts.signOn;
}
