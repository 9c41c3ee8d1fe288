import { randomUUID } from 'node:crypto';
import { Ban, Bell, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { loadGuarded } from '#app/door.ts';
import { formHeaders } from '#app/form-action.ts';
import { screenHead } from '#app/page-head.ts';
import { actOnComments, readComments } from '#app/profile-comments.ts';
import { reachServer, rereadUnlessFailed } from '#app/reach-server.ts';
import { canTopUp, requireActor } from '#domain/accounts/require-actor.ts';
import { countFriends } from '#domain/friends/count-friends.ts';
import { getProfile, listShowcase } from '#domain/profiles/get-profile.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '../components/button.tsx';
import { ProfileComments } from '../components/comments/profile-comments.tsx';
import { CountBadge } from '../components/count-badge.tsx';
import { Dialog } from '../components/dialog.tsx';
import { FileServiceLink, ModerationLogLink } from '../components/moderation/moderation-links.tsx';
import { AddMoneyForm } from '../components/money/add-money-form.tsx';
import { DailyRewardCard } from '../components/money/daily-reward-card.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { ProfileHeader } from '../components/profile/profile-header.tsx';
import { ProfileStats } from '../components/profile/profile-stats.tsx';
import { Showcase } from '../components/profile/showcase.tsx';
import { useLiveRefresh } from '../components/use-live-refresh.ts';
import { useUnread } from '../components/use-unread.ts';
import type { Route } from './+types/profile';

export const meta: Route.MetaFunction = () => screenHead('Your profile');

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor, url) => {
    const [{ id: _id, ...profile }, showcase, friends, comments] = await Promise.all([
      getProfile(ctx, actor.username),
      listShowcase(ctx, actor.id),
      countFriends(ctx.db, actor.id),
      readComments(ctx, { id: actor.id, suspended: false }, url),
    ]);
    return {
      profile,
      showcase,
      friends,
      comments,
      balance: actor.balance,
      canAddMoney: canTopUp(actor),
      key: randomUUID(),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnComments(args, (ctx) => requireActor(ctx).username);
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'comment-failed');
}

export const shouldRevalidate = rereadUnlessFailed;

/** The own profile. */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, showcase, friends, comments, balance, canAddMoney, key } = loaderData;
  const [adding, setAdding] = useState(false);
  const unread = useUnread();
  // A comment is told of as a notice.
  useLiveRefresh('notices', 'friends');
  const guest = profile.role === 'guest';
  return (
    <Page>
      <ProfileHeader
        profile={profile}
        actions={
          <>
            {canAddMoney && (
              <ButtonLink
                to="/add-money"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  setAdding(true);
                }}
              >
                <Plus aria-hidden />
                Add Money
              </ButtonLink>
            )}
            <ButtonLink to="/profile/edit" variant="quiet">
              <Pencil aria-hidden />
              Edit Profile
            </ButtonLink>
            <ButtonLink to="/profile/notification" variant="quiet">
              <Bell aria-hidden />
              Notifications
              {unread.notices > 0 && <CountBadge count={unread.notices} />}
            </ButtonLink>
            {!guest && (
              <ButtonLink to="/profile/blocked" variant="ghost">
                <Ban aria-hidden />
                Blocked players
              </ButtonLink>
            )}
            <ModerationLogLink />
            <FileServiceLink />
          </>
        }
      />
      {guest && (
        <Notice
          className="mb-8"
          action={
            <ButtonLink to="/register" size="sm">
              Register account
            </ButtonLink>
          }
        >
          You are here as a guest. Register to keep your games and cards.
        </Notice>
      )}
      <ProfileStats
        stats={[
          { label: 'Money', value: formatMoney(balance), to: '/profile/wallet' },
          { label: 'Games', value: profile.games, to: '/library' },
          {
            label: 'Inventory',
            value: profile.cards,
            to: `/profile/${profile.username}/inventory`,
          },
          { label: 'Friends', value: friends, to: `/profile/${profile.username}/friends` },
        ]}
      />
      <DailyRewardCard className="mt-4" />
      <Showcase cards={showcase} />
      <ProfileComments {...comments} path="/profile" owner={null} answer={actionData} />
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add Money">
        <AddMoneyForm formKey={key} balance={balance} onDone={() => setAdding(false)} />
      </Dialog>
    </Page>
  );
}
