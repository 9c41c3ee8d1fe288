import type { Mail, MailBlock } from './mailer.ts';

/** Creates a mail from its blocks, with its content as plain text. */
export function createMail(
  site: Mail['site'],
  mail: Pick<Mail, 'to' | 'subject' | 'blocks' | 'unsubscribeUrl'>,
): Mail {
  return { ...mail, site, text: mail.blocks.map(toText).join('\n\n') };
}

function toText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.map((entry) => `- ${entry}`).join('\n');
  return [block.text, ...block.links.map(({ url }) => url)].join('\n');
}
