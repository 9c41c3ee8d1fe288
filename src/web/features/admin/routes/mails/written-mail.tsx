import { openWrittenMail } from '#domain/system/written-mails.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/written-mail';

export const meta = guardedHead('Mail');

export const handle = { failure: 'Failed to load this mail.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const { html, ...mail } = await openWrittenMail(ctx, { name: args.params.file });
    return { ...mail, hasHtml: html !== null };
  });
}

/** One mail: its text, and what mail programs show. */
export default function WrittenMail({ loaderData, params }: Route.ComponentProps) {
  const { to, subject, at, text, hasHtml } = loaderData;
  return (
    <AdminPage
      current="system"
      title={<bdi>{subject}</bdi>}
      back={{ to: '/admin/system/mails', label: 'Back to the mails' }}
    >
      <div className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
        <span className="wrap-anywhere">To {to}</span>
        <DateTime value={at} />
      </div>
      <Panel title="Text">
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      </Panel>
      {hasHtml && (
        <Panel title="As mail programs show it">
          {/* Without the right to run scripts, to open links and to read anything of this site. */}
          <iframe
            sandbox=""
            src={`/admin/system/mails/${params.file}/html`}
            title="The mail as mail programs show it"
            loading="lazy"
            className="h-160 w-full rounded-md border border-line bg-white"
          />
        </Panel>
      )}
    </AdminPage>
  );
}
