CREATE TABLE "admin_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "default_game_prices" (
	"price" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_prices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"price" integer,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "game_prices_price" CHECK ("game_prices"."price" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "game_sales" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"price" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_ended_early" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_sales_price" CHECK ("game_sales"."price" between 0 and 1000000),
	CONSTRAINT "game_sales_period" CHECK ("game_sales"."starts_at" < "game_sales"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "owned_games" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "owned_games" ADD COLUMN "price_id" uuid;--> statement-breakpoint
ALTER TABLE "owned_games" ADD COLUMN "sale_id" uuid;--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_prices" ADD CONSTRAINT "game_prices_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_prices" ADD CONSTRAINT "game_prices_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_sales" ADD CONSTRAINT "game_sales_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_sales" ADD CONSTRAINT "game_sales_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_log_subject" ON "admin_log" USING btree ("subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "game_prices_current" ON "game_prices" USING btree ("game_id") WHERE "game_prices"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "game_prices_game" ON "game_prices" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "game_sales_game" ON "game_sales" USING btree ("game_id","starts_at");--> statement-breakpoint
CREATE INDEX "game_sales_ends" ON "game_sales" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "owned_games" ADD CONSTRAINT "owned_games_price_id_game_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."game_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owned_games" ADD CONSTRAINT "owned_games_sale_id_game_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."game_sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_sales" ADD CONSTRAINT "game_sales_apart" EXCLUDE USING gist (int4range("game_id", "game_id", '[]') WITH &&, tstzrange("starts_at", "ends_at") WITH &&);--> statement-breakpoint
INSERT INTO "default_game_prices" ("price", "since") SELECT -"amount", min("created_at") FROM "ledger_entries" WHERE "kind" = 'game' AND "wallet_id" IS NOT NULL AND "amount" < 0 GROUP BY "amount";
