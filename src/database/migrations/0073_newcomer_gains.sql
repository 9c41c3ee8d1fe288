CREATE TABLE "newcomer_gains" (
	"user_id" uuid NOT NULL,
	"day" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "newcomer_gains_pkey" PRIMARY KEY("user_id","day"),
	CONSTRAINT "newcomer_gains_amount" CHECK ("newcomer_gains"."amount" <= 20000)
);
--> statement-breakpoint
-- The trades of this day, before they were counted.
INSERT INTO "newcomer_gains" ("user_id", "day", "amount")
SELECT "part"."user_id", to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), least(sum("part"."amount"), 20000)::bigint
FROM (
	SELECT "seller_id" AS "user_id", "buyer_id" AS "newcomer_id", "sold_at" AS "at", "price" AS "amount"
	FROM "market_sales" WHERE "sold_at" >= date_trunc('day', now(), 'UTC')
	UNION ALL
	SELECT "sale"."buyer_id", "sale"."seller_id", "sale"."sold_at",
		CASE "kind"."rarity" WHEN 'common' THEN 25 WHEN 'uncommon' THEN 75 WHEN 'rare' THEN 200 WHEN 'epic' THEN 600 ELSE 1800 END
	FROM "market_sales" AS "sale" JOIN "card_kinds" AS "kind" ON "kind"."id" = "sale"."kind_id"
	WHERE "sale"."sold_at" >= date_trunc('day', now(), 'UTC')
	UNION ALL
	SELECT "recipient_id", "sender_id", "closed_at", "given_value"
	FROM "trade_offers" WHERE "state" = 'accepted' AND "closed_at" >= date_trunc('day', now(), 'UTC')
	UNION ALL
	SELECT "sender_id", "recipient_id", "closed_at", "received_value"
	FROM "trade_offers" WHERE "state" = 'accepted' AND "closed_at" >= date_trunc('day', now(), 'UTC')
) AS "part"
JOIN "users" AS "newcomer" ON "newcomer"."id" = "part"."newcomer_id"
	AND "newcomer"."registered_at" > "part"."at" - interval '7 days'
GROUP BY "part"."user_id";
