ALTER TABLE "users" ADD COLUMN "age_limit" integer;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "minimum_age" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "games_rated" ON "games" USING btree ("id","minimum_age") WHERE "games"."minimum_age" > 0;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_age_limit" CHECK ("users"."age_limit" between 0 and 99);--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_minimum_age" CHECK ("games"."minimum_age" between 0 and 99);