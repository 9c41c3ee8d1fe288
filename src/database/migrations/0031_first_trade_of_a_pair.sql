ALTER TABLE "trading_pair_days" DROP CONSTRAINT "trading_pair_days_amount";--> statement-breakpoint
ALTER TABLE "trading_pair_days" ADD CONSTRAINT "trading_pair_days_amount" CHECK ("trading_pair_days"."trades" = 1 or "trading_pair_days"."amount" <= 50000);
--> statement-breakpoint
-- A single sale above 500.00 was counted as 500.00 when the table was filled.
UPDATE "trading_pair_days" AS "pair" SET "amount" = "sale"."price"
FROM "market_sales" AS "sale"
WHERE "pair"."trades" = 1 AND "pair"."amount" = 50000 AND "sale"."price" > 50000
	AND "pair"."low_id" = least("sale"."buyer_id", "sale"."seller_id")
	AND "pair"."high_id" = greatest("sale"."buyer_id", "sale"."seller_id")
	AND "pair"."day" = to_char("sale"."sold_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD');
