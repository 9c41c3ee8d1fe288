import { getCodeBatch } from '#domain/codes/list-codes.ts';
import { withdrawCodes } from '#domain/codes/withdraw-codes.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';
import { codesQuery, withdrawCodesInput } from '#shared/schemas/codes.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { readUuid } from '#web/lib/actions/read-uuid.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { BatchFacts } from '../../components/codes/batch-facts.tsx';
import { codeStateTexts, describeGift } from '../../components/codes/describe-codes.ts';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/code-batch';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(
    loaderData ? `Codes: ${describeGift(loaderData.batch, formatMoney)}` : 'Not found',
    matches,
  );

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const { page } = parseInput(codesQuery, url.searchParams);
    const found = await openPage(
      url,
      getCodeBatch(ctx, { id: readUuid(args.params.batchId), page }),
    );
    const asked = url.searchParams.get('withdraw');
    const withdrawn = found.codes.find(({ id, state }) => id === asked && state === 'open');
    return { ...found, withdrawn: withdrawn ?? null, withdrawsAll: asked === 'all' };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    const { codeId } = parseInput(withdrawCodesInput, form);
    const count = await withdrawCodes(ctx, { batchId: readUuid(args.params.batchId), codeId });
    return { done: count === 1 ? 'The code is withdrawn.' : `${count} codes are withdrawn.` };
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** A batch of codes: the state of each, who redeemed them, and how to withdraw them. */
export default function CodeBatch({ loaderData, actionData }: Route.ComponentProps) {
  const { batch, codes, uses, page, pages, withdrawn, withdrawsAll } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const { formatMoney } = useNumbers();
  const path = `/admin/codes/${batch.id}${page > 1 ? `?page=${page}` : ''}`;
  const toQuestion = (id: string) => `${path}${page > 1 ? '&' : '?'}withdraw=${id}`;
  return (
    <AdminPage
      current="codes"
      title={<bdi>{describeGift(batch, formatMoney)}</bdi>}
      back={{ to: '/admin/codes', label: 'Back to codes' }}
      failure={failure}
    >
      {done && <Alert tone="success">{done}</Alert>}
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      <RemovalDialog
        open={withdrawn !== null || withdrawsAll}
        title={
          withdrawn ? `Withdraw the code ${withdrawn.start}-…?` : 'Withdraw all of these codes?'
        }
        path={path}
        values={withdrawn ? { codeId: withdrawn.id } : {}}
        button="Withdraw"
      >
        <p>
          {withdrawn ? 'It gives' : 'What is left of them gives'} nothing any more, for good. What
          was redeemed stays.
        </p>
      </RemovalDialog>
      <Panel
        title="Codes"
        action={
          batch.state === 'open' && <DialogLink to={toQuestion('all')}>Withdraw all</DialogLink>
        }
      >
        <div>
          {batch.note && (
            <p className="wrap-anywhere">
              <bdi>{batch.note}</bdi>
            </p>
          )}
          <BatchFacts batch={batch} />
          <p className="text-sm text-muted">
            An account can redeem {batch.accountMax === 1 ? 'one' : batch.accountMax} of them. Only
            the first letters of a code are known.
          </p>
        </div>
        <ul className="grid sm:grid-cols-2 sm:gap-x-8">
          {codes.map(({ id, start, state, uses: used, usesMax }) => (
            <li
              key={id}
              className="flex min-h-14 items-center justify-between gap-3 border-t border-line"
            >
              <p>
                <span className="font-mono">{start}-…</span>{' '}
                <span className="text-sm text-muted">
                  {codeStateTexts[state]} · used {used} of {usesMax}
                </span>
              </p>
              {state === 'open' && (
                <DialogLink to={toQuestion(id)} aria-label={`Withdraw the code ${start}`}>
                  Withdraw
                </DialogLink>
              )}
            </li>
          ))}
        </ul>
        <Pager page={page} pages={pages} label="Pages of the codes" />
      </Panel>
      <Panel title="Last redeemed">
        {uses.length === 0 ? (
          <p className="text-muted">Nobody has redeemed one.</p>
        ) : (
          <ul className="grid gap-2">
            {uses.map(({ start, username, usedAt }) => (
              <li key={`${start} ${username} ${usedAt.getTime()}`} className="wrap-anywhere">
                <span className="font-mono">{start}-…</span> by {username},{' '}
                <DateTime value={usedAt} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </AdminPage>
  );
}
