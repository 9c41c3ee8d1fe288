ALTER TABLE "games" ADD COLUMN "drawn_cover" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "drawn_scene" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "drawn_pictures" text[] DEFAULT '{}' NOT NULL;