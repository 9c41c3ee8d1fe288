import { CircleCheck, LogIn, PackageX, Play, ShoppingBag } from 'lucide-react';
import type { Ref } from 'react';
import { Form } from 'react-router';
import type { GameDetails } from '#domain/catalog/games/get-game.ts';
import type { GameAccess } from '#domain/catalog/own-games/find-game-access.ts';
import type { GamePrice } from '#domain/catalog/prices/read-prices.ts';
import { GetMoneyLink, NotEnoughMoney } from '#web/features/wallet/public.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { GamePriceText } from '#web/ui/games/game-price-text.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

interface BuyGamePanelProps {
  game: Pick<GameDetails, 'id' | 'name' | 'backgroundImage'>;
  owned: boolean;
  /** Receives the Play link when the game is owned. */
  playLink?: Ref<HTMLAnchorElement>;
  price: GamePrice;
  access: GameAccess;
  /** Whether the reader may buy the game: it is not hidden, and the reader has the role that it needs. */
  mayBuy: boolean;
  /** Whether its keys are used up, so that nobody can buy it now. */
  soldOut: boolean;
  /** Cents; null for a visitor. */
  balance: number | null;
  /** The idempotency key of the purchase; null for a visitor and for the game's owner. */
  formKey: string | null;
  /** False for guests: they are offered the daily reward, or registration once it is claimed. */
  canAddMoney: boolean;
  /** Why the purchase failed. */
  error: string | null;
}

/**
 * Price, balance after buying, and one button: Buy (Get if it is free), or Play when the reader owns the game. On wide
 * screens it stands beside the page. On narrow ones it is a bar at the lower edge with its own space at
 * the end of the page, so that it covers nothing.
 */
export function BuyGamePanel(props: BuyGamePanelProps) {
  const { game, owned, playLink, price, access, mayBuy, soldOut, balance, formKey } = props;
  const { canAddMoney, error } = props;
  const balanceAfter = balance === null ? null : balance - price.cents;
  const verb = price.cents === 0 ? 'Get' : 'Buy';
  const tooExpensive = !owned && !soldOut && balanceAfter !== null && balanceAfter < 0;
  return (
    <section
      aria-label={owned ? 'Play this game' : `${verb} this game`}
      className="overflow-hidden rounded-lg bg-raised shadow-float max-lg:rounded-b-none lg:bg-surface"
    >
      <div className="max-lg:hidden [@media(max-height:34rem)]:hidden">
        <GameCover src={game.backgroundImage} alt={`Cover of ${game.name}`} eager />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-8 lg:grid lg:justify-normal lg:gap-4 lg:p-6">
        {error && (
          <Alert tone="failure" className="w-full">
            {error}
          </Alert>
        )}
        {owned ? (
          <p className="inline-flex items-center gap-2 font-semibold text-alive">
            <CircleCheck aria-hidden className="size-5" />
            In your library
          </p>
        ) : (
          <Price price={price} balance={balance} balanceAfter={balanceAfter} />
        )}
        {tooExpensive && (
          <NotEnoughMoney
            missing={-balanceAfter}
            canAddMoney={canAddMoney}
            className="w-full text-sm"
          />
        )}
        <div className="flex flex-row-reverse gap-2 max-lg:[&_:is(a,button)]:min-h-12 max-lg:[&_:is(a,button)]:px-4.5 max-lg:[&_:is(a,button)]:text-base lg:grid">
          {owned ? (
            <ButtonLink
              ref={playLink}
              to={`/library?game=${game.id}`}
              size="lg"
              block
              className="max-lg:min-w-32"
            >
              <Play aria-hidden />
              Play
            </ButtonLink>
          ) : !mayBuy ? null : soldOut ? (
            <p className="inline-flex min-h-11 items-center gap-2 font-semibold text-muted">
              <PackageX aria-hidden className="size-5" />
              Sold out
            </p>
          ) : formKey === null ? (
            <ButtonLink
              to={`/login?next=${encodeURIComponent(`/game-info/${game.id}`)}`}
              size="lg"
              block
              className="max-lg:min-w-32"
            >
              <LogIn aria-hidden />
              {verb}
            </ButtonLink>
          ) : (
            <PurchaseForm
              formKey={formKey}
              cents={price.cents}
              verb={verb}
              affordable={!tooExpensive}
            />
          )}
          {tooExpensive && <GetMoneyLink canAddMoney={canAddMoney} size="lg" block />}
        </div>
        {!owned && access.isHidden && (
          <p className="text-sm text-muted">This game is hidden: only its editors see this page.</p>
        )}
        {!owned && access.roleNeeded !== null && (
          <p className="text-sm text-muted">
            Only holders of the role “{access.roleNeeded}” can buy this game.
          </p>
        )}
        {formKey === null && !owned && mayBuy && !soldOut && (
          <p className="text-sm text-muted max-lg:sr-only lg:text-center">
            You log in first, then come back here.
          </p>
        )}
      </div>
    </section>
  );
}

function Price(props: { price: GamePrice; balance: number | null; balanceAfter: number | null }) {
  const { price, balance, balanceAfter } = props;
  return (
    <dl className="grid gap-x-4 lg:gap-y-2">
      <div className="flex items-baseline gap-2 lg:justify-between">
        <dt className="text-muted max-lg:text-sm">Price</dt>
        <dd className="font-display text-xl font-bold lg:text-2xl">
          <GamePriceText price={price} />
        </dd>
      </div>
      {price.saleEndsAt && (
        <div className="flex flex-wrap items-baseline gap-x-2 text-sm max-lg:text-xs lg:justify-between">
          <dt className="text-muted">On sale until</dt>
          <dd className="font-semibold">
            <DateTime value={price.saleEndsAt} />
          </dd>
        </div>
      )}
      {balance !== null && balanceAfter !== null && (
        <div className="flex flex-wrap items-baseline gap-x-2 text-sm max-lg:text-xs lg:justify-between">
          <dt className="text-muted">
            {balanceAfter >= 0 ? 'Balance after buying' : 'Your balance'}
          </dt>
          <dd className={`font-semibold ${balanceAfter >= 0 ? '' : 'text-danger'}`}>
            <MoneyAmount cents={balanceAfter >= 0 ? balanceAfter : balance} />
          </dd>
        </div>
      )}
    </dl>
  );
}

interface PurchaseFormProps {
  formKey: string;
  /** The shown price. */
  cents: number;
  verb: string;
  affordable: boolean;
}

function PurchaseForm({ formKey, cents, verb, affordable }: PurchaseFormProps) {
  const buying = usePending({ intent: 'buy' });
  return (
    <Form method="post" preventScrollReset className="grid">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="buy" />
      <input type="hidden" name="price" value={cents} />
      <Button
        size="lg"
        block
        pending={buying}
        variant={affordable ? 'primary' : 'quiet'}
        className={affordable ? 'max-lg:min-w-32' : 'max-sm:[&_svg]:hidden'}
      >
        <ShoppingBag aria-hidden />
        {verb}
      </Button>
    </Form>
  );
}
