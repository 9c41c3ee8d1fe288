ALTER TABLE "preferences" ADD COLUMN "theme" text;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "motion" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "text_size" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "date_format" text DEFAULT 'browser' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "clock" text DEFAULT 'browser' NOT NULL;