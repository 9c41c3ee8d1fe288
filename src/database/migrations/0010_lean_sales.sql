ALTER TABLE "market_sales" DROP CONSTRAINT "market_sales_card_id_cards_id_fk";
--> statement-breakpoint
ALTER TABLE "market_sales" DROP CONSTRAINT "market_sales_seller_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "market_sales" DROP CONSTRAINT "market_sales_buyer_id_users_id_fk";
