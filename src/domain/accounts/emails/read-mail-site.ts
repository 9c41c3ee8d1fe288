import type { Ctx } from '#domain/context.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import type { MailSite } from './mailer.ts';

/** What mails say of the site. */
export async function readMailSite(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache' | 'site'>,
): Promise<MailSite> {
  const { name, accent } = await getSiteSettings(ctx);
  return { origin: ctx.site.origin, name, accent };
}
