CREATE TABLE "audit_runs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"state" text NOT NULL,
	"requested_by" uuid,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"rules" integer,
	"violations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_runs" ADD CONSTRAINT "audit_runs_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_runs_open" ON "audit_runs" USING btree ((true)) WHERE "audit_runs"."state" in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "moderation_log_money" ON "moderation_log" USING btree ("id") WHERE "moderation_log"."act" in ('give-money', 'take-money');