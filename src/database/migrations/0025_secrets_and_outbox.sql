CREATE TABLE "pending_notifications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"thing" text DEFAULT '' NOT NULL,
	"thing_name" text DEFAULT '' NOT NULL,
	"amount" bigint,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "secrets_value_unique" UNIQUE("value")
);
--> statement-breakpoint
ALTER TABLE "email_requests" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_requests" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "email_requests" ADD COLUMN "failed_at" timestamp with time zone;