CREATE TABLE "game_search" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"ratings_count" integer NOT NULL,
	"genres" text[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "games_name_trgm";--> statement-breakpoint
DROP INDEX "games_genres";--> statement-breakpoint
DROP INDEX "games_popular";--> statement-breakpoint
ALTER TABLE "game_search" ADD CONSTRAINT "game_search_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_search_trgm" ON "game_search" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "game_search_words" ON "game_search" USING hash ("words");--> statement-breakpoint
CREATE INDEX "game_search_genres" ON "game_search" USING gin ("genres");--> statement-breakpoint
CREATE INDEX "game_search_popular" ON "game_search" USING btree ("ratings_count" desc,"game_id");--> statement-breakpoint
CREATE INDEX "games_name" ON "games" USING hash (lower("name"));