import type { CardValue } from '#domain/market/prices/card-value.ts';
import type { TradeCard } from '#domain/trades/offer-details.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';
import type { OfferInChat } from './chat-trade-offer.tsx';
import { OfferForm } from './offer-forms.tsx';
import { ValueAmount } from './value-amount.tsx';
import { ValueWarning } from './value-warning.tsx';

interface AcceptQuestionProps {
  /** The offer that the reader is asked about. */
  asked: Pick<OfferInChat, 'offer' | 'keys'> | undefined;
  /** The path that the form is sent to; after an error it shows the question again. */
  action: string;
  /** The path of the page without the question. */
  closePath: string;
  /** The error text of the last attempt. */
  failure: string | null;
}

/** The question before an offer is accepted: what both give and get, with the values. */
export function AcceptQuestion({ asked, action, closePath, failure }: AcceptQuestionProps) {
  const { offer, keys } = asked ?? {};
  return (
    <ConfirmationDialog
      open={offer !== undefined}
      title={`Accept the offer of ${offer?.other.username}?`}
      closePath={closePath}
      confirm={
        offer &&
        keys && (
          <OfferForm
            offerId={offer.id}
            intent="accept"
            formKey={keys.accept}
            action={action}
            label="Accept the trade"
          />
        )
      }
    >
      {offer && (
        <>
          {failure !== null && <Alert tone="failure">{failure}</Alert>}
          <Side title="You give" cards={offer.give} value={offer.giveValue} />
          <Side title="You get" cards={offer.get} value={offer.getValue} />
          <ValueWarning giveValue={offer.giveValue} getValue={offer.getValue} />
          <p className="text-sm text-muted">
            All cards change hands at once, or none does. It cannot be undone.
          </p>
        </>
      )}
    </ConfirmationDialog>
  );
}

function Side({
  title,
  cards,
  value,
}: {
  title: string;
  cards: readonly TradeCard[];
  value: CardValue;
}) {
  return (
    <section aria-label={title} className="grid gap-2 rounded-md bg-well p-3">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
        {title}
        <span className="text-sm font-normal text-muted">
          worth <ValueAmount value={value} />
        </span>
      </h3>
      {cards.length === 0 && <p className="text-muted">No cards</p>}
      <ul className="grid gap-1 text-sm">
        {cards.map(({ gameId, kindId, name, gameName, copies, price, isEstimated }) => (
          <li key={`${gameId} ${kindId}`} className="flex justify-between gap-4">
            <span className="wrap-anywhere">
              {copies > 1 && `${copies} × `}
              {name} <span className="text-muted">({gameName})</span>
            </span>
            <span className="text-muted tabular-nums">
              <ValueAmount value={{ price: price * copies, isEstimated }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
