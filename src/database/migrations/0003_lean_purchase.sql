ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_user_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "owned_games_game";--> statement-breakpoint
DROP INDEX "ledger_entries_transfer";--> statement-breakpoint
DROP INDEX "idempotency_keys_created";--> statement-breakpoint
DROP INDEX "ledger_entries_wallet";--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_wallet" ON "ledger_entries" USING btree ("wallet_id","id") WHERE "ledger_entries"."wallet_id" is not null;