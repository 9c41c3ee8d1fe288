CREATE TABLE "game_groups" (
	"game_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	CONSTRAINT "game_groups_game_id_group_id_pk" PRIMARY KEY("game_id","group_id")
);
--> statement-breakpoint
DROP INDEX "games_rated";--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "is_for_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "game_groups" ADD CONSTRAINT "game_groups_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_groups" ADD CONSTRAINT "game_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_groups_group" ON "game_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "games_limited" ON "games" USING btree ("id","minimum_age","is_for_groups") WHERE ("games"."minimum_age" > 0 or "games"."is_for_groups");