CREATE SEQUENCE "public"."pictures_micro" INCREMENT BY 1 MINVALUE 0 MAXVALUE 999 START WITH 0 CACHE 1 CYCLE;--> statement-breakpoint
ALTER TABLE "pictures" DROP CONSTRAINT "pictures_hashes";--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "full_bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "full_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "thumbnail_bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "thumbnail_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "uploaded_micro" smallint DEFAULT nextval('pictures_micro') NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_moment" ON "pictures" USING btree ("uploaded_at","uploaded_micro");--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_hashes" CHECK (case num_nulls("pictures"."full_bytes", "pictures"."full_hash", "pictures"."thumbnail_bytes",
        "pictures"."thumbnail_hash") when 0 then ("pictures"."full_hash" || "pictures"."thumbnail_hash") ~ '^[0-9a-f]{128}$'
        when 4 then true else false end);