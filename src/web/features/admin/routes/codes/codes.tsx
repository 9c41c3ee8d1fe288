import { Gift, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { listCodeBatches } from '#domain/codes/list-codes.ts';
import { codesQuery } from '#shared/schemas/codes.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { BatchFacts } from '../../components/codes/batch-facts.tsx';
import { describeGift } from '../../components/codes/describe-codes.ts';
import { runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/codes';

export const meta = guardedHead('Codes');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const { page } = parseInput(codesQuery, url.searchParams);
    return openPage(url, listCodeBatches(ctx, { page }));
  });
}

/** The section 'Codes' of the administration: the batches of codes that admins made. */
export default function Codes({ loaderData }: Route.ComponentProps) {
  const { batches, page, pages } = loaderData;
  const { formatMoney } = useNumbers();
  return (
    <AdminPage
      current="codes"
      actions={
        <ButtonLink to="/admin/codes/new">
          <Plus aria-hidden />
          New codes
        </ButtonLink>
      }
    >
      <Panel title="All codes">
        <p className="text-muted">
          Somebody who has a code redeems it at <Link to="/redeem">/redeem</Link>.
        </p>
        {batches.length === 0 ? (
          <p className="flex items-center gap-3">
            <Gift aria-hidden className="size-5 text-muted" />
            There are no codes.
          </p>
        ) : (
          <ul className="grid">
            {batches.map((batch) => (
              <li key={batch.id} className="min-w-0 border-t border-line py-3 first:border-t-0">
                <Link to={`/admin/codes/${batch.id}`} className="font-medium wrap-anywhere">
                  <bdi>{describeGift(batch, formatMoney)}</bdi>
                </Link>
                {batch.note && (
                  <p className="wrap-anywhere">
                    <bdi>{batch.note}</bdi>
                  </p>
                )}
                <BatchFacts batch={batch} />
              </li>
            ))}
          </ul>
        )}
        <Pager page={page} pages={pages} label="Pages of the codes" />
      </Panel>
    </AdminPage>
  );
}
