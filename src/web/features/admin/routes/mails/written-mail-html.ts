import { openWrittenMail } from '#domain/system/written-mails.ts';
import { runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/written-mail-html';

/** The HTML of a mail for the frame of its page: it runs nothing, and loads nothing but pictures of this site. */
export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const { html } = await openWrittenMail(ctx, { name: args.params.file });
    return new Response(html ?? '', {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': [
          "default-src 'none'",
          "style-src 'unsafe-inline'",
          `img-src 'self' ${ctx.site.origin}`,
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'self'",
          'sandbox',
        ].join('; '),
      },
    });
  });
}
