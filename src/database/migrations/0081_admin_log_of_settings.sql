-- The log of changes has those of settings too. Their ids have the time of the change, by which the log is ordered.
INSERT INTO "admin_log" ("id", "account_id", "act", "subject", "details", "at")
SELECT "id", "admin_id", 'change-setting', "key", jsonb_build_object(
    'key', "key",
    'before', CASE WHEN jsonb_typeof("before") = 'string' THEN to_jsonb(left("before" #>> '{}', 100)) ELSE "before" END,
    'after', CASE WHEN jsonb_typeof("after") = 'string' THEN to_jsonb(left("after" #>> '{}', 100)) ELSE "after" END
  ), "at"
FROM "site_setting_changes";
