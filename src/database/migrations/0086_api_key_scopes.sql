ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{read-own,write-own}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "all_scopes_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "noticed_at" timestamp with time zone;--> statement-breakpoint
-- Keys from before there were scopes keep the rights of their owners for 90 days.
UPDATE "api_keys" SET "all_scopes_until" = now() + interval '90 days';--> statement-breakpoint
CREATE INDEX "api_keys_to_mail" ON "api_keys" USING btree ("account_id") WHERE "api_keys"."all_scopes_until" is not null and "api_keys"."mailed_at" is null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes" CHECK (cardinality("api_keys"."scopes") > 0 and "api_keys"."scopes" <@ array['read-own', 'write-own', 'moderate', 'catalog', 'economy']);