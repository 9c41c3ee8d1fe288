import { randomUUID } from 'node:crypto';
import { Layers } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { getSellingLimits } from '#domain/market/get-selling-limits.ts';
import { listDuplicates } from '#domain/market/list-duplicates.ts';
import { sellCards } from '#domain/market/sell-cards.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { sellDuplicatesInput } from '#shared/schemas/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { listingsPath } from '../components/market-paths.ts';
import { SellDuplicatesForm } from '../components/sell-duplicates-form.tsx';
import { FirstDayLimit, SellingBlocked } from '../components/selling-limits.tsx';
import type { Route } from './+types/sell-duplicates';

export const meta: Route.MetaFunction = () => noIndexHead('Sell duplicates');

export const handle = { failure: 'Failed to load duplicates.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }, url) => {
    const { username: named } = args.params;
    const inventory = sitePath`/profile/${named}/inventory`;
    if (named.toLowerCase() !== username.toLowerCase()) throw redirect(inventory);
    const [duplicates, limits] = await Promise.all([listDuplicates(ctx), getSellingLimits(ctx)]);
    const suggested = url.searchParams.has('suggested');
    return { ...duplicates, limits, inventory, suggested, key: randomUUID() };
  });
}

export const headers = formHeaders;

/** Puts all copies but one up for sale, of each of the actor's cards that has a price. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'sale-failed', async (ctx, form) => {
    const { key, offers } = parseInput(sellDuplicatesInput, form);
    const { itemIds } = await sellCards(ctx, { offers, keep: 1, key });
    return { listed: itemIds.length };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'sale-failed');
}

// An error can mean that cards or listings changed elsewhere; the page then shows the change.
export const shouldRevalidate = revalidateUnlessServerError;

/** The cards of which the reader has duplicates, with a price field for each. */
export default function Duplicates({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const { stacks, more, limits, inventory, suggested, key } = loaderData;
  const listed = actionData && 'listed' in actionData ? actionData.listed : null;
  const toast = useToast();
  // A result at the first render came with the page: the form was sent without scripts.
  const firstResult = useRef(actionData);
  useEffect(() => {
    // The pressed button is below a long list, where a message at the top of the page is not in view.
    if (!actionData || !('listed' in actionData) || firstResult.current === actionData) return;
    toast.success(describeListed(actionData.listed), { to: listingsPath, label: 'Your listings' });
  }, [actionData, toast]);
  const canSell = limits.blockedReason === null && limits.remaining > 0;
  return (
    <Page>
      <PageHeader
        title="Sell duplicates"
        intro="One of each card stays with you. What has no price is not sold."
        back={{ to: inventory, label: 'Back to inventory' }}
      />
      <div className="grid gap-6">
        {listed !== null && firstResult.current === actionData && (
          <Alert
            tone="success"
            action={
              <ButtonLink to={listingsPath} size="sm" variant="quiet">
                Your listings
              </ButtonLink>
            }
          >
            {describeListed(listed)}
          </Alert>
        )}
        <SellingBlocked limits={limits} />
        {stacks.length === 0 ? (
          <EmptyState
            icon={Layers}
            action={<ButtonLink to={inventory}>Back to inventory</ButtonLink>}
          >
            You have no duplicates to sell.
          </EmptyState>
        ) : (
          canSell && (
            <>
              <FirstDayLimit firstDay={limits.firstDay} />
              {more && <p className="text-muted">These are the first {stacks.length} of them.</p>}
              <SellDuplicatesForm
                stacks={stacks}
                limits={limits}
                formKey={key}
                suggested={suggested}
                failure={failure}
              />
            </>
          )
        )}
      </div>
    </Page>
  );
}

function describeListed(count: number): string {
  return count === 1 ? 'One card is for sale.' : `${count} cards are for sale.`;
}
