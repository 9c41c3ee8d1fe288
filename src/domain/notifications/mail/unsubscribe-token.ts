import {
  type NotificationKind,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import { isEqualInConstantTime } from '../../lib/is-equal-in-constant-time.ts';
import type { Keys } from '../../secrets/keys.ts';

/** What a link in a mail ends: the mails of one kind, or all mails about notifications. */
export type UnsubscribeScope = NotificationKind | 'all';

interface Unsubscription {
  userId: string;
  scope: UnsubscribeScope;
}

/**
 * The token of a link that ends mails. It does nothing else, needs no login and works as long as the secret that
 * signed it.
 */
export function createUnsubscribeToken(keys: Keys, { userId, scope }: Unsubscription): string {
  const text = `${userId}.${scope}`;
  return `${text}.${keys.current.sign('unsubscribe', text, 'base64url')}`;
}

/** What a token ends; null if we did not make it. */
export async function readUnsubscribeToken(
  keys: Keys,
  token: string,
): Promise<Unsubscription | null> {
  const [, userId, scopeText, signature] =
    /^([0-9a-f-]{36})\.([a-z-]{1,40})\.([\w-]{43})$/.exec(token) ?? [];
  const scope = (['all', ...notificationKinds] as const).find((one) => one === scopeText);
  if (!userId || !scope || !signature) return null;
  const signer = await keys.find((one) =>
    isEqualInConstantTime(signature, one.sign('unsubscribe', `${userId}.${scope}`, 'base64url')),
  );
  return signer && { userId, scope };
}
