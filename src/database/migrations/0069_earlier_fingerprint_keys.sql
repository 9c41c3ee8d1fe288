CREATE TABLE "earlier_fingerprint_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"encrypted" text NOT NULL,
	"encrypted_by" text NOT NULL,
	"kept_at" timestamp with time zone NOT NULL
);
