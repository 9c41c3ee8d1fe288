ALTER TABLE "discussion_subscriptions" ADD COLUMN "since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "discussion_comments_of_author" ON "discussion_comments" USING btree ("author_id","discussion_id","id");--> statement-breakpoint
CREATE INDEX "discussion_subscriptions_of_user" ON "discussion_subscriptions" USING btree ("user_id");--> statement-breakpoint
DELETE FROM "discussion_subscriptions" USING "users" WHERE "users"."id" = "user_id" AND "users"."role" = 'guest' AND "users"."last_seen_at" IS NULL;
