CREATE TABLE "download_files" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	CONSTRAINT "download_files_bytes" CHECK ("download_files"."bytes" > 0),
	CONSTRAINT "download_files_sha256" CHECK ("download_files"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "game_downloads" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"file_id" uuid NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "download_files" ADD CONSTRAINT "download_files_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_files" ADD CONSTRAINT "download_files_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_downloads" ADD CONSTRAINT "game_downloads_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_downloads" ADD CONSTRAINT "game_downloads_file_id_download_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."download_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "download_files_unused" ON "download_files" USING btree ("added_at") WHERE "download_files"."stored_at" is null or "download_files"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "game_downloads_game" ON "game_downloads" USING btree ("game_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "game_downloads_file" ON "game_downloads" USING btree ("file_id");