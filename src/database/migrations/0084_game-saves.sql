CREATE TABLE "game_saves" (
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"revision" uuid NOT NULL,
	"data" text NOT NULL,
	"bytes" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_saves_pkey" PRIMARY KEY("user_id","game_id"),
	CONSTRAINT "game_saves_bytes" CHECK ("game_saves"."bytes" = octet_length("game_saves"."data") and "game_saves"."bytes" <= 1000000)
);
--> statement-breakpoint
ALTER TABLE "game_deliveries" ADD COLUMN "is_isolated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "game_saves" ADD CONSTRAINT "game_saves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_saves" ADD CONSTRAINT "game_saves_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;