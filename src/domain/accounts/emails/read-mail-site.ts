import type { Ctx } from '#domain/context.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import { readMailSender } from './mail-sender.ts';
import type { MailSite } from './mailer.ts';

/** What mails say of the site. */
export async function readMailSite(
  ctx: Pick<Ctx, 'accounts' | 'db' | 'clock' | 'readCache' | 'site'>,
): Promise<MailSite> {
  const [{ name, accent }, sender] = await Promise.all([getSiteSettings(ctx), readMailSender(ctx)]);
  return { origin: ctx.site.origin, name, accent, ...(sender && { sender }) };
}
