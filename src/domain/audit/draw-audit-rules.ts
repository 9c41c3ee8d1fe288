import { sql } from 'drizzle-orm';
import { cardDraws, cardKinds, cards, gameProgress, playSessions } from '#database/schema.ts';
import type { AuditRule } from './audit-rule.ts';

/**
 * The audit rules of drawn cards. They begin with the stored draws, because cards that were played before
 * draws were stored, or on a node of the version before, have none.
 */
export const drawRules: AuditRule[] = [
  {
    name: 'draws-have-cards',
    description: 'A draw has a card that its account played for, of the same kind and game.',
    broken: sql`select draw.id as draw_id, draw.card_id, draw.user_id
      from ${cardDraws} as draw
      left join ${cards} as card on card.id = draw.card_id
      left join ${playSessions} as session on session.id = card.play_session_id
      where card.id is null or card.origin <> 'played' or card.kind_id <> draw.kind_id
        or card.game_id <> draw.game_id or session.user_id is distinct from draw.user_id`,
  },
  {
    name: 'draws-count-to-the-legendary',
    description:
      'Each draw counts the draws of the game since the last legendary card, as the progress does.',
    broken: sql`with draw as (
        select draw.*, kind.rarity = 'legendary' as is_legendary,
          case when kind.rarity = 'legendary' then 0 else draw.cards_before + 1 end as cards_after
        from ${cardDraws} as draw join ${cardKinds} as kind on kind.id = draw.kind_id
      ),
      pair as (
        select *, lag(cards_after, 1, 0) over per_game as expected_before,
          lead(id) over per_game as next_id
        from draw window per_game as (partition by user_id, game_id order by id)
      )
      select draw.id as draw_id, progress.user_id, progress.game_id, draw.cards_before,
        draw.expected_before, progress.cards_since_legendary
      from pair as draw full join ${gameProgress} as progress
        on progress.user_id = draw.user_id and progress.game_id = draw.game_id
      where progress.user_id is null
        or draw.cards_before <> draw.expected_before
        or (draw.next_id is null
          and progress.cards_since_legendary <> coalesce(draw.cards_after, 0))`,
  },
  {
    name: 'certain-legendaries-are-drawn',
    description: 'A draw whose odds of a legendary card were one gave a legendary card.',
    broken: sql`select draw.id as draw_id, draw.user_id, draw.kind_id, draw.legendary_odds
      from ${cardDraws} as draw join ${cardKinds} as kind on kind.id = draw.kind_id
      where (draw.legendary_odds = 1000000 and kind.rarity <> 'legendary')
        or (draw.legendary_odds = 0 and kind.rarity = 'legendary')`,
  },
];
