ALTER TABLE "groups" ADD COLUMN "age_limit" integer;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_age_limit" CHECK ("groups"."age_limit" between 0 and 99);