CREATE TABLE "example_community" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "example_community_one" CHECK ("example_community"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_example" boolean DEFAULT false NOT NULL;