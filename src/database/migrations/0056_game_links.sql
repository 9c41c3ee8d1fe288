ALTER TABLE "game_deliveries" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "game_deliveries" ADD COLUMN "play_url" text;