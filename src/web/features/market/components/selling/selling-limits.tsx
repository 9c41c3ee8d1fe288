import type { SellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import { accessErrors } from '#shared/errors/access.ts';
import { marketErrors } from '#shared/errors/market.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { listingsPath } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** Why the reader cannot sell, with a link to the remedy; nothing for a reader who can. */
export function SellingBlocked({ limits }: { limits: SellingLimits }) {
  if (limits.blockedReason === 'guest-not-allowed') {
    return (
      <Alert action={<RegisterButton size="sm">Register account</RegisterButton>}>
        Guests cannot sell cards. Register to keep your games and cards.
      </Alert>
    );
  }
  if (limits.blockedReason === 'unconfirmed-email') {
    return (
      <Alert
        action={
          <ButtonLink to="/confirm" size="sm">
            Confirm
          </ButtonLink>
        }
      >
        {marketErrors['unconfirmed-email'].text}
      </Alert>
    );
  }
  if (limits.blockedReason || limits.remaining === 0) {
    return (
      <Alert
        action={
          <ButtonLink to={listingsPath} size="sm" variant="quiet">
            Your listings
          </ButtonLink>
        }
      >
        {limits.blockedReason
          ? accessErrors[limits.blockedReason].text
          : marketErrors['listing-limit'].text}
      </Alert>
    );
  }
  return null;
}

/** The first-day limit of a new player: how much can be sold until when. `price` is in cents. */
export function FirstDayLimit(props: { firstDay: SellingLimits['firstDay']; price?: number }) {
  const { formatMoney } = useNumbers();
  const { firstDay, price = 0 } = props;
  if (!firstDay) return null;
  const { endsAt, left } = firstDay;
  return (
    <p className="text-sm text-muted" aria-live="polite">
      In your first 24 hours sales are limited: <MoneyAmount cents={left} /> until{' '}
      <DateTime value={endsAt} />.
      {price > left && (
        <strong className="block font-semibold text-ink">
          Nobody can buy at {formatMoney(price)} before then.
        </strong>
      )}
    </p>
  );
}

/** Says how many copies cannot be sold before the first 24 hours are over. */
export function RestingCards(props: { copies: number; of: number; until: Date }) {
  const { copies, of, until } = props;
  const which = copies < of ? `${copies} of these copies` : of === 1 ? 'This card' : 'These cards';
  return (
    <p className="text-sm text-muted">
      {which} came to you as a guest and can be sold from <DateTime value={until} /> on.
    </p>
  );
}
