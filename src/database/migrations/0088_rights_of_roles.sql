ALTER TABLE "roles" ADD COLUMN "rights" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
UPDATE "roles" SET "rights" = '{edit-catalog}' WHERE "slug" = 'catalog-editor';
