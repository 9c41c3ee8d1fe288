ALTER TABLE "email_requests" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "requested_emails" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "last_error" text;