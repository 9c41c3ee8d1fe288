CREATE TABLE "notification_channels" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notification_channels_pkey" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" integer,
	"quiet_to" integer,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"hour_started_at" timestamp with time zone,
	"mails_in_hour" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_settings_quiet_hours" CHECK (num_nonnulls("notification_settings"."quiet_from", "notification_settings"."quiet_to") in (0, 2)
        and "notification_settings"."quiet_from" between 0 and 1439 and "notification_settings"."quiet_to" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "notifications_to_mail" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"thing" text DEFAULT '' NOT NULL,
	"thing_name" text DEFAULT '' NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint,
	"at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"mail_id" uuid
);
--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_settings" FOREIGN KEY ("user_id") REFERENCES "public"."notification_settings"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_to_mail" ADD CONSTRAINT "notifications_to_mail_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_to_mail" ADD CONSTRAINT "notifications_to_mail_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_to_mail" ADD CONSTRAINT "notifications_to_mail_mail_id_notification_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."notification_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_mails_user" ON "notification_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_mails_waiting" ON "notification_mails" USING btree ("next_attempt_at") WHERE "notification_mails"."failed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_to_mail_waiting" ON "notifications_to_mail" USING btree ("user_id","kind","actor_id","thing") WHERE "notifications_to_mail"."mail_id" is null;--> statement-breakpoint
CREATE INDEX "notifications_to_mail_due" ON "notifications_to_mail" USING btree ("due_at") WHERE "notifications_to_mail"."mail_id" is null;--> statement-breakpoint
CREATE INDEX "notifications_to_mail_mail" ON "notifications_to_mail" USING btree ("mail_id");