CREATE TABLE "undone_acts" (
	"act_id" uuid PRIMARY KEY NOT NULL,
	"undone_by" uuid NOT NULL,
	CONSTRAINT "undone_acts_undone_by" UNIQUE("undone_by")
);
--> statement-breakpoint
-- A foreign key that is added with its empty column needs no scan of the table.
ALTER TABLE "profile_comments" ADD COLUMN "hidden_cause" text;--> statement-breakpoint
ALTER TABLE "profile_comments" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile_comments" ADD COLUMN "hidden_log_id" uuid CONSTRAINT "profile_comments_hidden_log_id_moderation_log_id_fk" REFERENCES "public"."moderation_log"("id");--> statement-breakpoint
ALTER TABLE "discussion_comments" ADD COLUMN "hidden_cause" text;--> statement-breakpoint
ALTER TABLE "discussion_comments" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discussion_comments" ADD COLUMN "hidden_log_id" uuid CONSTRAINT "discussion_comments_hidden_log_id_moderation_log_id_fk" REFERENCES "public"."moderation_log"("id");--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "hidden_cause" text;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "hidden_log_id" uuid CONSTRAINT "discussions_hidden_log_id_moderation_log_id_fk" REFERENCES "public"."moderation_log"("id");--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "hidden_cause" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "hidden_log_id" uuid CONSTRAINT "pictures_hidden_log_id_moderation_log_id_fk" REFERENCES "public"."moderation_log"("id");--> statement-breakpoint
ALTER TABLE "undone_acts" ADD CONSTRAINT "undone_acts_act_id_moderation_log_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."moderation_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_acts" ADD CONSTRAINT "undone_acts_undone_by_moderation_log_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."moderation_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_comments_hidden" ON "profile_comments" USING btree ("profile_id","id") WHERE "profile_comments"."hidden_cause" is not null;--> statement-breakpoint
CREATE INDEX "discussion_comments_hidden" ON "discussion_comments" USING btree ("discussion_id","id") WHERE "discussion_comments"."hidden_cause" is not null;--> statement-breakpoint
CREATE INDEX "discussions_hidden" ON "discussions" USING btree ("id") WHERE "discussions"."hidden_cause" is not null;--> statement-breakpoint
CREATE INDEX "pictures_hidden" ON "pictures" USING btree ("id") WHERE "pictures"."hidden_cause" is not null;