CREATE TABLE "code_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint,
	"game_id" integer,
	"card_kind_id" text,
	"note" text NOT NULL,
	"account_max" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_batches_note" CHECK (char_length("code_batches"."note") <= 100),
	CONSTRAINT "code_batches_account_max" CHECK ("code_batches"."account_max" > 0),
	CONSTRAINT "code_batches_gives" CHECK (case "code_batches"."kind"
        when 'money' then "code_batches"."amount" > 0 and num_nonnulls("code_batches"."game_id", "code_batches"."card_kind_id") = 0
        when 'game' then "code_batches"."game_id" is not null and num_nonnulls("code_batches"."amount", "code_batches"."card_kind_id") = 0
        when 'card' then "code_batches"."game_id" is not null and "code_batches"."card_kind_id" is not null and "code_batches"."amount" is null
        else num_nonnulls("code_batches"."amount", "code_batches"."game_id", "code_batches"."card_kind_id") = 0 end)
);
--> statement-breakpoint
CREATE TABLE "code_days" (
	"day" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"uses" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_uses" (
	"batch_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"code_id" uuid NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"transfer_id" uuid,
	"card_id" uuid,
	CONSTRAINT "code_uses_batch_id_user_id_number_pk" PRIMARY KEY("batch_id","user_id","number"),
	CONSTRAINT "code_uses_number" CHECK ("code_uses"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"batch_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"start" text NOT NULL,
	"uses_max" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "codes_hash_unique" UNIQUE("hash"),
	CONSTRAINT "codes_uses" CHECK ("codes"."uses" between 0 and "codes"."uses_max")
);
--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_card_kind_id_card_kinds_id_fk" FOREIGN KEY ("card_kind_id") REFERENCES "public"."card_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_uses" ADD CONSTRAINT "code_uses_batch_id_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_uses" ADD CONSTRAINT "code_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_uses" ADD CONSTRAINT "code_uses_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_uses" ADD CONSTRAINT "code_uses_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_batch_id_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_batches_created" ON "code_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "code_uses_user" ON "code_uses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "code_uses_code" ON "code_uses" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "code_uses_transfer" ON "code_uses" USING btree ("transfer_id") WHERE "code_uses"."transfer_id" is not null;--> statement-breakpoint
CREATE INDEX "code_uses_card" ON "code_uses" USING btree ("card_id") WHERE "code_uses"."card_id" is not null;--> statement-breakpoint
CREATE INDEX "codes_batch" ON "codes" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "cards_redeemed" ON "cards" USING btree ("created_at") WHERE "cards"."origin" = 'redeemed';