DROP INDEX "wishlist_items_alerts";--> statement-breakpoint
ALTER TABLE "pending_price_checks" ADD COLUMN "after_price" bigint;--> statement-breakpoint
ALTER TABLE "pending_price_checks" ADD COLUMN "after_user_id" uuid;--> statement-breakpoint
CREATE INDEX "pending_price_checks_parts" ON "pending_price_checks" USING btree ("game_id","kind_id") WHERE "pending_price_checks"."after_user_id" is not null;--> statement-breakpoint
CREATE INDEX "wishlist_items_alerted" ON "wishlist_items" USING btree ("game_id","kind_id","alert_price","user_id") WHERE "wishlist_items"."alerted_price" is not null;--> statement-breakpoint
CREATE INDEX "wishlist_items_alerts" ON "wishlist_items" USING btree ("game_id","kind_id","alert_price","user_id") WHERE "wishlist_items"."alert_price" is not null;