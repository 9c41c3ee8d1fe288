CREATE SEQUENCE "public"."own_company_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 2000000000 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."own_game_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 2000000000 CACHE 1;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "role_needed" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_role_needed_roles_slug_fk" FOREIGN KEY ("role_needed") REFERENCES "public"."roles"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "games_own_name" ON "games" USING btree (lower("name")) WHERE "games"."source" = 'own';--> statement-breakpoint
CREATE INDEX "games_own" ON "games" USING btree ("position","id") WHERE "games"."source" = 'own';