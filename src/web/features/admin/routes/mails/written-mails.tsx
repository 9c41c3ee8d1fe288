import { Mail } from 'lucide-react';
import { Link } from 'react-router';
import { listWrittenMails } from '#domain/system/written-mails.ts';
import { writtenMailsQuery } from '#shared/schemas/administration/system.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/written-mails';

export const meta = guardedHead('Mails on this machine');

export const handle = { failure: 'Failed to load the mails.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const query = parseInput(writtenMailsQuery, url.searchParams);
    const found = await openPage(url, listWrittenMails(ctx, query), query);
    return { ...found, page: query.page };
  });
}

/** The mails that were written as files, because there was no mail server. */
export default function WrittenMails({ loaderData }: Route.ComponentProps) {
  const { mails, page, pages } = loaderData;
  return (
    <AdminPage
      current="system"
      title="Mails on this machine"
      back={{ to: '/admin/system', label: 'Back to system' }}
    >
      <p className="max-w-prose text-muted">
        Without a mail server, mails are kept here, the newest 1,000. Give the link of a mail to the
        person it is for, and to nobody else. Each mail that is opened is in the log.
      </p>
      {mails.length === 0 ? (
        <EmptyState icon={Mail}>No mail was written on this machine.</EmptyState>
      ) : (
        <ul className="grid rounded-lg bg-surface px-6 py-2 shadow-lift">
          {mails.map(({ name, at, to, subject }) => (
            <li
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line py-3.5 first:border-t-0"
            >
              <div className="min-w-0">
                <Link
                  to={`/admin/system/mails/${name}`}
                  prefetch="none"
                  className="inline-flex min-h-6 items-center font-semibold text-link wrap-anywhere"
                >
                  <bdi>{subject}</bdi>
                </Link>
                <p className="text-muted wrap-anywhere">{to}</p>
              </div>
              <span className="text-sm text-muted">
                <DateTime value={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} label="Pages of the mails" />
    </AdminPage>
  );
}
