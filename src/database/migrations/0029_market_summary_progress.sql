CREATE TABLE "market_summary_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"sale_id" uuid,
	CONSTRAINT "market_summary_progress_one_row" CHECK ("market_summary_progress"."id" = 1)
);
