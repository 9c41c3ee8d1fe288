CREATE TABLE "game_deliveries" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"keys_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "game_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"game_id" integer NOT NULL,
	"encrypted" text,
	"encrypted_by" text,
	"fingerprint" text NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"given_at" timestamp with time zone,
	CONSTRAINT "game_keys_given" CHECK (("game_keys"."user_id" is null) = ("game_keys"."given_at" is null)),
	CONSTRAINT "game_keys_encrypted" CHECK (("game_keys"."encrypted" is null) = ("game_keys"."encrypted_by" is null)
        and ("game_keys"."encrypted" is not null or "game_keys"."user_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "game_deliveries" ADD CONSTRAINT "game_deliveries_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_keys" ADD CONSTRAINT "game_keys_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_keys" ADD CONSTRAINT "game_keys_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_keys" ADD CONSTRAINT "game_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "game_keys_fingerprint" ON "game_keys" USING btree ("game_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "game_keys_buyer" ON "game_keys" USING btree ("user_id","game_id") WHERE "game_keys"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "game_keys_unused" ON "game_keys" USING btree ("game_id","id") WHERE "game_keys"."user_id" is null;