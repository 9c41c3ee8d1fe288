CREATE TABLE "web_game_entries" (
	"file_id" uuid NOT NULL,
	"path" text NOT NULL,
	"start" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "web_game_entries_pkey" PRIMARY KEY("file_id","path"),
	CONSTRAINT "web_game_entries_place" CHECK ("web_game_entries"."start" >= 0 and "web_game_entries"."bytes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "game_deliveries" ADD COLUMN "web_game_file_id" uuid;--> statement-breakpoint
ALTER TABLE "web_game_entries" ADD CONSTRAINT "web_game_entries_file_id_download_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."download_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_deliveries" ADD CONSTRAINT "game_deliveries_web_game_file_id_download_files_id_fk" FOREIGN KEY ("web_game_file_id") REFERENCES "public"."download_files"("id") ON DELETE no action ON UPDATE no action;