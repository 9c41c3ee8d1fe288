-- Texts of before lose what turns the direction of the text around them, as new ones do when they are
-- written; one that would be empty stays.
UPDATE "users" SET "description" = translate("description", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "description" <> translate("description", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '');
--> statement-breakpoint
UPDATE "messages" SET "text" = translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "text" <> translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '') AND btrim(translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')) <> '';
--> statement-breakpoint
UPDATE "profile_comments" SET "text" = translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "text" <> translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '') AND btrim(translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')) <> '';
--> statement-breakpoint
UPDATE "discussions" SET "title" = translate("title", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "title" <> translate("title", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '') AND btrim(translate("title", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')) <> '';
--> statement-breakpoint
UPDATE "discussions" SET "content" = translate("content", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "content" <> translate("content", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '') AND btrim(translate("content", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')) <> '';
--> statement-breakpoint
UPDATE "discussions" SET "game" = translate("game", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "game" <> translate("game", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '');
--> statement-breakpoint
UPDATE "discussion_comments" SET "text" = translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "text" <> translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '') AND btrim(translate("text", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')) <> '';
--> statement-breakpoint
UPDATE "pictures" SET "caption" = translate("caption", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '')
WHERE "caption" <> translate("caption", U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069\200E\200F\061C', '');
