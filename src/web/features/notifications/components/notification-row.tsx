import {
  ArrowLeftRight,
  BellRing,
  EyeOff,
  Flag,
  type LucideIcon,
  MessageSquareText,
  ShieldAlert,
  ShoppingBasket,
  Tag,
  UserCheck,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListedNotification } from '#domain/notifications/list-notifications.ts';
import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';
import { latestCommentPath } from '#web/paths/discussions.ts';
import { groupPath } from '#web/paths/groups.ts';
import { cardPath } from '#web/paths/market.ts';
import { tradeOfferPath } from '#web/paths/trades.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';

/**
 * Parses the card that a notification is about, as the statement of a sale writes it: `42:default-crown`.
 * Null if the subject is not a card.
 */
function parseNotifiedCard(subject: string): { kindId: string; gameId: number } | null {
  const [, gameId, kindId] = /^(\d{1,10}):(.+)$/.exec(subject) ?? [];
  return gameId && kindId ? { kindId, gameId: Number(gameId) } : null;
}

const icons: Record<NotificationKind, LucideIcon> = {
  'request-accepted': UserCheck,
  'item-sold': Tag,
  'trade-offer': ArrowLeftRight,
  'trade-accepted': ArrowLeftRight,
  'trade-declined': ArrowLeftRight,
  'order-filled': ShoppingBasket,
  'profile-comment': MessageSquareText,
  'discussion-comment': MessageSquareText,
  'price-alert': BellRing,
  moderation: ShieldAlert,
  'report-closed': Flag,
  'game-hidden': EyeOff,
  'group-request': UserPlus,
  'group-membership': UsersRound,
};

interface NotificationRowProps {
  notification: ListedNotification;
  /** Whether it was unread when this page was opened. */
  isNew: boolean;
  now: Date;
}

/** A notification: who did what and when, with links. */
export function NotificationRow({ notification, isNew, now }: NotificationRowProps) {
  const numbers = useNumbers();
  const { kind, actor, at } = notification;
  const Icon = icons[kind];
  const siteText = describeSiteEvent(notification);
  const profile = `/profile/${actor.username}`;
  return (
    <div
      className={`flex items-center gap-4 rounded-md px-4 py-3.5 shadow-lift sm:px-5 ${isNew ? 'bg-raised' : 'bg-surface'}`}
    >
      {siteText ? (
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-plinth text-muted"
        >
          <Icon className="size-5" />
        </span>
      ) : (
        <Link
          to={profile}
          prefetch="intent"
          tabIndex={-1}
          aria-hidden
          className="relative shrink-0"
        >
          <Avatar picture={actor.profilePic} size={44} />
          <span className="absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full bg-plinth text-muted ring-2 ring-surface">
            <Icon className="size-3.5" />
          </span>
        </Link>
      )}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="wrap-anywhere">
          {isNew && <span className="sr-only">Unread: </span>}
          {siteText ?? (
            <>
              <Link to={profile} prefetch="intent" className="font-semibold">
                {actor.username}
              </Link>{' '}
              {describeEvent(notification, numbers)}
            </>
          )}
        </p>
        <RelativeTime value={at} now={now} className="text-sm text-muted" />
      </div>
      {isNew && <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-accent" />}
    </div>
  );
}

/** The text of a notification that names no player; null for all others. */
function describeSiteEvent({ kind, thing, thingName }: ListedNotification): ReactNode {
  if (kind === 'moderation') {
    return (
      <>
        {thingName} <OptionalLink to="/settings/moderation">See why</OptionalLink>
      </>
    );
  }
  if (kind === 'game-hidden') return thingName;
  if (kind === 'group-membership') {
    return <OptionalLink to={thing ? groupPath(thing) : null}>{thingName}</OptionalLink>;
  }
  if (kind === 'report-closed') {
    return (
      <>
        Your <OptionalLink to="/settings/moderation">report</OptionalLink> was decided. {thingName}
      </>
    );
  }
  return null;
}

function describeEvent(
  { kind, actor, thing, thingName, count, amount }: ListedNotification,
  { formatMoney }: Numbers,
): ReactNode {
  switch (kind) {
    case 'request-accepted':
      return 'and you are friends now.';
    case 'item-sold': {
      const card = parseNotifiedCard(thing);
      return (
        <>
          bought {count > 1 ? `${count} of ` : ''}your{' '}
          <OptionalLink to={card && cardPath(card.kindId, card.gameId)}>{thingName}</OptionalLink>{' '}
          for <OptionalLink to="/profile/wallet">{formatMoney(amount ?? 0)}</OptionalLink>
          {count > 1 ? ' in all.' : '.'}
        </>
      );
    }
    case 'trade-offer':
      return (
        <>
          offers you <OptionalLink to={tradeOfferPath(thing)}>a trade</OptionalLink>.
        </>
      );
    case 'trade-accepted':
      return (
        <>
          accepted <OptionalLink to={tradeOfferPath(thing)}>your trade offer</OptionalLink>.
        </>
      );
    case 'trade-declined':
      return (
        <>
          declined <OptionalLink to={tradeOfferPath(thing)}>your trade offer</OptionalLink>.
        </>
      );
    case 'price-alert': {
      const card = parseNotifiedCard(thing);
      return (
        <>
          sells{' '}
          <OptionalLink to={card && cardPath(card.kindId, card.gameId)}>{thingName}</OptionalLink>{' '}
          for the price of your alert or less.
        </>
      );
    }
    case 'order-filled': {
      const card = parseNotifiedCard(thing);
      return (
        <>
          sold you {count > 1 ? `${count} of ` : ''}
          <OptionalLink to={card && cardPath(card.kindId, card.gameId)}>{thingName}</OptionalLink>{' '}
          for <OptionalLink to="/profile/wallet">{formatMoney(amount ?? 0)}</OptionalLink>
          {count > 1 ? ' in all, as you had ordered.' : ', as you had ordered.'}
        </>
      );
    }
    case 'profile-comment':
      return (
        <>
          {count > 1 ? `wrote ${count} comments` : 'commented'} on{' '}
          <OptionalLink to="/profile#comments">your profile</OptionalLink>.
        </>
      );
    case 'moderation':
    case 'report-closed':
    case 'game-hidden':
    case 'group-membership':
      return null;
    case 'group-request':
      return (
        <>
          asks to join <OptionalLink to={groupPath(thing)}>{thingName}</OptionalLink>.
        </>
      );
    case 'discussion-comment':
      return (
        <>
          {count > 1 ? `wrote ${count} comments` : 'commented'} in{' '}
          <OptionalLink to={latestCommentPath(thing, actor.username)}>{thingName}</OptionalLink>.
        </>
      );
  }
}

function OptionalLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <Link to={to} prefetch="intent" className="font-medium text-link">
      {children}
    </Link>
  );
}
