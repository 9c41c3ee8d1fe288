import { Form } from 'react-router';
import type { TradeOffer } from '#domain/trades/offer-details.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { newTradePath, tradeOfferPath } from './trade-paths.ts';

type Keys = Record<'accept' | 'decline' | 'withdraw', string>;

/** The buttons of an open offer: accept, answer with another one, decline; or withdraw the own one. */
export function OfferForms({ offer, keys }: { offer: TradeOffer; keys: Keys }) {
  const { id, isOwn, other, give, get } = offer;
  if (offer.state !== 'open') return null;
  if (isOwn) return <OfferForm offerId={id} intent="withdraw" formKey={keys.withdraw} />;
  return (
    <>
      <OfferForm offerId={id} intent="accept" formKey={keys.accept} />
      <ButtonLink to={newTradePath(other.username, { give, get, answer: id })} variant="quiet">
        Make another offer
      </ButtonLink>
      <OfferForm offerId={id} intent="decline" formKey={keys.decline} />
    </>
  );
}

const labels = { accept: 'Accept', decline: 'Decline', withdraw: 'Withdraw' } as const;

function OfferForm({
  offerId,
  intent,
  formKey,
}: {
  offerId: string;
  intent: keyof typeof labels;
  formKey: string;
}) {
  const action = tradeOfferPath(offerId);
  const pending = usePending({ intent });
  return (
    <Form method="post" action={action} preventScrollReset>
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="offerId" value={offerId} />
      <input type="hidden" name="intent" value={intent} />
      <Button variant={intent === 'accept' ? 'primary' : 'quiet'} pending={pending}>
        {labels[intent]}
      </Button>
    </Form>
  );
}
