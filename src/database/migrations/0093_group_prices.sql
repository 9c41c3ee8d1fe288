CREATE TABLE "game_group_prices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"group_id" uuid,
	"price" integer NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "game_group_prices_price" CHECK ("game_group_prices"."price" between 0 and 1000000),
	CONSTRAINT "game_group_prices_current_group" CHECK ("game_group_prices"."group_id" is not null or "game_group_prices"."replaced_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "has_group_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "owned_games" ADD COLUMN "group_price_id" uuid;--> statement-breakpoint
ALTER TABLE "game_group_prices" ADD CONSTRAINT "game_group_prices_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_group_prices" ADD CONSTRAINT "game_group_prices_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_group_prices" ADD CONSTRAINT "game_group_prices_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "game_group_prices_current" ON "game_group_prices" USING btree ("game_id","group_id") WHERE "game_group_prices"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "game_group_prices_group" ON "game_group_prices" USING btree ("group_id");--> statement-breakpoint
ALTER TABLE "owned_games" ADD CONSTRAINT "owned_games_group_price_id_game_group_prices_id_fk" FOREIGN KEY ("group_price_id") REFERENCES "public"."game_group_prices"("id") ON DELETE no action ON UPDATE no action;