CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"full_width" integer NOT NULL,
	"full_height" integer NOT NULL,
	"full_bytes" integer NOT NULL,
	"full_hash" text NOT NULL,
	"thumbnail_width" integer NOT NULL,
	"thumbnail_height" integer NOT NULL,
	"thumbnail_bytes" integer NOT NULL,
	"thumbnail_hash" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"files_gone_at" timestamp with time zone,
	CONSTRAINT "pictures_caption_length" CHECK (char_length("pictures"."caption") <= 200),
	CONSTRAINT "pictures_hashes" CHECK (("pictures"."full_hash" || "pictures"."thumbnail_hash") ~ '^[0-9a-f]{128}$')
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"upload_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"received_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"refusal" text,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"part_bytes" integer,
	"publish" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_gallery" ON "pictures" USING btree ("published_at","id") WHERE "pictures"."published_at" is not null and "pictures"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "pictures_user" ON "pictures" USING btree ("user_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "pictures_unpublished" ON "pictures" USING btree ("uploaded_at") WHERE "pictures"."published_at" is null;--> statement-breakpoint
CREATE INDEX "pictures_removed" ON "pictures" USING btree ("removed_at") WHERE "pictures"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "upload_parts_upload" ON "upload_parts" USING btree ("upload_id","number");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("touched_at");