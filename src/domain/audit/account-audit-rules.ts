import { sql } from 'drizzle-orm';
import {
  cards,
  ledgerEntries,
  marketFirstDays,
  marketSales,
  tradeOffers,
  users,
  wallets,
} from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { AuditRule } from './audit-rule.ts';

/** A retired guest has no last-seen time, and nobody can log in to it. */
const isRetired = sql`account.role = 'guest' and account.last_seen_at is null`;
const firstDay = sql.raw(`interval '${marketConstants.firstDayMs} milliseconds'`);

/** The audit rules of new accounts and of retired ones. */
export const accountRules: AuditRule[] = [
  {
    name: 'first-days-are-counted',
    description:
      'The sales and accepted trade offers of an account in its first 24 hours equal the amounts counted against its limits.',
    broken: sql`select user_id, sum(sold) as sold_missing, sum(bought) as bought_missing
      from (
        select sale.seller_id as user_id, sale.price as sold, 0 as bought
        from ${marketSales} as sale join ${users} as account on account.id = sale.seller_id
        where sale.sold_at < account.registered_at + ${firstDay}
        union all
        select sale.buyer_id, 0, sale.price
        from ${marketSales} as sale join ${users} as account on account.id = sale.buyer_id
        where sale.sold_at < account.registered_at + ${firstDay}
        union all
        select account.id,
          case account.id when offer.sender_id then offer.given_value else offer.received_value end,
          case account.id when offer.sender_id then offer.received_value else offer.given_value end
        from ${tradeOffers} as offer
        join ${users} as account on account.id in (offer.sender_id, offer.recipient_id)
        where offer.state = 'accepted' and offer.closed_at < account.registered_at + ${firstDay}
        union all
        select user_id, -sold, -bought from ${marketFirstDays}
      ) as traded
      group by user_id having sum(sold) <> 0 or sum(bought) <> 0`,
  },
  {
    name: 'retired-guests-have-nothing',
    description:
      'A retired guest has no money and no cards in the game; no other account has lost any by guest expiry.',
    broken: sql`select card.owner_id as user_id, card.id::text as card_id, card.state
      from ${cards} as card join ${users} as account on account.id = card.owner_id
      where card.state <> 'consumed' and (card.state = 'retired') <> (${isRetired})
      union all
      select wallet.user_id, null, 'balance ' || wallet.balance
      from ${wallets} as wallet join ${users} as account on account.id = wallet.user_id
      where ${isRetired} and (wallet.balance <> 0 or wallet.set_aside <> 0)
      union all
      select entry.wallet_id, null, 'entry ' || entry.id
      from ${ledgerEntries} as entry join ${users} as account on account.id = entry.wallet_id
      where entry.kind = 'guest-expired' and not (${isRetired})`,
  },
];
