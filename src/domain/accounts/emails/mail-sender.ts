import { domainToASCII } from 'node:url';
import type { Ctx } from '../../context.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import type { MailSender } from './mailer.ts';

/**
 * Who mails come from now: what an admin saved, otherwise what the configuration of the server says. Null without a
 * mail server.
 */
export async function readMailSender(
  ctx: Pick<Ctx, 'accounts' | 'db' | 'clock' | 'readCache' | 'site'>,
): Promise<MailSender | null> {
  const configured = ctx.accounts.mailer.sender;
  if (!configured) return null;
  const { mailFrom, mailReplyTo } = await getSiteSettings(ctx);
  const replyTo = mailReplyTo || configured.replyTo;
  if (!mailFrom) return { ...configured, replyTo };
  const problem = describeForeignSender({
    name: 'The sender of mails',
    address: mailFrom,
    host: new URL(ctx.site.origin).hostname,
  });
  return { address: mailFrom, replyTo, problem };
}

/** Why mails from this address may not arrive, if its domain has nothing to do with the host of the site. */
export function describeForeignSender({
  name,
  address,
  host,
}: {
  /** What the address is called where it was set. */
  name: string;
  address: string;
  host: string;
}): string | null {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1));
  if (isRelated(domain, host)) return null;
  return (
    `${name} is an address of ${domain}, and the site is on ${host}: receivers refuse such mails unless the ` +
    `mail server may send for ${domain}.`
  );
}

/** Whether one of both is the other or a part of it, apart from `www`. */
function isRelated(domain: string, site: string): boolean {
  const host = site.replace(/^www\./, '');
  return domain === host || domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`);
}
