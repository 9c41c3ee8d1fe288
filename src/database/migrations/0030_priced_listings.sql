ALTER TABLE "market_listings" ADD COLUMN "priced_at" timestamp with time zone;
--> statement-breakpoint
-- The sales of this day, before they were counted.
INSERT INTO "trading_pair_days" ("low_id", "high_id", "day", "trades", "amount")
SELECT least("buyer_id", "seller_id"), greatest("buyer_id", "seller_id"), to_char("sold_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
	least(count(*), 20)::integer, least(sum("price"), 50000)::bigint
FROM "market_sales" WHERE "sold_at" >= date_trunc('day', now(), 'UTC')
GROUP BY 1, 2, 3;
