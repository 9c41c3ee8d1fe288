import { Heart } from 'lucide-react';
import { Form, Link } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { addWish, removeWish } from '#domain/wishlist/change-wishlist.ts';
import { listWishes, type WishlistItem } from '#domain/wishlist/list-wishes.ts';
import { wishlistConstants } from '#shared/constants/wishlist.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  wishAlertInput,
  wishInput,
  wishlistQuery,
  wishToggleInput,
} from '#shared/schemas/wishlist.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { cardPath } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { CardTitle } from '#web/ui/cards/card-title.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import type { Route } from './+types/wishlist.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your wishlist', matches);

export const handle = { failure: 'Failed to load your wishlist.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _account, url) => {
    const { page } = parseInput(wishlistQuery, url.searchParams);
    const list = await openPage(url, listWishes(ctx, { page }), { page });
    return { ...list, page };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'wishlist-failed', async (ctx, form) => {
    if (form.has('wish')) {
      const { intent, ...card } = parseInput(wishToggleInput, form).wish;
      return intent === 'add' ? add(ctx, card) : remove(ctx, card);
    }
    switch (form.get('intent')) {
      case 'remove':
        return remove(ctx, parseInput(wishInput, form));
      case 'alert': {
        const { price, ...wish } = parseInput(wishAlertInput, form);
        await addWish(ctx, { ...wish, alertPrice: price });
        return { message: price === null ? 'The alert is off.' : 'The alert is on.' };
      }
      default:
        return add(ctx, parseInput(wishInput, form));
    }
  });
}

async function add(ctx: Ctx, card: Parameters<typeof removeWish>[1]) {
  await addWish(ctx, card);
  return { message: 'The card is on your wishlist.' };
}

async function remove(ctx: Ctx, card: Parameters<typeof removeWish>[1]) {
  await removeWish(ctx, card);
  return { message: 'The card is off your wishlist.' };
}

export const clientAction = sendForm<typeof action>('wishlist-failed');

/** The cards that the reader wishes for, with their prices and price alerts. */
export default function Wishlist({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page, pages } = loaderData;
  const failure = useFormError(actionData);
  const message = actionData && 'message' in actionData ? actionData.message : null;
  const isMarketOn = !usePartsOff().market;
  return (
    <Page>
      <PageHeader
        title="Wishlist"
        intro={`${total} of ${wishlistConstants.itemsMax} cards. An alert tells you when another player sells a card for your price or less.`}
      />
      <div className="grid gap-6">
        {failure && <Alert tone="failure">{failure.fields.price ?? failure.message}</Alert>}
        {message && <Alert tone="success">{message}</Alert>}
        {items.length > 0 ? (
          <ul className="grid gap-3">
            {items.map((item) => (
              <WishRow key={`${item.gameId}:${item.kindId}`} item={item} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={Heart}
            action={
              isMarketOn && (
                <ButtonLink to="/community/market/cards">See the cards for sale</ButtonLink>
              )
            }
          >
            You wish for no cards yet.
          </EmptyState>
        )}
      </div>
      <Pager
        page={page}
        pages={pages}
        window={wishlistConstants.pageWindow}
        label="Pages of your wishlist"
      />
    </Page>
  );
}

/** Aligns a button with the input, whose label is above it. */
const besideField = 'mt-7.5';

function WishRow({ item }: { item: WishlistItem }) {
  const { gameId, kindId, name, gameName, cheapest, alertPrice } = item;
  const card = { gameId: String(gameId), kindId };
  const isMarketOn = !usePartsOff().market;
  const saving = usePending({ intent: 'alert', ...card });
  const removing = usePending({ intent: 'remove', ...card });
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 gap-y-4 rounded-lg bg-surface p-4 shadow-lift sm:p-5 md:grid-cols-[4.5rem_minmax(0,1fr)_auto] md:items-center">
      <CardPicture
        name={name}
        rarity={item.rarity}
        picture={item.picture || null}
        caption={false}
        className="self-start"
      />
      <div className="grid min-w-0 gap-1">
        <CardTitle card={item} />
        <p className="text-sm text-muted">
          {cheapest === null ? (
            <>
              Not for sale.{' '}
              {isMarketOn && (
                <Link to={`${cardPath(kindId, gameId)}#order`} className="text-link">
                  Order<span className="sr-only"> {name}</span>
                </Link>
              )}
            </>
          ) : (
            <>
              from <MoneyAmount cents={cheapest} className="font-semibold text-ink" />
            </>
          )}
        </p>
      </div>
      <div className="col-span-full flex flex-wrap items-start gap-3 md:col-span-1">
        <Form method="post" preventScrollReset className="flex flex-1 items-start gap-2">
          <input type="hidden" name="intent" value="alert" />
          <CardFields {...card} />
          <MoneyField
            key={alertPrice}
            label="Alert at"
            aria-label={`Alert for ${name} of ${gameName} at`}
            name="price"
            placeholder="no alert"
            defaultValue={alertPrice === null ? '' : formatDecimal(alertPrice)}
            className="min-w-24 flex-1 md:w-32"
          />
          <Button
            variant="quiet"
            pending={saving}
            aria-label={`Save the alert for ${name} of ${gameName}`}
            className={besideField}
          >
            Save
          </Button>
        </Form>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="remove" />
          <CardFields {...card} />
          <Button
            variant="ghost"
            pending={removing}
            aria-label={`Remove ${name} of ${gameName}`}
            className={besideField}
          >
            Remove
          </Button>
        </Form>
      </div>
    </li>
  );
}

function CardFields({ gameId, kindId }: { gameId: string; kindId: string }) {
  return (
    <>
      <input type="hidden" name="gameId" value={gameId} />
      <input type="hidden" name="kindId" value={kindId} />
    </>
  );
}
