ALTER TABLE "preferences" ADD COLUMN "inventory_visibility" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "games_visibility" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "friends_visibility" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "activity_visibility" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "presence_visibility" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "friend_requests_from" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "is_in_search_engines" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "preferences_hidden_presence" ON "preferences" USING btree ("user_id") WHERE "preferences"."presence_visibility" <> 'everybody';