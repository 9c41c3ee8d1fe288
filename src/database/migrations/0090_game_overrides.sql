CREATE TABLE "game_earlier_names" (
	"name" text NOT NULL,
	"game_id" integer NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_earlier_names_name_game_id_pk" PRIMARY KEY("name","game_id")
);
--> statement-breakpoint
CREATE TABLE "game_overrides" (
	"game_id" integer NOT NULL,
	"field" text NOT NULL,
	"source_value" jsonb,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_overrides_game_id_field_pk" PRIMARY KEY("game_id","field")
);
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "overridden" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "game_earlier_names" ADD CONSTRAINT "game_earlier_names_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_overrides" ADD CONSTRAINT "game_overrides_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_overrides" ADD CONSTRAINT "game_overrides_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_earlier_names_game" ON "game_earlier_names" USING btree ("game_id");