CREATE TABLE "text_filters" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"pattern" text NOT NULL,
	"compared" text NOT NULL,
	"act" text,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "text_filters_compared" UNIQUE("kind","compared"),
	CONSTRAINT "text_filters_length" CHECK (char_length("text_filters"."pattern") <= 100 and char_length("text_filters"."compared") <= 130),
	CONSTRAINT "text_filters_act" CHECK (("text_filters"."act" is null) = ("text_filters"."kind" = 'allowed-host'))
);
--> statement-breakpoint
ALTER TABLE "report_cases" ADD COLUMN "found_by_filter" text;