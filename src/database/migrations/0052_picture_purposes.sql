CREATE TABLE "picture_uses" (
	"picture_id" uuid NOT NULL,
	"used_by" text NOT NULL,
	CONSTRAINT "picture_uses_used_by_picture_id_pk" PRIMARY KEY("used_by","picture_id")
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "purpose" text DEFAULT 'gallery' NOT NULL;--> statement-breakpoint
ALTER TABLE "picture_uses" ADD CONSTRAINT "picture_uses_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_uses_picture" ON "picture_uses" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "pictures_site" ON "pictures" USING btree ("uploaded_at") WHERE "pictures"."purpose" = 'site';--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_posted_purpose" CHECK ("pictures"."purpose" = 'gallery' or "pictures"."published_at" is null);