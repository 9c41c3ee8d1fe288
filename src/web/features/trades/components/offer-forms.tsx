import { Form } from 'react-router';
import type { TradeOffer } from '#domain/trades/offer-details.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { acceptOfferPath, newTradePath, tradeOfferPath } from '#web/paths/trades.ts';
import { Button, ButtonLink, type ButtonSize } from '#web/ui/button.tsx';

/** The idempotency keys of the forms of an offer. */
export type OfferKeys = Record<'accept' | 'decline' | 'withdraw', string>;

interface OfferFormsProps {
  offer: TradeOffer;
  keys: OfferKeys;
  /** In a conversation: its path, which the forms are sent to, and the path of the question before accepting. */
  chat?: { path: string; acceptPath: string };
}

/**
 * The buttons of an open offer: accept, which asks first, answer with another one, decline; or withdraw the own one.
 */
export function OfferForms({ offer, keys, chat }: OfferFormsProps) {
  const { id, isOwn, other, give, get } = offer;
  if (offer.state !== 'open') return null;
  const size = chat ? 'sm' : 'md';
  const form = { offerId: id, action: chat?.path, size } as const;
  if (isOwn) return <OfferForm {...form} intent="withdraw" formKey={keys.withdraw} />;
  const answer = newTradePath(other.username, {
    give,
    get,
    answer: id,
    ...(chat && { from: 'chat' }),
  });
  return (
    <>
      <ButtonLink
        to={chat?.acceptPath ?? acceptOfferPath(id)}
        size={size}
        replace
        preventScrollReset
      >
        Accept
      </ButtonLink>
      <OfferForm {...form} intent="decline" formKey={keys.decline} />
      <ButtonLink to={answer} variant="quiet" size={size}>
        Make another offer
      </ButtonLink>
    </>
  );
}

const labels = { accept: 'Accept', decline: 'Decline', withdraw: 'Withdraw' } as const;

interface OfferFormProps {
  offerId: string;
  intent: keyof typeof labels;
  formKey: string;
  /** The path that the form is sent to; the page of the offer if undefined. */
  action?: string | undefined;
  size?: ButtonSize;
  label?: string;
}

/** One button that answers an offer. */
export function OfferForm({ offerId, intent, formKey, action, size, label }: OfferFormProps) {
  const pending = usePending({ intent, offerId });
  return (
    <Form method="post" action={action ?? tradeOfferPath(offerId)} preventScrollReset>
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="offerId" value={offerId} />
      <input type="hidden" name="intent" value={intent} />
      <Button variant={intent === 'accept' ? 'primary' : 'quiet'} size={size} pending={pending}>
        {label ?? labels[intent]}
      </Button>
    </Form>
  );
}
