import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { users } from '#database/schema.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';

const nowValue = sql.placeholder('now');

const listMisplacedRows = declareStatement<{ violation: string }, { now: string }>(
  { violation: text },
  sql`
    with retired as (
      select users.id from users where role = 'guest' and last_seen_at is null
    )
    select 'suspended ' || users.username || ' sells ' || item.id as violation
      from market_listings as item join ${users} on users.id = item.seller_id
      where ${isSuspended(nowValue)}
    union all select 'suspended ' || users.username || ' orders ' || placed.id
      from market_orders as placed join ${users} on users.id = placed.buyer_id
      where placed.state = 'open' and ${isSuspended(nowValue)}
    union all select 'suspended ' || users.username || ' has an open offer'
      from ${users} where ${isSuspended(nowValue)}
        and exists (select from trade_offers as offer where offer.state = 'open'
          and users.id in (offer.sender_id, offer.recipient_id))
    union all select 'suspended ' || users.username || ' has a session'
      from ${users} where ${isSuspended(nowValue)}
        and exists (select from sessions where user_id = users.id)
    union all select 'retired ' || retired.id || ' has a session'
      from retired where exists (select from sessions where user_id = retired.id)`,
);

/** Rows that suspended accounts and retired guests must not have at `now` and the audit does not check, a line each. */
export async function findMisplacedRows(db: Database, now: Date): Promise<string[]> {
  const rows = await listMisplacedRows(db, { now: now.toISOString() });
  return rows.map(({ violation }) => violation);
}
