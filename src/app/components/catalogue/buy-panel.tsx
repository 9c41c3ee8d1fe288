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
  /** Guests cannot add money. */
  canAddMoney: boolean;
  /** Why the purchase was refused. */
  error: string | null;
}

/** Price, balance after buying, and the one button: Buy, or Play for who owns the game (spec 2). */
export function BuyPanel(props: BuyPanelProps) {
  const { game, owned, priceCents, balance, formKey, canAddMoney, error } = props;
  return (
    <section
      aria-label={owned ? 'Play this game' : 'Buy this game'}
      className="panel overflow-hidden"
    >
      <GameCover src={game.backgroundImage} alt={`Cover of ${game.name}`} eager />
      <div className="grid gap-4 p-5">
        {owned ? (
          <>
            <p className="inline-flex items-center gap-2 font-semibold text-alive">
              <CircleCheck aria-hidden className="size-5" />
              In your library
            </p>
            <ButtonLink to="/library" size="lg" block>
              <Play aria-hidden />
              Play
            </ButtonLink>
          </>
        ) : (
          <>
            <p className="flex items-baseline justify-between gap-4">
              <span className="text-muted">Price</span>
              <Money cents={priceCents} className="font-display text-2xl font-bold" />
            </p>
            {balance === null || formKey === null ? (
              <ButtonLink
                to={`/login?next=${encodeURIComponent(`/game-info/${game.id}`)}`}
                size="lg"
                block
              >
                <LogIn aria-hidden />
                Buy
              </ButtonLink>
            ) : (
              <Purchase {...{ priceCents, balance, formKey, canAddMoney }} />
            )}
          </>
        )}
        {error && <Notice tone="failure">{error}</Notice>}
      </div>
    </section>
  );
}

interface PurchaseProps {
  priceCents: number;
  balance: number;
  formKey: string;
  canAddMoney: boolean;
}

function Purchase({ priceCents, balance, formKey, canAddMoney }: PurchaseProps) {
  const buying = usePending({ intent: 'buy' });
  const after = balance - priceCents;
  return (
    <>
      {after >= 0 ? (
        <p className="flex items-baseline justify-between gap-4 text-sm">
          <span className="text-muted">Balance after buying</span>
          <Money cents={after} className="font-semibold" />
        </p>
      ) : (
        <p className="grid gap-1 text-sm">
          <span className="flex items-baseline justify-between gap-4">
            <span className="text-muted">Your balance</span>
            <Money cents={balance} className="font-semibold" />
          </span>
          <span className="flex items-baseline justify-between gap-4">
            <span className="text-muted">Still missing</span>
            <Money cents={-after} className="font-semibold text-danger" />
          </span>
        </p>
      )}
      <Form method="post" preventScrollReset className="grid gap-2">
        <IdempotencyKey value={formKey} />
        <input type="hidden" name="intent" value="buy" />
        <Button size="lg" block pending={buying} variant={after >= 0 ? 'primary' : 'quiet'}>
          <ShoppingBag aria-hidden />
          Buy
        </Button>
        {after < 0 && canAddMoney && (
          <ButtonLink to="/add-money" size="lg" block>
            Add Money
          </ButtonLink>
        )}
      </Form>
    </>
  );
}
