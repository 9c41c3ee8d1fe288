ALTER TABLE "games" ADD COLUMN "links" jsonb;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "age_rating" text;