import type { HighApiKeyScope } from '#shared/constants/accounts/api-key-scopes.ts';
import { securityLogConstants } from '#shared/constants/accounts/security-log.ts';
import type { BaseCtx, RequestInfo } from '../base-context.ts';
import { createTtlCache } from '../lib/ttl-cache.ts';
import { toSessionNetwork } from './sessions/session-network.ts';

/** How somebody logged in, or tried to. */
export type LoginMethod =
  | 'password'
  | 'passkey'
  | 'single sign-on'
  | 'API key'
  | 'guest'
  | 'registration'
  | 'set-up link'
  | 'new password';

/** A role, or whose a thing must be. */
type NeededPermission =
  | 'moderator'
  | 'admin'
  | 'catalog-editor'
  | 'named-account'
  | 'author'
  | 'owner'
  | 'higher-role'
  | 'group-leader';

/** What the log says about an event, beside who and where. It must have no secret and nothing that was typed. */
export type SecurityEvent =
  | { event: 'login'; method: LoginMethod; factor?: 'code' | 'passkey' | undefined }
  | { event: 'login-refused'; method: LoginMethod | 'code' }
  | { event: 'permission-refused'; needed: NeededPermission }
  | { event: 'factor-changed'; change: string }
  | { event: 'password-changed'; how: 'by its owner' | 'by a mailed link' }
  | { event: 'api-key-used'; scope: HighApiKeyScope; use: string }
  | { event: 'role-changed'; from: string; to: string; by: string | null };

/** Writes what matters for the security of accounts into the log of the server, at level info. */
export interface SecurityLog {
  /** `account` is the id of the account; null if the attempt names none that exists. */
  record(
    request: Pick<RequestInfo, 'id' | 'address'>,
    entry: SecurityEvent & { account: string | null },
  ): void;
}

const texts = {
  login: 'somebody logged in',
  'login-refused': 'a login or proof of identity was refused',
  'permission-refused': 'a permission was refused',
  'factor-changed': 'a way to log in was changed',
  'password-changed': 'a password was changed',
  'api-key-used': 'an API key was used for what needs a right',
  'role-changed': 'a role was changed',
} satisfies Record<SecurityEvent['event'], string>;

/**
 * Creates the log of one node. Of one account or network it has a number of entries of each kind in ten minutes, so
 * that nobody fills it.
 */
export function createSecurityLog({ log, clock }: Pick<BaseCtx, 'log' | 'clock'>): SecurityLog {
  const { perSubject, windowMs, subjectsMax } = securityLogConstants;
  const counts = createTtlCache<{ entries: number }>(clock, { max: subjectsMax, ms: windowMs });
  return {
    record({ id: requestId, address }, entry) {
      const network = toSessionNetwork(address);
      const key = `${entry.event} ${entry.account ?? network}`;
      const count = counts.get(key) ?? { entries: 0 };
      if (count.entries === 0) counts.set(key, count);
      count.entries += 1;
      if (count.entries > perSubject) return;
      const isLast = count.entries === perSubject;
      log.info(
        { ...entry, network, requestId, ...(isLast && { furtherAreLeftOut: true }) },
        texts[entry.event],
      );
    },
  };
}
