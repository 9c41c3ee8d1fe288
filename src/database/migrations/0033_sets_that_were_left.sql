ALTER TABLE "pending_set_checks" ADD COLUMN "complete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "pending_set_checks_user" ON "pending_set_checks" USING btree ("user_id","game_id");--> statement-breakpoint
-- A card that leaves an account before the check of its arrival: was the set complete until this statement?
CREATE OR REPLACE FUNCTION note_moved_cards() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into pending_set_checks (user_id, game_id, complete)
  select gone.owner_id, gone.game_id, true
  from (
    select distinct before.owner_id, before.game_id
    from before join arrived on arrived.id = before.id
    where before.state = 'held'
      and (arrived.state <> 'held' or arrived.owner_id <> before.owner_id)
  ) as gone
  where exists (select from pending_set_checks as pending
      where pending.user_id = gone.owner_id and pending.game_id = gone.game_id)
    and not exists (
      select from card_kinds as kind
      where kind.game_id is not distinct from
          (select own.game_id from card_kinds as own where own.game_id = gone.game_id limit 1)
        and not exists (
          select from cards as card
          where card.owner_id = gone.owner_id and card.game_id = gone.game_id
            and card.kind_id = kind.id and card.state = 'held')
        and not exists (
          select from before as card
          where card.owner_id = gone.owner_id and card.game_id = gone.game_id
            and card.kind_id = kind.id and card.state = 'held'));
  insert into pending_set_checks (user_id, game_id)
  select distinct arrived.owner_id, arrived.game_id
  from arrived join before on before.id = arrived.id
  where arrived.state = 'held'
    and (before.state <> 'held' or before.owner_id <> arrived.owner_id);
  return null;
end $$;--> statement-breakpoint
-- Sets from which badges were crafted before their check.
INSERT INTO pending_set_checks (user_id, game_id, complete)
SELECT DISTINCT craft.user_id, craft.game_id, true FROM badge_crafts AS craft
WHERE NOT EXISTS (SELECT FROM set_completions AS completion
	WHERE completion.user_id = craft.user_id AND completion.game_id = craft.game_id);
