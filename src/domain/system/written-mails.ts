import { and, eq, gt } from 'drizzle-orm';
import { adminLog } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { writtenMailConstants } from '#shared/constants/server/written-mails.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireFreshProof } from '../accounts/sessions/fresh-proof.ts';
import { countPages } from '../lib/page-count.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import type { WrittenMail } from './server-operations.ts';

/**
 * A page of the mails that this machine wrote as files, because there was no mail server, newest first.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listWrittenMails(
  ctx: Ctx,
  { page }: { page: number },
): Promise<{ mails: WrittenMail[]; total: number; pages: number }> {
  requireAdmin(ctx);
  const { pageSize } = writtenMailConstants;
  const found = await ctx.operations.writtenMails.list({
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { ...found, pages: countPages(found.total, pageSize) };
}

/**
 * Opens one of these mails. Its links can reset a password, so it needs a fresh proof and is logged.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`, `not-found`.
 */
export async function openWrittenMail(
  ctx: Ctx,
  { name }: { name: string },
): Promise<WrittenMail & { text: string; html: string | null }> {
  const { id } = requireAdmin(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('mail-reads-by-account', id);
  const mail = await ctx.operations.writtenMails.open(name);
  if (!mail) throw new AppError('not-found');
  await logReading(ctx, { accountId: id, name, title: mail.subject });
  return mail;
}

/** Logs it once per ten minutes: a page with a mail opens it twice, as text and as HTML. */
async function logReading(
  { db, clock }: Ctx,
  { accountId, name, title }: { accountId: string; name: string; title: string },
): Promise<void> {
  const at = clock.now();
  const since = new Date(at.getTime() - proofConstants.freshMs);
  const [logged] = await db
    .select({ id: adminLog.id })
    .from(adminLog)
    .where(
      and(
        eq(adminLog.subject, name),
        eq(adminLog.act, 'read-mail'),
        eq(adminLog.accountId, accountId),
        gt(adminLog.at, since),
      ),
    )
    .limit(1);
  if (logged) return;
  const entry = { accountId, act: 'read-mail', subject: name, details: { title }, at } as const;
  await appendToAdminLog(db, entry);
}
