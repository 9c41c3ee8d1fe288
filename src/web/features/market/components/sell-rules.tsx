import { appErrors } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/money.ts';
import { MoneyAmount } from '#web/features/wallet/components/money-amount.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { listingsPath } from './market-address.ts';

/** What holds for the reader as a seller. Cents. */
export interface SellerRules {
  barred: 'guest-not-allowed' | 'unconfirmed-email' | null;
  room: number;
  feePercent: number;
  firstDay: { endsAt: Date; left: number } | null;
}

/** Why the reader cannot sell anything, with the way out of it; nothing for who can. */
export function SellingBarred({ rules }: { rules: SellerRules }) {
  if (rules.barred === 'guest-not-allowed') {
    return (
      <Notice
        action={
          <ButtonLink to="/register" size="sm">
            Register account
          </ButtonLink>
        }
      >
        Guests cannot sell cards. Register to keep your games and cards.
      </Notice>
    );
  }
  if (rules.barred === 'unconfirmed-email') {
    return (
      <Notice
        action={
          <ButtonLink to="/confirm" size="sm">
            Confirm
          </ButtonLink>
        }
      >
        {appErrors['unconfirmed-email'].text}
      </Notice>
    );
  }
  if (rules.room === 0) {
    return (
      <Notice
        action={
          <ButtonLink to={listingsPath} size="sm" variant="quiet">
            Your listings
          </ButtonLink>
        }
      >
        {appErrors['listing-limit'].text}
      </Notice>
    );
  }
  return null;
}

/** For who is new here: how much can be sold until when. `price` (cents) is what is being asked. */
export function FirstDayNotice(props: { firstDay: SellerRules['firstDay']; price?: number }) {
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

/** Which cards cannot be sold before the first 24 hours are over. */
export function RestingNotice(props: { copies: number; of: number; until: Date }) {
  const { copies, of, until } = props;
  const which = copies < of ? `${copies} of these copies` : of === 1 ? 'This card' : 'These cards';
  return (
    <p className="text-sm text-muted">
      {which} came to you as a guest and can be sold from <DateTime value={until} /> on.
    </p>
  );
}
