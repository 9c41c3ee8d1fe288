import { Gift, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { listCodeBatches } from '#domain/codes/list-codes.ts';
import { withdrawCodesOfMaker } from '#domain/codes/withdraw-codes.ts';
import { codeBatchesQuery, withdrawAllCodesInput } from '#shared/schemas/codes.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { BatchFacts } from '../../components/codes/batch-facts.tsx';
import { toCodesOf } from '../../components/codes/codes-path.ts';
import { describeGift } from '../../components/codes/describe-codes.ts';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/codes';

export const headers = formHeaders;

export const meta = guardedHead('Codes');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const { of, page } = parseInput(codeBatchesQuery, url.searchParams);
    const list = await openPage(url, listCodeBatches(ctx, { of, page }));
    return {
      ...list,
      of,
      withdrawsAll: list.isAnyLeft && url.searchParams.get('withdraw') === 'all',
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    const { of } = parseInput(withdrawAllCodesInput, form);
    const count = await withdrawCodesOfMaker(ctx, of);
    return { done: count === 1 ? 'The code is withdrawn.' : `${count} codes are withdrawn.` };
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The section 'Codes' of the administration: the batches of codes that admins made. */
export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { batches, page, pages, of, isAnyLeft, withdrawsAll } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const { formatMoney } = useNumbers();
  return (
    <AdminPage
      current="codes"
      failure={failure}
      actions={
        <ButtonLink to="/admin/codes/new">
          <Plus aria-hidden />
          New codes
        </ButtonLink>
      }
    >
      {done && <Alert tone="success">{done}</Alert>}
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {of !== null && (
        <RemovalDialog
          open={withdrawsAll}
          title={`Withdraw all codes of ${of}?`}
          path={toCodesOf(of)}
          values={{ of }}
          button="Withdraw all"
        >
          <p>What is left of them gives nothing any more, for good. What was redeemed stays.</p>
        </RemovalDialog>
      )}
      <Panel
        title={of === null ? 'All codes' : `Codes made by ${of}`}
        action={
          isAnyLeft &&
          of !== null && <DialogLink to={`${toCodesOf(of)}&withdraw=all`}>Withdraw all</DialogLink>
        }
      >
        {of === null ? (
          <p className="text-muted">
            Somebody who has a code redeems it at <Link to="/redeem">/redeem</Link>.
          </p>
        ) : (
          <p>
            <Link to="/admin/codes">Show the codes of all admins</Link>
          </p>
        )}
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
