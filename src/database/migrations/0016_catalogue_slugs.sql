CREATE INDEX "developers_slug" ON "developers" USING hash ("slug");--> statement-breakpoint
CREATE INDEX "games_slug" ON "games" USING hash ("slug");--> statement-breakpoint
CREATE INDEX "publishers_slug" ON "publishers" USING hash ("slug");