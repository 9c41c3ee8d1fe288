CREATE TABLE "card_set_version_kinds" (
	"game_id" integer NOT NULL,
	"version" integer NOT NULL,
	"kind_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "card_set_version_kinds_pkey" PRIMARY KEY("game_id","version","kind_id")
);
--> statement-breakpoint
CREATE TABLE "card_set_versions" (
	"game_id" integer NOT NULL,
	"version" integer NOT NULL,
	"other_cards" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_set_versions_pkey" PRIMARY KEY("game_id","version")
);
--> statement-breakpoint
ALTER TABLE "card_kinds" ADD COLUMN "is_current" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "card_kinds" ADD COLUMN "picture_id" uuid;--> statement-breakpoint
ALTER TABLE "card_set_version_kinds" ADD CONSTRAINT "card_set_version_kinds_kind_id_card_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."card_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_set_version_kinds" ADD CONSTRAINT "card_set_version_kinds_version" FOREIGN KEY ("game_id","version") REFERENCES "public"."card_set_versions"("game_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_set_versions" ADD CONSTRAINT "card_set_versions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_kinds" ADD CONSTRAINT "card_kinds_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A set is complete if the account holds the kinds of the newest version, or of an earlier one.
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
    and (not exists (
      select from card_kinds as kind
      where kind.is_current and kind.game_id is not distinct from
          (select own.game_id from card_kinds as own where own.game_id = gone.game_id limit 1)
        and not exists (
          select from cards as card
          where card.owner_id = gone.owner_id and card.game_id = gone.game_id
            and card.kind_id = kind.id and card.state = 'held')
        and not exists (
          select from before as card
          where card.owner_id = gone.owner_id and card.game_id = gone.game_id
            and card.kind_id = kind.id and card.state = 'held'))
    or exists (
      select from card_set_versions as earlier
      where earlier.game_id = gone.game_id and not exists (
        select from card_set_version_kinds as kind
        where kind.game_id = earlier.game_id and kind.version = earlier.version
          and not exists (
            select from cards as card
            where card.owner_id = gone.owner_id and card.game_id = gone.game_id
              and card.kind_id = kind.kind_id and card.state = 'held')
          and not exists (
            select from before as card
            where card.owner_id = gone.owner_id and card.game_id = gone.game_id
              and card.kind_id = kind.kind_id and card.state = 'held'))));
  insert into pending_set_checks (user_id, game_id)
  select distinct arrived.owner_id, arrived.game_id
  from arrived join before on before.id = arrived.id
  where arrived.state = 'held'
    and (before.state <> 'held' or before.owner_id <> arrived.owner_id);
  return null;
end $$;
