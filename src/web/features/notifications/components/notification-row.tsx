import { type LucideIcon, MessageSquareText, Tag, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { NotificationKind } from '#shared/constants/notification-kinds.ts';
import { readCardThing } from '#shared/format/card-subject.ts';
import { formatMoney } from '#shared/format/money.ts';
import { latestPath } from '#web/features/discussions/components/discussion-address.ts';
import { cardPath } from '#web/features/market/components/market-address.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

/** What happened, as its reader sees it. */
export interface ShownNotification {
  id: string;
  kind: NotificationKind;
  actor: { username: string; profilePic: string };
  /** What it was done to, and what that was called. */
  thing: string;
  thingName: string;
  /** How many times. */
  count: number;
  /** Cents, of all of them. */
  amount: number | null;
  at: Date;
}

const icons: Record<NotificationKind, LucideIcon> = {
  'request-accepted': UserCheck,
  'item-sold': Tag,
  'profile-comment': MessageSquareText,
  'discussion-comment': MessageSquareText,
};

interface NoticeRowProps {
  notice: ShownNotification;
  /** It was not read when this page was opened. */
  fresh: boolean;
  now: Date;
}

/** Who did what and when, with links to what it is about. */
export function NotificationRow({ notice, fresh, now }: NoticeRowProps) {
  const { kind, actor, at } = notice;
  const Icon = icons[kind];
  const profile = `/profile/${actor.username}`;
  return (
    <div
      className={`flex items-center gap-4 rounded-md px-4 py-3.5 shadow-lift sm:px-5 ${fresh ? 'bg-raised' : 'bg-surface'}`}
    >
      <Link to={profile} prefetch="intent" tabIndex={-1} aria-hidden className="relative shrink-0">
        <Avatar picture={actor.profilePic} size={44} />
        <span className="absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full bg-plinth text-muted ring-2 ring-surface">
          <Icon className="size-3.5" />
        </span>
      </Link>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="wrap-anywhere">
          {fresh && <span className="sr-only">Unread: </span>}
          <Link to={profile} prefetch="intent" className="font-semibold">
            {actor.username}
          </Link>{' '}
          {whatHappened(notice)}
        </p>
        <RelativeTime value={at} now={now} className="text-sm text-muted" />
      </div>
      {fresh && <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-accent" />}
    </div>
  );
}

function whatHappened({
  kind,
  actor,
  thing,
  thingName,
  count,
  amount,
}: ShownNotification): ReactNode {
  switch (kind) {
    case 'request-accepted':
      return 'accepted your friend request.';
    case 'item-sold': {
      const card = readCardThing(thing);
      return (
        <>
          bought {count > 1 ? `${count} of ` : ''}your{' '}
          <About to={card && cardPath(card.kindId, card.gameId)}>{thingName}</About> for{' '}
          <About to="/profile/wallet">{formatMoney(amount ?? 0)}</About>
          {count > 1 ? ' in all.' : '.'}
        </>
      );
    }
    case 'profile-comment':
      return (
        <>
          {count > 1 ? `wrote ${count} comments` : 'commented'} on{' '}
          <About to="/profile#comments">your profile</About>.
        </>
      );
    case 'discussion-comment':
      return (
        <>
          {count > 1 ? `wrote ${count} comments` : 'commented'} in{' '}
          <About to={latestPath(thing, actor.username)}>{thingName}</About>.
        </>
      );
  }
}

function About({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <Link to={to} prefetch="intent" className="font-medium text-link">
      {children}
    </Link>
  );
}
