/** The numbers of lines of words from which texts are cut, and of accounts. */
export const lines = 2_000;
export const accounts = 20_000;

/**
 * Rows as the application writes them, in the order of time, of accounts in random order: this decides how full the
 * pages of the indexes are. `values` can use `number`, two different accounts `a` and `b`, a time `at`, a random
 * `line` of words, a card kind `kind` and a discussion `topic`.
 */
export interface GeneratedRows {
  table: string;
  rows: number;
  columns: string;
  values: string;
  /** What an update sets in a tenth of the rows, and in which ones: updates leave free space. */
  later?: string;
}

export const words = (characters: string) => `substr(line, 1, ${characters})`;

/** In the order in which foreign keys need them. */
export const generatedRows: GeneratedRows[] = [
  {
    table: 'sessions',
    rows: 40_000,
    columns: 'token, user_id, expires_at, ip_address, user_agent',
    values: `encode(sha256(number::text::bytea), 'hex'), a, at + interval '30 days', '203.0.113.77',
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'`,
    later: `expires_at = expires_at + interval '1 day' where random() < 0.1`,
  },
  {
    table: 'api_sessions',
    rows: 40_000,
    columns: 'id, api_user_id, account_id, created_at, expires_at',
    values: `gen_random_uuid(), substr(md5(number::text), 1, 24), a, at, at + interval '60 days'`,
  },
  {
    table: 'play_sessions',
    rows: 60_000,
    columns: 'user_id, game_id, started_at, cycle_started_at, last_call_at, ended_at',
    values: `a, game, at - number * interval '1 day', at, at, at`,
  },
  {
    table: 'cards',
    rows: 300_000,
    columns: 'owner_id, kind_id, game_id, origin, play_session_id, created_at',
    values: `a, kind, game, 'played',
      gen_random_uuid(), at`,
    later: `owner_id = (select id from people where place = 1 + abs(hashtext(cards.id::text)) % ${accounts})
      where random() < 0.02`,
  },
  {
    table: 'award_days',
    rows: 100_000,
    columns: 'user_id, day, awards',
    values: `a, to_char(at - number * interval '1 day', 'YYYY-MM-DD'), 10`,
  },
  {
    table: 'ledger_entries',
    rows: 300_000,
    columns:
      'transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at',
    values: `md5((number / 2)::text)::uuid, 'sale', case when number % 5 > 0 then a end,
      case when number % 5 = 0 then 'fees' end, 1234, case when number % 5 > 0 then 123456 end, ${words('24')}, at`,
  },
  {
    table: 'owned_games',
    rows: 100_000,
    columns: 'user_id, game_id, transfer_id, bought_at',
    values: `a, number, gen_random_uuid(), at`,
  },
  {
    table: 'daily_rewards',
    rows: 100_000,
    columns: 'user_id, day, transfer_id',
    values: `a, to_char(at - number * interval '1 day', 'YYYY-MM-DD'), gen_random_uuid()`,
  },
  {
    table: 'top_up_days',
    rows: 100_000,
    columns: 'user_id, day, amount',
    values: `a, to_char(at - number * interval '1 day', 'YYYY-MM-DD'), 5000`,
  },
  {
    table: 'market_listings',
    rows: 60_000,
    columns: 'card_id, seller_id, kind_id, game_id, price, listed_at',
    values: '',
  },
  {
    table: 'market_sales',
    rows: 100_000,
    columns:
      'item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, transfer_id, sold_at',
    values: `uuidv7(-(random() * 30) * interval '1 day'), gen_random_uuid(), kind,
      game, a, b, 1234, 0, gen_random_uuid(), at`,
  },
  {
    table: 'idempotency_keys',
    rows: 100_000,
    columns: 'user_id, key, request_hash, answer, created_at',
    values: `a, gen_random_uuid(), encode(sha256(number::text::bytea), 'hex'),
      jsonb_build_object('balance', 123456, 'itemId', gen_random_uuid(), 'price', 1234), at`,
  },
  {
    table: 'conversations',
    rows: 30_000,
    columns: 'low_id, high_id, last_number, last_at',
    values: `least(a, b), greatest(a, b), 1000, at`,
    later: `last_number = last_number + 1, low_read = low_read + 1 where random() < 0.1`,
  },
  { table: 'messages', rows: 400_000, columns: '', values: '' },
  {
    table: 'notifications',
    rows: 100_000,
    columns: 'user_id, kind, actor_id, thing, thing_name, amount, at',
    values: `a, 'card-sold', b, uuidv7()::text, ${words('24')}, 1234, at`,
    later: `read_at = at where read_at is null and random() < 0.15`,
  },
  {
    table: 'profile_comments',
    rows: 50_000,
    columns: 'profile_id, author_id, text, created_at',
    values: `a, b, ${words('90')}, at`,
  },
  {
    table: 'discussions',
    rows: 3_000,
    columns: 'author_id, title, content, game, tags, created_at, last_activity_at',
    values: `a, ${words('40')}, ${words('400')}, ${words('15')}, array['Help', 'Indie']::text[], at, at`,
    later: `comment_count = comment_count + 1, last_activity_at = last_activity_at + interval '1 h' where random() < 0.1`,
  },
  { table: 'discussion_tags', rows: 6_000, columns: '', values: '' },
  { table: 'discussion_search', rows: 3_000, columns: '', values: '' },
  {
    table: 'discussion_comments',
    rows: 100_000,
    columns: 'discussion_id, author_id, text, created_at',
    values: `topic, a, ${words('120')}, at`,
  },
  {
    table: 'discussion_subscriptions',
    rows: 50_000,
    columns: 'discussion_id, user_id, wanted',
    values: `topic, a, true`,
  },
  {
    table: 'friendships',
    rows: 100_000,
    columns: 'low_id, high_id, since',
    values: `least(a, b), greatest(a, b), at`,
  },
  {
    table: 'friend_requests',
    rows: 50_000,
    columns: 'sender_id, target_id, asked_at',
    values: `a, b, at`,
  },
  {
    table: 'pictures',
    rows: 50_000,
    columns: `id, user_id, caption, name, kind, bytes, full_width, full_height, full_bytes, full_hash, thumbnail_width,
      thumbnail_height, thumbnail_bytes, thumbnail_hash, uploaded_at, uploaded_micro, kept_at, published_at`,
    values: `gen_random_uuid(), a, ${words('40')}, 'IMG_' || number || '.jpeg', 'image/jpeg', 2000000, 1920, 1080, 300000,
      encode(sha256(number::text::bytea), 'hex'), 400, 225, 20000, encode(sha256(('t' || number)::bytea), 'hex'),
      at + number * interval '1 s', 0, at, at`,
  },
  {
    table: 'moderation_log',
    rows: 20_000,
    columns: 'moderator_id, act, target_id, reason, details, at',
    values: `a, 'suspend', b, ${words('60')}, '{"days": 7}', at`,
  },
];
