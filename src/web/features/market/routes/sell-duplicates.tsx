import { Layers } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { getSellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import { listSellableStacks } from '#domain/market/selling/list-sellable-stacks.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { sellManyQuery } from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { listingsPath } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { useToast } from '#web/ui/toast.tsx';
import { FailedCards } from '../components/selling/failed-cards.tsx';
import { ReviewSale } from '../components/selling/review-sale.tsx';
import { SellDuplicatesForm } from '../components/selling/sell-duplicates-form.tsx';
import { FirstDayLimit, SellingBlocked } from '../components/selling/selling-limits.tsx';
import { useReviewShown } from '../components/selling/use-review-shown.ts';
import { sellMany } from '../sell-many.ts';
import type { Route } from './+types/sell-duplicates';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData?.all ? 'Sell cards' : 'Sell duplicates', matches);

export const handle = { failure: 'Failed to load duplicates.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }, url) => {
    const { username: named } = args.params;
    const inventory = sitePath`/profile/${named}/inventory`;
    if (named.toLowerCase() !== username.toLowerCase()) throw redirect(inventory);
    const { cards, q, suggested } = parseInput(sellManyQuery, url.searchParams);
    const all = cards === 'all';
    const [stacks, limits] = await Promise.all([
      listSellableStacks(ctx, { all, q }),
      getSellingLimits(ctx),
    ]);
    return {
      ...stacks,
      all,
      q,
      limits,
      inventory,
      suggested: suggested !== null,
      key: createFormKey(ctx),
    };
  });
}

export const headers = formHeaders;

/** The first step shows how the cards with a price would be sold; the second, confirmed, puts them up for sale. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'sale-failed', sellMany);
}

export const clientAction = sendForm<typeof action>('sale-failed');

// An error can mean that cards or listings changed elsewhere; the page then shows the change.
export const shouldRevalidate = revalidateUnlessServerError;

/** The reader's duplicates, or all cards, with a price field for each. */
export default function SellMany({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const numbers = useNumbers();
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const { stacks, more, all, q, limits, inventory, suggested, key } = loaderData;
  const result = actionData && 'listed' in actionData ? actionData : null;
  const review = actionData && 'review' in actionData ? actionData.review : null;
  const typedPrices =
    actionData && 'typedPrices' in actionData ? actionData.typedPrices : undefined;
  const toast = useToast();
  const shownReview = useReviewShown(review);
  // A result at the first render came with the page: the form was sent without scripts.
  const firstResult = useRef(actionData);
  useEffect(() => {
    // The pressed button is below a long list, where a message at the top of the page is not in view.
    if (!actionData || !('listed' in actionData) || firstResult.current === actionData) return;
    const text = describeResult(actionData, numbers);
    if (text) toast.success(text, { to: listingsPath, label: 'Your listings' });
  }, [actionData, toast, numbers]);
  const canSell = limits.blockedReason === null && limits.remaining > 0;
  const path = `${inventory}/duplicates`;
  const reviewForm = review && {
    review,
    formKey: key,
    feePercent: limits.feePercent,
  };
  return (
    <Page>
      <PageHeader
        title={all ? 'Sell cards' : 'Sell duplicates'}
        intro={
          all
            ? 'What has no price is not sold.'
            : 'One of each card stays with you. What has no price is not sold.'
        }
        back={{ to: inventory, label: 'Back to inventory' }}
      />
      <div className="grid gap-6">
        {result && firstResult.current === actionData && describeResult(result, numbers) && (
          <Alert
            tone="success"
            action={
              <ButtonLink to={listingsPath} size="sm" variant="quiet">
                Your listings
              </ButtonLink>
            }
          >
            {describeResult(result, numbers)}
          </Alert>
        )}
        {result && <FailedCards title="These cards are not for sale:" failures={result.failures} />}
        {reviewForm && shownReview.isInline && (
          <section
            aria-label="Sell these cards?"
            className="grid gap-4 rounded-lg bg-raised p-5 shadow-lift"
          >
            <h2 className="text-xl">Sell these cards?</h2>
            <ReviewSale {...reviewForm} onCancel={all ? `${path}?cards=all` : path} />
          </section>
        )}
        <SellingBlocked limits={limits} />
        {canSell && (
          <nav aria-label="Cards to sell" className="flex flex-wrap gap-2">
            <ChipLink to={path} current={!all}>
              Duplicates
            </ChipLink>
            <ChipLink to={`${path}?cards=all`} current={all}>
              All cards
            </ChipLink>
          </nav>
        )}
        {canSell && (more || q !== '') && (
          <ListControls label="Search your cards" search="Search cards or games" selects={[]} />
        )}
        {stacks.length === 0 ? (
          <EmptyState
            icon={Layers}
            action={
              <ButtonLink to={q ? (all ? `${path}?cards=all` : path) : inventory}>
                {q ? 'Show all cards' : 'Back to inventory'}
              </ButtonLink>
            }
          >
            {q
              ? 'No cards match.'
              : all
                ? 'You have no cards to sell.'
                : 'You have no duplicates to sell.'}
          </EmptyState>
        ) : (
          canSell && (
            <>
              <FirstDayLimit firstDay={limits.firstDay} />
              {more && <p className="text-muted">These are the first {stacks.length} of them.</p>}
              <SellDuplicatesForm
                key={all ? 'all' : 'duplicates'}
                stacks={stacks}
                all={all}
                limits={limits}
                formKey={key}
                suggested={suggested}
                typedPrices={typedPrices}
                failure={failure}
              />
            </>
          )
        )}
      </div>
      <Dialog open={shownReview.isDialog} onClose={shownReview.close} title="Sell these cards?">
        {reviewForm && <ReviewSale {...reviewForm} onCancel={shownReview.close} />}
      </Dialog>
    </Page>
  );
}

/** How many cards were sold or listed; empty when none was. */
function describeResult(
  result: { listed: number; sold: number; soldFor: number },
  { formatMoney }: Numbers,
): string {
  const { listed, sold, soldFor } = result;
  return [
    listed > 0 && (listed === 1 ? 'One card is for sale.' : `${listed} cards are for sale.`),
    sold > 0 &&
      `${sold === 1 ? 'One card was' : `${sold} cards were`} sold at once for ${formatMoney(soldFor)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
