import { Link } from 'react-router';
import { getOffer } from '#domain/trades/list-offers.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { readUuid } from '#web/lib/actions/read-uuid.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { acceptOfferPath, tradeOfferPath, tradesPath } from '#web/paths/trades.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { answerOffer } from '../answer-offer.ts';
import { AcceptQuestion } from '../components/accept-question.tsx';
import { OfferForms } from '../components/offer-forms.tsx';
import { OfferState } from '../components/offer-state.tsx';
import { TradeCards } from '../components/trade-cards.tsx';
import { ValueWarning } from '../components/value-warning.tsx';
import type { Route } from './+types/trade-offer';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Trade with ${loaderData.offer.other.username}` : 'Trade', matches);

export const handle = { failure: 'Failed to load the trade offer.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _, url) => {
    const id = readUuid(args.params.offerId, 'offer-not-found');
    const keys = {
      accept: createFormKey(ctx),
      decline: createFormKey(ctx),
      withdraw: createFormKey(ctx),
    };
    const offer = await getOffer(ctx, id);
    const isAsked = url.searchParams.has('accept') && offer.state === 'open' && !offer.isOwn;
    return { offer, keys, isAsked };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'trade-failed', async (ctx, form) => {
    const offerId = await answerOffer(ctx, form);
    // The redirect keeps a reload from sending the form again.
    throw redirect(tradeOfferPath(offerId));
  });
}

export const clientAction = sendForm<typeof action>('trade-failed');

// After an error the page shows which cards are gone, or that the offer was closed.
export const shouldRevalidate = revalidateUnlessServerError;

/** One trade offer, for its two people. */
export default function TradeOffer({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const failure = useFormError(useLastActionData(latestData));
  const { offer, keys, isAsked } = loaderData;
  const { other, isOwn, state, give, get, giveValue, getValue, message, counterOf } = offer;
  useLiveRefresh('trades');
  const open = state === 'open';
  const problem = failure && (failure.fields.key ?? failure.fields.offerId ?? failure.message);
  return (
    <Page>
      <PageHeader
        title={`Trade with ${other.username}`}
        intro={
          <>
            {isOwn ? 'You offered this' : `${other.username} offers you this`} on{' '}
            <DateTime value={offer.createdAt.toISOString()} />.
          </>
        }
        back={{ to: tradesPath, label: 'Back to trades' }}
      />
      <div className="grid gap-6">
        <p className="flex flex-wrap items-center gap-3">
          <OfferState state={state} />
          <span className="text-muted">
            {open ? (
              <>
                until <DateTime value={offer.endsAt.toISOString()} />
              </>
            ) : (
              offer.closedAt && <DateTime value={offer.closedAt.toISOString()} />
            )}
          </span>
          {counterOf && (
            <Link to={tradeOfferPath(counterOf)} prefetch="intent" className="text-link">
              The offer before this one
            </Link>
          )}
        </p>
        <AcceptQuestion
          asked={isAsked ? { offer, keys } : undefined}
          action={acceptOfferPath(offer.id)}
          closePath={tradeOfferPath(offer.id)}
          failure={problem}
        />
        {problem && !isAsked && <Alert tone="failure">{problem}</Alert>}
        {state === 'accepted' && (
          <Alert tone="success">The cards have changed hands. This trade is in your history.</Alert>
        )}
        {message && (
          <blockquote className="max-w-prose rounded-lg bg-raised px-5 py-4 whitespace-pre-wrap wrap-anywhere">
            <bdi>{message}</bdi>
          </blockquote>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <TradeCards title="You give" cards={give} value={giveValue} open={open} />
          <TradeCards title="You get" cards={get} value={getValue} open={open} />
        </div>
        {open && <ValueWarning giveValue={giveValue} getValue={getValue} />}
        <div className="flex flex-wrap gap-3">
          <OfferForms offer={offer} keys={keys} />
        </div>
      </div>
    </Page>
  );
}
