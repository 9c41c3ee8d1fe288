-- Tables have the names that the code and the documentation use. Constraints and indexes follow.
ALTER TABLE "mail_requests" RENAME TO "email_requests";--> statement-breakpoint
ALTER TABLE "app_users" RENAME TO "api_users";--> statement-breakpoint
ALTER TABLE "app_sessions" RENAME TO "api_sessions";--> statement-breakpoint
ALTER TABLE "api_sessions" RENAME COLUMN "app_user_id" TO "api_user_id";--> statement-breakpoint
ALTER TABLE "games_database_answers" RENAME TO "provider_answers";--> statement-breakpoint
ALTER TABLE "games_database_calls" RENAME TO "provider_calls";--> statement-breakpoint
ALTER TABLE "imports" RENAME TO "catalog_imports";--> statement-breakpoint
ALTER TABLE "market_items" RENAME TO "market_listings";--> statement-breakpoint
ALTER TABLE "notices" RENAME TO "notifications";--> statement-breakpoint
ALTER TABLE "muted_notices" RENAME TO "muted_notifications";--> statement-breakpoint
DO $$
DECLARE
	renamed record;
BEGIN
	FOR renamed IN
		SELECT c.conrelid::regclass AS relation, c.conname AS old_name, replace(c.conname, n.old_name, n.new_name) AS new_name
		FROM pg_constraint c
		JOIN (VALUES ('mail_requests', 'email_requests'), ('app_users', 'api_users'), ('app_sessions', 'api_sessions'), ('games_database_answers', 'provider_answers'), ('games_database_calls', 'provider_calls'), ('imports', 'catalog_imports'), ('market_items', 'market_listings'), ('notices', 'notifications'), ('muted_notices', 'muted_notifications')) n (old_name, new_name) ON c.conname LIKE replace(n.old_name, '_', '\_') || '\_%'
		WHERE c.connamespace = current_schema()::regnamespace
	LOOP
		EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', renamed.relation, renamed.old_name, renamed.new_name);
	END LOOP;
	FOR renamed IN
		SELECT i.relname AS old_name, replace(i.relname, n.old_name, n.new_name) AS new_name
		FROM pg_class i
		JOIN (VALUES ('mail_requests', 'email_requests'), ('app_users', 'api_users'), ('app_sessions', 'api_sessions'), ('games_database_answers', 'provider_answers'), ('games_database_calls', 'provider_calls'), ('imports', 'catalog_imports'), ('market_items', 'market_listings'), ('notices', 'notifications'), ('muted_notices', 'muted_notifications')) n (old_name, new_name) ON i.relname LIKE replace(n.old_name, '_', '\_') || '\_%'
		WHERE i.relnamespace = current_schema()::regnamespace AND i.relkind = 'i'
	LOOP
		EXECUTE format('ALTER INDEX %I RENAME TO %I', renamed.old_name, renamed.new_name);
	END LOOP;
END
$$;
