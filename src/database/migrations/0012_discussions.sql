CREATE TABLE "discussion_comments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"discussion_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "discussion_comments_length" CHECK (char_length("discussion_comments"."text") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "discussion_search" (
	"discussion_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discussion_subscriptions" (
	"discussion_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"wanted" boolean NOT NULL,
	CONSTRAINT "discussion_subscriptions_pkey" PRIMARY KEY("discussion_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "discussion_tags" (
	"discussion_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"last_activity_at" timestamp with time zone NOT NULL,
	"comment_count" integer NOT NULL,
	CONSTRAINT "discussion_tags_pkey" PRIMARY KEY("discussion_id","tag")
);
--> statement-breakpoint
CREATE TABLE "discussions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"game" text DEFAULT '' NOT NULL,
	"game_id" integer,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"last_activity_at" timestamp with time zone NOT NULL,
	CONSTRAINT "discussions_activity" UNIQUE("last_activity_at","id","comment_count"),
	CONSTRAINT "discussions_title" CHECK (char_length("discussions"."title") between 1 and 120),
	CONSTRAINT "discussions_content" CHECK (char_length("discussions"."content") between 1 and 10000),
	CONSTRAINT "discussions_game" CHECK (char_length("discussions"."game") <= 100),
	CONSTRAINT "discussions_tags" CHECK ("discussions"."tags" <@ array['Action', 'Adventure', 'Shooter', 'Strategy', 'RPG', 'Indie', 'Puzzle', 'Platformer', 'Help', 'Discussion', 'Info']),
	CONSTRAINT "discussions_comments" CHECK ("discussions"."comment_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "discussion_comments" ADD CONSTRAINT "discussion_comments_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_comments" ADD CONSTRAINT "discussion_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_search" ADD CONSTRAINT "discussion_search_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_subscriptions" ADD CONSTRAINT "discussion_subscriptions_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_subscriptions" ADD CONSTRAINT "discussion_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_tags" ADD CONSTRAINT "discussion_tags_discussion" FOREIGN KEY ("last_activity_at","discussion_id","comment_count") REFERENCES "public"."discussions"("last_activity_at","id","comment_count") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discussion_comments_discussion" ON "discussion_comments" USING btree ("discussion_id","id");--> statement-breakpoint
CREATE INDEX "discussion_search_trgm" ON "discussion_search" USING gin ("words" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "discussion_tags_newest" ON "discussion_tags" USING btree ("tag","discussion_id");--> statement-breakpoint
CREATE INDEX "discussion_tags_activity" ON "discussion_tags" USING btree ("tag","last_activity_at","discussion_id");--> statement-breakpoint
CREATE INDEX "discussion_tags_comments" ON "discussion_tags" USING btree ("tag","comment_count","discussion_id");--> statement-breakpoint
CREATE INDEX "discussions_comment_count" ON "discussions" USING btree ("comment_count","id");--> statement-breakpoint
CREATE INDEX "discussions_of_game" ON "discussions" USING btree ("game_id","id");