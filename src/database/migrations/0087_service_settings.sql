CREATE TABLE "service_settings" (
	"service" text PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"secret" text NOT NULL,
	"key_id" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
