import { and, eq, isNull } from 'drizzle-orm';
import { notificationChannels, notificationMails, notificationsToMail } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { readUnsubscribeToken, type UnsubscribeScope } from './unsubscribe-token.ts';

/**
 * Ends mails by the link of a mail, without a login. Mails that wait to be sent are deleted too. A second time
 * changes nothing.
 * @throws AppError `bad-unsubscribe-link`.
 */
export async function unsubscribe(
  { db, keys }: Pick<Ctx, 'db' | 'keys'>,
  { token }: { token: string },
): Promise<UnsubscribeScope> {
  const found = await readUnsubscribeToken(keys, token);
  if (!found) throw new AppError('bad-unsubscribe-link');
  const { userId, scope } = found;
  await db
    .delete(notificationChannels)
    .where(
      and(
        eq(notificationChannels.userId, userId),
        scope === 'all' ? undefined : eq(notificationChannels.kind, scope),
      ),
    );
  // A later mail must not contain what waited.
  const waiting = and(eq(notificationsToMail.userId, userId), isNull(notificationsToMail.mailId));
  if (scope === 'all') {
    await db.delete(notificationMails).where(eq(notificationMails.userId, userId));
    await db.delete(notificationsToMail).where(waiting);
  } else {
    await db.delete(notificationsToMail).where(and(waiting, eq(notificationsToMail.kind, scope)));
  }
  return scope;
}
