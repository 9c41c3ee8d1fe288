DROP INDEX "game_search_trgm";--> statement-breakpoint
CREATE INDEX "game_search_trgm" ON "game_search" USING gin ("words" gin_trgm_ops) WITH (fastupdate=false);