import { CircleCheck, LogIn, Play, ShoppingBag } from 'lucide-react';
import { Form } from 'react-router';
import { Button, ButtonLink } from '../button.tsx';
import { GameCover } from '../game-cover.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { Money } from '../money.tsx';
import { Notice } from '../notice.tsx';
import { usePending } from '../use-pending.ts';

interface BuyPanelProps {
  game: { id: number; name: string; backgroundImage: string | null };
  owned: boolean;
  priceCents: number;
  /** Cents; null for a visitor. */
  balance: number | null;
  /** The key of the purchase; null where nothing can be bought. */
  formKey: string | null;
  /** Guests cannot; the daily reward is their way. */
  canAddMoney: boolean;
  /** Why the purchase was refused. */
  error: string | null;
}

/** Price, balance after buying, and the one button: Buy, or Play for who owns the game (spec 2). */
export function BuyPanel(props: BuyPanelProps) {
  const { game, owned, priceCents, balance, formKey, canAddMoney, error } = props;
  const after = balance === null ? null : balance - priceCents;
  return (
    <section
      aria-label={owned ? 'Play this game' : 'Buy this game'}
      className="panel overflow-hidden"
    >
      <div className="max-lg:hidden">
        <GameCover src={game.backgroundImage} alt={`Cover of ${game.name}`} eager />
      </div>
      <div className="grid gap-x-10 gap-y-4 p-5 sm:max-lg:grid-cols-[1fr_19rem] sm:max-lg:items-center sm:max-lg:p-6">
        {owned ? (
          <p className="inline-flex items-center gap-2 font-semibold text-alive">
            <CircleCheck aria-hidden className="size-5" />
            In your library
          </p>
        ) : (
          <Price cents={priceCents} balance={balance} after={after} />
        )}
        <div className="grid gap-2">
          {owned ? (
            <ButtonLink to="/library" size="lg" block>
              <Play aria-hidden />
              Play
            </ButtonLink>
          ) : formKey === null ? (
            <ButtonLink
              to={`/login?next=${encodeURIComponent(`/game-info/${game.id}`)}`}
              size="lg"
              block
            >
              <LogIn aria-hidden />
              Buy
            </ButtonLink>
          ) : (
            <Purchase formKey={formKey} affordable={after !== null && after >= 0} />
          )}
          {!owned && after !== null && after < 0 && (
            <ButtonLink to={canAddMoney ? '/add-money' : '/daily-reward'} size="lg" block>
              {canAddMoney ? 'Add Money' : 'Daily reward'}
            </ButtonLink>
          )}
        </div>
        {error && (
          <Notice tone="failure" className="col-span-full">
            {error}
          </Notice>
        )}
      </div>
    </section>
  );
}

function Price(props: { cents: number; balance: number | null; after: number | null }) {
  const { cents, balance, after } = props;
  return (
    <dl className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-muted">Price</dt>
        <dd className="font-display text-2xl font-bold">
          <Money cents={cents} />
        </dd>
      </div>
      {balance !== null && after !== null && (
        <div className="flex items-baseline justify-between gap-4 text-sm">
          <dt className="text-muted">{after >= 0 ? 'Balance after buying' : 'Your balance'}</dt>
          <dd className={`font-semibold ${after >= 0 ? '' : 'text-danger'}`}>
            <Money cents={after >= 0 ? after : balance} />
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
      <Button size="lg" block pending={buying} variant={affordable ? 'primary' : 'quiet'}>
        <ShoppingBag aria-hidden />
        Buy
      </Button>
    </Form>
  );
}
