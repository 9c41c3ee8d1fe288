DROP INDEX "market_items_seller";--> statement-breakpoint
CREATE INDEX "market_items_seller" ON "market_items" USING btree ("seller_id","price","id","kind_id","game_id");