CREATE TABLE "game_key_periods" (
	"game_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "game_key_periods_game_id_since_pk" PRIMARY KEY("game_id","since")
);
--> statement-breakpoint
ALTER TABLE "game_key_periods" ADD CONSTRAINT "game_key_periods_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "game_key_periods_open" ON "game_key_periods" USING btree ("game_id") WHERE "game_key_periods"."until" is null;--> statement-breakpoint
INSERT INTO "game_key_periods" ("game_id", "since") SELECT "game_id", "keys_since" FROM "game_deliveries" WHERE "keys_since" IS NOT NULL;
