import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import { apiKeys, users } from '#database/schema.ts';
import { requestEmail } from '#domain/accounts/emails/request-email.ts';
import type { Ctx } from '#domain/context.ts';

/** How many accounts one transaction handles. */
const accountsAtOnce = 200;

/**
 * Requests a mail, once, to each owner of API keys from before there were scopes, because the keys will lose rights.
 * Returns the number of mails.
 */
export async function mailOwnersOfEarlierKeys({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const isWaiting = and(isNotNull(apiKeys.allScopesUntil), isNull(apiKeys.mailedAt));
  let mails = 0;
  for (;;) {
    const owners = await db
      .selectDistinct({ id: apiKeys.accountId })
      .from(apiKeys)
      .where(isWaiting)
      .limit(accountsAtOnce);
    if (owners.length === 0) return mails;
    const ids = owners.map(({ id }) => id);
    mails += await db.transaction(async (tx) => {
      // Another node that does the same waits here, and then finds no rows.
      const marked = await tx
        .update(apiKeys)
        .set({ mailedAt: clock.now() })
        .where(and(inArray(apiKeys.accountId, ids), isWaiting))
        .returning({ accountId: apiKeys.accountId });
      const accounts = [...new Set(marked.map(({ accountId }) => accountId))];
      const told = await tx
        .select({ email: users.email })
        .from(users)
        .where(inArray(users.id, accounts));
      const addresses = told.filter(({ email }) => email !== '');
      for (const { email } of addresses)
        await requestEmail({ db: tx, clock }, 'api-keys-change', email);
      return addresses.length;
    });
  }
}
