CREATE TABLE "game_pictures" (
	"game_id" integer NOT NULL,
	"picture_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"alt_text" text NOT NULL,
	CONSTRAINT "game_pictures_game_id_position_pk" PRIMARY KEY("game_id","position")
);
--> statement-breakpoint
ALTER TABLE "game_pictures" ADD CONSTRAINT "game_pictures_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_pictures" ADD CONSTRAINT "game_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_pictures_picture" ON "game_pictures" USING btree ("picture_id");