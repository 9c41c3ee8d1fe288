CREATE TABLE "pending_price_checks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wishlist_items" ALTER COLUMN "kind_id" DROP DEFAULT;--> statement-breakpoint
CREATE FUNCTION note_changed_listing() RETURNS trigger LANGUAGE plpgsql AS $$
declare listing market_listings%rowtype;
begin
  if tg_op = 'DELETE' then listing := old; else listing := new; end if;
  insert into pending_price_checks (game_id, kind_id)
  select listing.game_id, listing.kind_id
  where exists (select from wishlist_items as item
    where item.game_id = listing.game_id and item.kind_id = listing.kind_id
      and item.alert_price is not null);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER market_listings_changed AFTER INSERT OR DELETE OR UPDATE OF price ON market_listings
  FOR EACH ROW EXECUTE FUNCTION note_changed_listing();--> statement-breakpoint
-- Alerts that were set before this migration.
INSERT INTO pending_price_checks (game_id, kind_id)
SELECT DISTINCT game_id, kind_id FROM wishlist_items WHERE alert_price IS NOT NULL;
