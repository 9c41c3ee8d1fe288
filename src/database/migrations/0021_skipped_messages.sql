ALTER TABLE "conversations" ADD COLUMN "low_skipped" "int4multirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "high_skipped" "int4multirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_skipped" CHECK (coalesce(upper("conversations"."low_skipped") <= "conversations"."low_read", true)
        and coalesce(upper("conversations"."high_skipped") <= "conversations"."high_read", true));