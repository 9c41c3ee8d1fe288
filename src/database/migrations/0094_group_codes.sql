ALTER TABLE "code_batches" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_batches_group" ON "code_batches" USING btree ("group_id") WHERE "code_batches"."group_id" is not null;--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_leads" CHECK ("code_batches"."group_id" is null or "code_batches"."kind" = 'group');