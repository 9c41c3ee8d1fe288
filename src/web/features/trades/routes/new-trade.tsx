import { Form, useNavigate } from 'react-router';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { isPartOn } from '#domain/site/site-parts.ts';
import { counterOffer, createOffer } from '#domain/trades/create-offer.ts';
import { getTradeDraft } from '#domain/trades/get-trade-draft.ts';
import type { TradeCard } from '#domain/trades/offer-details.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { newTradeInput, newTradeQuery } from '#shared/schemas/trades.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { chatPath } from '#web/paths/chat.ts';
import { tradeOfferPath, tradesPath, writeCards } from '#web/paths/trades.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ChosenCards } from '../components/chosen-cards.tsx';
import { DraftInventoryList } from '../components/draft-inventory-list.tsx';
import { type DraftSide, draftPath, withCard } from '../components/draft-path.ts';
import { ValueWarning } from '../components/value-warning.tsx';
import type { Route } from './+types/new-trade';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `New trade with ${loaderData.friend}` : 'New trade', matches);

export const handle = { failure: 'Failed to load the cards.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username: me }, url) => {
    const query = parseInput(newTradeQuery, url.searchParams);
    if (query.with === '') throw new AppError('user-not-found');
    const draft = await getTradeDraft(ctx, {
      username: query.with,
      give: query.give,
      get: query.get,
      own: { q: query.q1, page: query.p1 },
      theirs: { q: query.q2, page: query.p2 },
    });
    return { ...draft, me, answer: query.answer, from: query.from, key: createFormKey(ctx) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'trade-failed', async (ctx, form) => {
    const {
      key,
      with: username,
      answer,
      from,
      give,
      get: want,
      message,
    } = parseInput(newTradeInput, form);
    const offer = { give, want, message, key };
    const { offerId } = answer
      ? await counterOffer(ctx, { ...offer, offerId: answer })
      : await createOffer(ctx, { ...offer, username });
    if (from === 'chat' && (await isPartOn(ctx, 'chat')))
      throw redirect(chatPath(requireActor(ctx).username, username));
    throw redirect(tradeOfferPath(offerId));
  });
}

export const clientAction = sendForm<typeof action>('trade-failed');

export const shouldRevalidate = revalidateUnlessServerError;

/** The page of a new offer: two inventories to choose from. The URL has the chosen cards. */
export default function NewTrade({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const failure = useFormError(useLastActionData(latestData));
  const { me, friend, give, get, giveValue, getValue, own, theirs, hidesCards, answer, from, key } =
    loaderData;
  const pending = usePending({ intent: 'offer' });
  const isChatOff = usePartsOff().chat;
  const navigate = useNavigate();
  useLiveRefresh('trades');
  const draft = { friend, answer, from, give, get, own, theirs };
  const back = answer ? tradeOfferPath(answer) : tradesPath;
  const isEmpty = give.length + get.length === 0;

  /** A card was dragged onto a side. */
  function drop(side: DraftSide, card: TradeCard) {
    void navigate(draftPath(withCard(draft, side, card, 1)), {
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <Page width="wide">
      <PageHeader
        title={answer ? `Answer to ${friend}` : `Trade with ${friend}`}
        intro={`Choose up to ${tradeConstants.cardsMax} cards on each side. No card moves until ${friend} accepts.`}
        back={
          from === 'chat' && !isChatOff
            ? { to: chatPath(me, friend), label: 'Back to the chat' }
            : { to: back, label: 'Back to trades' }
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-4">
          <ChosenCards draft={draft} side="give" title="You give" value={giveValue} onDrop={drop} />
          <DraftInventoryList draft={draft} side="give" title="Your cards" />
        </div>
        <div className="grid gap-4">
          <ChosenCards draft={draft} side="get" title="You get" value={getValue} onDrop={drop} />
          {hidesCards ? (
            <p className="rounded-lg bg-surface/60 px-4 py-8 text-center text-muted">
              {friend} keeps the inventory private. You can offer cards, and ask for others in the
              message.
            </p>
          ) : (
            <DraftInventoryList draft={draft} side="get" title={`Cards of ${friend}`} />
          )}
        </div>
      </div>
      <Form method="post" className="mt-8 grid max-w-prose gap-4">
        <IdempotencyKey value={key} />
        <input type="hidden" name="intent" value="offer" />
        <input type="hidden" name="with" value={friend} />
        {answer && <input type="hidden" name="answer" value={answer} />}
        {from && <input type="hidden" name="from" value={from} />}
        <input type="hidden" name="give" value={writeCards(give)} />
        <input type="hidden" name="get" value={writeCards(get)} />
        {!isEmpty && <ValueWarning giveValue={giveValue} getValue={getValue} />}
        <TextField
          multiline
          label="Message"
          name="message"
          counter
          maxLength={tradeConstants.messageMax}
          defaultValue={failure?.typed.message ?? ''}
          {...(failure?.fields.message && { error: failure.fields.message })}
        />
        {failure && !failure.fields.message && (
          <Alert tone="failure">{failure.fields.key ?? failure.message}</Alert>
        )}
        <div>
          <Button pending={pending} disabled={isEmpty}>
            Send offer
          </Button>
        </div>
      </Form>
    </Page>
  );
}
