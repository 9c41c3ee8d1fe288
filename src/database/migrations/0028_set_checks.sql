CREATE TABLE "pending_set_checks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"game_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "set_completions" ADD COLUMN "celebrated_at" timestamp with time zone;--> statement-breakpoint
CREATE FUNCTION note_arrived_cards() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into pending_set_checks (user_id, game_id)
  select distinct owner_id, game_id from arrived where state = 'held';
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION note_moved_cards() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into pending_set_checks (user_id, game_id)
  select distinct arrived.owner_id, arrived.game_id
  from arrived join before on before.id = arrived.id
  where arrived.state = 'held'
    and (before.state <> 'held' or before.owner_id <> arrived.owner_id);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER cards_arrived AFTER INSERT ON cards REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION note_arrived_cards();--> statement-breakpoint
CREATE TRIGGER cards_moved AFTER UPDATE ON cards REFERENCING OLD TABLE AS before NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION note_moved_cards();--> statement-breakpoint
-- Sets that were complete before this migration are found by the first run.
INSERT INTO pending_set_checks (user_id, game_id)
SELECT DISTINCT owner_id, game_id FROM cards WHERE state = 'held';
