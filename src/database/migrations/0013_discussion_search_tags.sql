DROP INDEX "discussion_search_trgm";--> statement-breakpoint
ALTER TABLE "discussion_search" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "discussion_search" SET "tags" = "discussions"."tags" FROM "discussions" WHERE "discussions"."id" = "discussion_id";--> statement-breakpoint
CREATE INDEX "discussion_search_found" ON "discussion_search" USING gin ("words" gin_trgm_ops,"tags") WITH (fastupdate=false);