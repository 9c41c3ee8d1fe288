import { randomUUID } from 'node:crypto';
import { Layers } from 'lucide-react';
import { getSellingLimits } from '#domain/market/get-selling-limits.ts';
import { listDuplicates } from '#domain/market/list-duplicates.ts';
import { sellCards } from '#domain/market/sell-card.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { sellDuplicatesInput } from '#shared/schemas/market.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { listingsPath } from '../components/market-address.ts';
import { SellDuplicatesForm } from '../components/sell-duplicates-form.tsx';
import { FirstDayNotice, SellingBarred } from '../components/sell-rules.tsx';
import type { Route } from './+types/duplicates';

export const meta: Route.MetaFunction = () => screenHead('Sell duplicates');

export const handle = { failure: 'Failed to load duplicates.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }, url) => {
    const { username: named } = args.params;
    const inventory = sitePath`/profile/${named}/inventory`;
    if (named.toLowerCase() !== username.toLowerCase()) throw redirect(inventory);
    const [duplicates, rules] = await Promise.all([listDuplicates(ctx), getSellingLimits(ctx)]);
    const suggested = url.searchParams.has('suggested');
    return { ...duplicates, rules, inventory, suggested, key: randomUUID() };
  });
}

export const headers = formHeaders;

/** Puts all copies but one up for sale, of each card of whoever sends it that has a price. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'sale-failed', async (ctx, form) => {
    const { key, offers } = parse(sellDuplicatesInput, form);
    const { itemIds } = await sellCards(ctx, { offers, keep: 1, key });
    return { listed: itemIds.length };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'sale-failed');
}

// A refusal can mean that cards or listings changed elsewhere: the page shows that too.
export const shouldRevalidate = revalidateUnlessFailed;

/** All cards of which the reader has more than one, with a price for each to sell the rest at. */
export default function Duplicates({ loaderData, actionData }: Route.ComponentProps) {
  const { stacks, more, rules, inventory, suggested, key } = loaderData;
  const listed = actionData && 'listed' in actionData ? actionData.listed : null;
  const open = rules.barred === null && rules.room > 0;
  return (
    <Page>
      <PageHeader
        title="Sell duplicates"
        lead="One of each card stays with you. What has no price is not sold."
        back={{ to: inventory, label: 'Back to inventory' }}
      />
      <div className="grid gap-6">
        {listed !== null && (
          <Notice
            tone="success"
            action={
              <ButtonLink to={listingsPath} size="sm" variant="quiet">
                Your listings
              </ButtonLink>
            }
          >
            {listed === 1 ? 'One card is for sale.' : `${listed} cards are for sale.`}
          </Notice>
        )}
        <SellingBarred rules={rules} />
        {stacks.length === 0 ? (
          <EmptyState
            icon={Layers}
            action={<ButtonLink to={inventory}>Back to inventory</ButtonLink>}
          >
            You have no duplicates to sell.
          </EmptyState>
        ) : (
          open && (
            <>
              <FirstDayNotice firstDay={rules.firstDay} />
              {more && <p className="text-muted">These are the first {stacks.length} of them.</p>}
              <SellDuplicatesForm
                stacks={stacks}
                rules={rules}
                formKey={key}
                suggested={suggested}
                failure={formFailureOf(actionData)}
              />
            </>
          )
        )}
      </div>
    </Page>
  );
}
