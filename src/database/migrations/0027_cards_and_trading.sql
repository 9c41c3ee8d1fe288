CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text,
	"level" integer,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_draws" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text NOT NULL,
	"card_id" uuid NOT NULL,
	"odds" integer NOT NULL,
	"legendary_odds" integer NOT NULL,
	"cards_before" integer NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_draws_odds" CHECK ("card_draws"."odds" between 1 and 1000000),
	CONSTRAINT "card_draws_legendary_odds" CHECK ("card_draws"."legendary_odds" between 0 and 1000000),
	CONSTRAINT "card_draws_cards_before" CHECK ("card_draws"."cards_before" >= 0)
);
--> statement-breakpoint
CREATE TABLE "game_progress" (
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"played_ms" bigint DEFAULT 0 NOT NULL,
	"last_played_at" timestamp with time zone,
	"cards_since_legendary" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "game_progress_pkey" PRIMARY KEY("user_id","game_id"),
	CONSTRAINT "game_progress_played" CHECK ("game_progress"."played_ms" >= 0),
	CONSTRAINT "game_progress_cards" CHECK ("game_progress"."cards_since_legendary" >= 0)
);
--> statement-breakpoint
CREATE TABLE "badge_crafts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"level" integer NOT NULL,
	"experience" integer NOT NULL,
	"crafted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "badge_crafts_range" CHECK ("badge_crafts"."level" between 1 and 5),
	CONSTRAINT "badge_crafts_experience" CHECK ("badge_crafts"."experience" > 0)
);
--> statement-breakpoint
CREATE TABLE "collector_totals" (
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"experience" bigint DEFAULT 0 NOT NULL,
	"completed_sets" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "collector_totals_pkey" PRIMARY KEY("user_id","month"),
	CONSTRAINT "collector_totals_experience" CHECK ("collector_totals"."experience" >= 0),
	CONSTRAINT "collector_totals_sets" CHECK ("collector_totals"."completed_sets" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recyclings" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"from_rarity" text NOT NULL,
	"to_rarity" text NOT NULL,
	"recycled_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_completions" (
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_completions_pkey" PRIMARY KEY("user_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "showcase_items" (
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text,
	CONSTRAINT "showcase_items_pkey" PRIMARY KEY("user_id","position"),
	CONSTRAINT "showcase_items_position" CHECK ("showcase_items"."position" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "market_card_days" (
	"game_id" integer NOT NULL,
	"kind_id" text NOT NULL,
	"day" text NOT NULL,
	"sales" integer NOT NULL,
	"amount" bigint NOT NULL,
	"counted" integer NOT NULL,
	"median" bigint,
	"low" bigint,
	"high" bigint,
	CONSTRAINT "market_card_days_pkey" PRIMARY KEY("game_id","kind_id","day")
);
--> statement-breakpoint
CREATE TABLE "market_orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"buyer_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"remaining" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"transfer_id" uuid NOT NULL,
	"return_transfer_id" uuid,
	"placed_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "market_orders_price" CHECK ("market_orders"."price" between 1 and 1000000),
	CONSTRAINT "market_orders_quantity" CHECK ("market_orders"."quantity" between 1 and 20),
	CONSTRAINT "market_orders_remaining" CHECK ("market_orders"."remaining" between 0 and "market_orders"."quantity"),
	CONSTRAINT "market_orders_state" CHECK (case "market_orders"."state"
        when 'open' then "market_orders"."remaining" > 0 and "market_orders"."closed_at" is null
        when 'filled' then "market_orders"."remaining" = 0 and "market_orders"."closed_at" is not null
        else "market_orders"."remaining" > 0 and "market_orders"."closed_at" is not null end),
	CONSTRAINT "market_orders_return" CHECK (("market_orders"."return_transfer_id" is not null) = ("market_orders"."state" in ('cancelled', 'expired')))
);
--> statement-breakpoint
CREATE TABLE "market_searches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_pair_days" (
	"low_id" uuid NOT NULL,
	"high_id" uuid NOT NULL,
	"day" text NOT NULL,
	"trades" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "trading_pair_days_pkey" PRIMARY KEY("low_id","high_id","day"),
	CONSTRAINT "trading_pair_days_order" CHECK ("trading_pair_days"."low_id" < "trading_pair_days"."high_id"),
	CONSTRAINT "trading_pair_days_trades" CHECK ("trading_pair_days"."trades" <= 20),
	CONSTRAINT "trading_pair_days_amount" CHECK ("trading_pair_days"."amount" <= 50000)
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_named_in_sales" boolean DEFAULT true NOT NULL,
	"is_in_leaderboards" boolean DEFAULT true NOT NULL,
	"market_view" text DEFAULT 'items' NOT NULL,
	"has_sound" boolean DEFAULT false NOT NULL,
	"profile_frame" text,
	"profile_color" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_offer_cards" (
	"offer_id" uuid NOT NULL,
	"side" text NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text NOT NULL,
	"copies" integer NOT NULL,
	CONSTRAINT "trade_offer_cards_pkey" PRIMARY KEY("offer_id","side","game_id","kind_id"),
	CONSTRAINT "trade_offer_cards_copies" CHECK ("trade_offer_cards"."copies" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "trade_offers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"counter_of" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"given_value" bigint,
	"received_value" bigint,
	CONSTRAINT "trade_offers_two_people" CHECK ("trade_offers"."sender_id" <> "trade_offers"."recipient_id"),
	CONSTRAINT "trade_offers_closed" CHECK (("trade_offers"."state" = 'open') = ("trade_offers"."closed_at" is null)),
	CONSTRAINT "trade_offers_values" CHECK (num_nonnulls("trade_offers"."given_value", "trade_offers"."received_value") =
        case when "trade_offers"."state" = 'accepted' then 2 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "traded_cards" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"offer_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"traded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "traded_cards_two_people" CHECK ("traded_cards"."from_id" <> "traded_cards"."to_id")
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"kind_id" text DEFAULT '' NOT NULL,
	"alert_price" bigint,
	"alerted_price" bigint,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_items_pkey" PRIMARY KEY("user_id","game_id","kind_id"),
	CONSTRAINT "wishlist_items_alert" CHECK ("wishlist_items"."alert_price" between 1 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "wallets" DROP CONSTRAINT "wallets_balance_limit";--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "recycling_id" uuid;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "consumed_by" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "trade_offer_id" uuid;--> statement-breakpoint
ALTER TABLE "market_sales" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "set_aside" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_draws" ADD CONSTRAINT "card_draws_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_progress" ADD CONSTRAINT "game_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "badge_crafts" ADD CONSTRAINT "badge_crafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collector_totals" ADD CONSTRAINT "collector_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recyclings" ADD CONSTRAINT "recyclings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_completions" ADD CONSTRAINT "set_completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase_items" ADD CONSTRAINT "showcase_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_orders" ADD CONSTRAINT "market_orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_searches" ADD CONSTRAINT "market_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_offer_cards" ADD CONSTRAINT "trade_offer_cards_offer_id_trade_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."trade_offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_offers" ADD CONSTRAINT "trade_offers_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_offers" ADD CONSTRAINT "trade_offers_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traded_cards" ADD CONSTRAINT "traded_cards_offer_id_trade_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."trade_offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traded_cards" ADD CONSTRAINT "traded_cards_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_user" ON "activity" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_draws_card" ON "card_draws" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "card_draws_user" ON "card_draws" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "badge_crafts_level" ON "badge_crafts" USING btree ("user_id","game_id","level");--> statement-breakpoint
CREATE INDEX "collector_totals_by_experience" ON "collector_totals" USING btree ("month","experience" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "collector_totals_by_sets" ON "collector_totals" USING btree ("month","completed_sets" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "recyclings_user" ON "recyclings" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "market_card_days_day" ON "market_card_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "market_orders_book" ON "market_orders" USING btree ("game_id","kind_id","price" DESC NULLS LAST,"id") WHERE "market_orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "market_orders_ends" ON "market_orders" USING btree ("ends_at") WHERE "market_orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "market_orders_buyer" ON "market_orders" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "market_orders_buyer_open" ON "market_orders" USING btree ("buyer_id") WHERE "market_orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "market_searches_user" ON "market_searches" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "trade_offers_counter" ON "trade_offers" USING btree ("counter_of") WHERE "trade_offers"."counter_of" is not null;--> statement-breakpoint
CREATE INDEX "trade_offers_sender" ON "trade_offers" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "trade_offers_recipient" ON "trade_offers" USING btree ("recipient_id","id");--> statement-breakpoint
CREATE INDEX "trade_offers_ends" ON "trade_offers" USING btree ("ends_at") WHERE "trade_offers"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "traded_cards_once" ON "traded_cards" USING btree ("offer_id","card_id");--> statement-breakpoint
CREATE INDEX "traded_cards_card" ON "traded_cards" USING btree ("card_id","id");--> statement-breakpoint
CREATE INDEX "wishlist_items_alerts" ON "wishlist_items" USING btree ("game_id","kind_id","alert_price") WHERE "wishlist_items"."alert_price" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cards_recycled" ON "cards" USING btree ("recycling_id") WHERE "cards"."recycling_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_consumed_by" ON "cards" USING btree ("consumed_by") WHERE "cards"."consumed_by" is not null;--> statement-breakpoint
CREATE INDEX "market_sales_order" ON "market_sales" USING btree ("order_id") WHERE "market_sales"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_recycling" CHECK (("cards"."origin" = 'recycled') = ("cards"."recycling_id" is not null));--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_consumed" CHECK (("cards"."consumed_by" is null or "cards"."state" in ('consumed', 'retired'))
        and ("cards"."consumed_by" is not null or "cards"."state" <> 'consumed'));--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_set_aside_not_negative" CHECK ("wallets"."set_aside" >= 0);--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_balance_limit" CHECK ("wallets"."balance" + "wallets"."set_aside" <= 10000000);