CREATE TABLE "market_first_days" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sold" bigint DEFAULT 0 NOT NULL,
	"bought" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "market_first_days_sold" CHECK ("market_first_days"."sold" <= 10000),
	CONSTRAINT "market_first_days_bought" CHECK ("market_first_days"."bought" <= 10000)
);
--> statement-breakpoint
CREATE TABLE "market_items" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"card_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"kind_id" text NOT NULL,
	"game_id" integer NOT NULL,
	"price" bigint NOT NULL,
	"card_state" text DEFAULT 'listed' NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "market_items_card_state" CHECK ("market_items"."card_state" = 'listed'),
	CONSTRAINT "market_items_price" CHECK ("market_items"."price" between 1 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "market_sales" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"item_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"kind_id" text NOT NULL,
	"game_id" integer NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"transfer_id" uuid NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	CONSTRAINT "market_sales_two_people" CHECK ("market_sales"."seller_id" <> "market_sales"."buyer_id"),
	CONSTRAINT "market_sales_fee" CHECK ("market_sales"."fee" >= 0 and "market_sales"."fee" < "market_sales"."price")
);
--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_escrow" UNIQUE("id","owner_id","state");--> statement-breakpoint
ALTER TABLE "market_first_days" ADD CONSTRAINT "market_first_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_items" ADD CONSTRAINT "market_items_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_items" ADD CONSTRAINT "market_items_card" FOREIGN KEY ("card_id","seller_id","card_state") REFERENCES "public"."cards"("id","owner_id","state") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_sales" ADD CONSTRAINT "market_sales_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_sales" ADD CONSTRAINT "market_sales_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_sales" ADD CONSTRAINT "market_sales_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "market_items_one_per_card" ON "market_items" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "market_items_seller" ON "market_items" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "market_items_kind" ON "market_items" USING btree ("kind_id","id");--> statement-breakpoint
CREATE INDEX "market_items_kind_price" ON "market_items" USING btree ("kind_id","price","id");--> statement-breakpoint
CREATE INDEX "market_items_game" ON "market_items" USING btree ("game_id","kind_id","price","id");--> statement-breakpoint
CREATE INDEX "market_items_price" ON "market_items" USING btree ("price","id");--> statement-breakpoint
CREATE UNIQUE INDEX "market_sales_item" ON "market_sales" USING btree ("item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "market_sales_transfer" ON "market_sales" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "market_sales_kind" ON "market_sales" USING btree ("kind_id","sold_at");