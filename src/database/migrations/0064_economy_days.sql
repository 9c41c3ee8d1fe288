CREATE TABLE "active_days" (
	"day" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "active_days_pkey" PRIMARY KEY("day","user_id")
);
--> statement-breakpoint
CREATE TABLE "card_days" (
	"day" text NOT NULL,
	"rarity" text NOT NULL,
	"drawn" integer NOT NULL,
	"granted" integer NOT NULL,
	"recycled" integer NOT NULL,
	"sold" integer NOT NULL,
	"traded" integer NOT NULL,
	"crafted" integer NOT NULL,
	"recycled_away" integer NOT NULL,
	"median" integer,
	CONSTRAINT "card_days_pkey" PRIMARY KEY("day","rarity")
);
--> statement-breakpoint
CREATE TABLE "economy_summary_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"summarized_at" timestamp with time zone,
	CONSTRAINT "economy_summary_progress_one_row" CHECK ("economy_summary_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "money_days" (
	"day" text NOT NULL,
	"kind" text NOT NULL,
	"system_account" text NOT NULL,
	"amount" bigint NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "money_days_pkey" PRIMARY KEY("day","kind","system_account")
);
--> statement-breakpoint
CREATE TABLE "player_counts" (
	"period" text PRIMARY KEY NOT NULL,
	"active" integer NOT NULL,
	"created" integer NOT NULL,
	CONSTRAINT "player_counts_created" CHECK ("player_counts"."created" between 0 and "player_counts"."active")
);
--> statement-breakpoint
ALTER TABLE "active_days" ADD CONSTRAINT "active_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "active_days_user" ON "active_days" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "card_draws_drawn" ON "card_draws" USING brin ("drawn_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "cards_granted" ON "cards" USING btree ("created_at") WHERE "cards"."origin" = 'granted';--> statement-breakpoint
CREATE INDEX "badge_crafts_crafted" ON "badge_crafts" USING brin ("crafted_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "recyclings_recycled" ON "recyclings" USING brin ("recycled_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "traded_cards_traded" ON "traded_cards" USING brin ("traded_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "ledger_entries_created" ON "ledger_entries" USING brin ("created_at") WITH (autosummarize=true);