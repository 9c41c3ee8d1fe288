import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';

/** A notification as a mail tells of it. */
export interface MailedNotification {
  kind: NotificationKind;
  /** The name of the player who did it. */
  actor: string;
  thingName: string;
  count: number;
  amount: number | null;
}

/** What happened, as one line without links. The page of notifications has the same texts. */
export function describeNotification({
  kind,
  actor,
  thingName,
  count,
  amount,
}: MailedNotification): string {
  const thing = toOneLine(thingName);
  const sum = formatMoney(amount ?? 0);
  const isSeveral = count > 1;
  switch (kind) {
    case 'request-accepted':
      return `${actor} and you are friends now.`;
    case 'item-sold':
      return isSeveral
        ? `${actor} bought ${count} of your ${thing} for ${sum} in all.`
        : `${actor} bought your ${thing} for ${sum}.`;
    case 'group-request':
      return `${actor} asks to join "${thing}".`;
    case 'trade-offer':
      return `${actor} offers you a trade.`;
    case 'trade-accepted':
      return `${actor} accepted your trade offer.`;
    case 'trade-declined':
      return `${actor} declined your trade offer.`;
    case 'order-filled':
      return isSeveral
        ? `${actor} sold you ${count} of ${thing} for ${sum} in all, as you had ordered.`
        : `${actor} sold you ${thing} for ${sum}, as you had ordered.`;
    case 'profile-comment':
      return isSeveral
        ? `${actor} wrote ${count} comments on your profile.`
        : `${actor} commented on your profile.`;
    case 'discussion-comment':
      return isSeveral
        ? `${actor} wrote ${count} comments in "${thing}".`
        : `${actor} commented in "${thing}".`;
    case 'price-alert':
      return `${actor} sells ${thing} for the price of your alert or less.`;
    case 'moderation':
    case 'game-hidden':
    case 'group-membership':
      return thing;
    case 'report-closed':
      return `Your report was decided. ${thing}`;
  }
}

/** Titles are texts of players: they must not add lines to a mail. */
function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
