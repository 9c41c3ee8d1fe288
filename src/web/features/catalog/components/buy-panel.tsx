import { CircleCheck, LogIn, Play, ShoppingBag } from 'lucide-react';
import type { Ref } from 'react';
import { Form } from 'react-router';
import { MoneyAmount } from '#web/features/wallet/components/money-amount.tsx';
import { MoneyWay, NotEnoughMoney } from '#web/features/wallet/components/not-enough-money.tsx';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { GameCover } from './game-cover.tsx';

interface BuyPanelProps {
  game: { id: number; name: string; backgroundImage: string | null };
  owned: boolean;
  /** Gets the link to play, once the game is owned. */
  playLink?: Ref<HTMLAnchorElement>;
  priceCents: number;
  /** Cents; null for a visitor. */
  balance: number | null;
  /** The key of the purchase; null where nothing can be bought. */
  formKey: string | null;
  /** Guests cannot: the daily reward, then registering are their ways. */
  canAddMoney: boolean;
  /** Why the purchase was refused. */
  error: string | null;
}

/**
 * Price, balance after buying, and the one button: Buy, or Play for who owns the game. Beside
 * the page where that is wide; a bar along its lower edge where it is not, which takes a place of its
 * own at the end, so that it hides nothing.
 */
export function BuyPanel(props: BuyPanelProps) {
  const { game, owned, playLink, priceCents, balance, formKey, canAddMoney, error } = props;
  const after = balance === null ? null : balance - priceCents;
  const short = !owned && after !== null && after < 0;
  return (
    <section
      aria-label={owned ? 'Play this game' : 'Buy this game'}
      className="overflow-hidden rounded-lg bg-raised shadow-float max-lg:rounded-b-none lg:bg-surface"
    >
      <div className="max-lg:hidden [@media(max-height:34rem)]:hidden">
        <GameCover src={game.backgroundImage} alt={`Cover of ${game.name}`} eager />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-8 lg:grid lg:justify-normal lg:gap-4 lg:p-6">
        {error && (
          <Notice tone="failure" className="w-full">
            {error}
          </Notice>
        )}
        {owned ? (
          <p className="inline-flex items-center gap-2 font-semibold text-alive">
            <CircleCheck aria-hidden className="size-5" />
            In your library
          </p>
        ) : (
          <Price cents={priceCents} balance={balance} after={after} />
        )}
        {short && !error && (
          <NotEnoughMoney missing={-after} canAddMoney={canAddMoney} className="w-full text-sm" />
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
          ) : formKey === null ? (
            <ButtonLink
              to={`/login?next=${encodeURIComponent(`/game-info/${game.id}`)}`}
              size="lg"
              block
              className="max-lg:min-w-32"
            >
              <LogIn aria-hidden />
              Buy
            </ButtonLink>
          ) : (
            <Purchase formKey={formKey} affordable={!short} />
          )}
          {short && <MoneyWay canAddMoney={canAddMoney} size="lg" block />}
        </div>
        {formKey === null && !owned && (
          <p className="text-sm text-muted max-lg:sr-only lg:text-center">
            You log in first, then come back here.
          </p>
        )}
      </div>
    </section>
  );
}

function Price(props: { cents: number; balance: number | null; after: number | null }) {
  const { cents, balance, after } = props;
  return (
    <dl className="grid gap-x-4 lg:gap-y-2">
      <div className="flex items-baseline gap-2 lg:justify-between">
        <dt className="text-muted max-lg:text-sm">Price</dt>
        <dd className="font-display text-xl font-bold lg:text-2xl">
          <MoneyAmount cents={cents} />
        </dd>
      </div>
      {balance !== null && after !== null && (
        <div className="flex flex-wrap items-baseline gap-x-2 text-sm max-lg:text-xs lg:justify-between">
          <dt className="text-muted">{after >= 0 ? 'Balance after buying' : 'Your balance'}</dt>
          <dd className={`font-semibold ${after >= 0 ? '' : 'text-danger'}`}>
            <MoneyAmount cents={after >= 0 ? after : balance} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Purchase({ formKey, affordable }: { formKey: string; affordable: boolean }) {
  const buying = usePending({ intent: 'buy' });
  return (
    <Form method="post" preventScrollReset className="grid">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="buy" />
      <Button
        size="lg"
        block
        pending={buying}
        variant={affordable ? 'primary' : 'quiet'}
        className={affordable ? 'max-lg:min-w-32' : 'max-sm:[&_svg]:hidden'}
      >
        <ShoppingBag aria-hidden />
        Buy
      </Button>
    </Form>
  );
}
