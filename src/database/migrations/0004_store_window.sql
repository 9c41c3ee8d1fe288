CREATE TABLE "game_owners" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"owners" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "games_database_answers" (
	"question" text PRIMARY KEY NOT NULL,
	"answered_at" timestamp with time zone,
	"asking_until" timestamp with time zone,
	"game_ids" integer[] DEFAULT '{}' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"missing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "games_database_calls" (
	"month" date PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "game_search" ADD COLUMN "rated" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "game_search" ADD COLUMN "released" date;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "pictures" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "game_owners" ADD CONSTRAINT "game_owners_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_owners_most" ON "game_owners" USING btree ("owners" desc,"game_id");--> statement-breakpoint
CREATE INDEX "games_database_answers_age" ON "games_database_answers" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "game_search_rated" ON "game_search" USING btree ("rated" desc,"game_id");--> statement-breakpoint
CREATE INDEX "game_search_released" ON "game_search" USING btree ("released" desc nulls last,"game_id");--> statement-breakpoint
CREATE INDEX "game_search_name" ON "game_search" USING btree ("words","game_id");