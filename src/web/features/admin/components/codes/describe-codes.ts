import type { ListedBatch, ListedCode } from '#domain/codes/list-codes.ts';
import type { CodeKind } from '#shared/constants/codes.ts';

export const codeKindNames: Record<CodeKind, string> = {
  money: 'Money',
  game: 'A game',
  card: 'A card',
  group: 'Membership in a group',
  invitation: 'An invitation to register',
};

export const codeStateTexts: Record<ListedCode['state'], string> = {
  open: 'Open',
  used: 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

type Gift = Pick<ListedBatch, 'kind' | 'amount' | 'game' | 'card' | 'group'>;

/** What each code of a batch gives. */
export function describeGift(
  { kind, amount, game, card, group }: Gift,
  formatMoney: (cents: number) => string,
): string {
  switch (kind) {
    case 'money':
      return formatMoney(amount ?? 0);
    case 'game':
      return game ?? '';
    case 'card':
      return `${card} (${game})`;
    case 'group':
      return group === null ? 'A group that was deleted' : `Group ${group}`;
    case 'invitation':
      return 'Invitation';
  }
}
