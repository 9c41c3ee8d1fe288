import { MessageCircle } from 'lucide-react';
import { load } from '#app/door.ts';
import { formHeaders } from '#app/form-action.ts';
import { pageHead, screenHead } from '#app/page-head.ts';
import { actOnComments, readComments } from '#app/profile-comments.ts';
import { reachServer, rereadUnlessFailed } from '#app/reach-server.ts';
import { redirect } from '#app/redirect.ts';
import { countFriends } from '#domain/friends/count-friends.ts';
import { getRelation } from '#domain/friends/get-relation.ts';
import { getProfile, listShowcase } from '#domain/profiles/get-profile.ts';
import { ButtonLink } from '../components/button.tsx';
import { ProfileComments } from '../components/comments/profile-comments.tsx';
import { chatPath } from '../components/friends/friend-address.ts';
import { FriendButton } from '../components/friends/friend-button.tsx';
import { FriendMenu } from '../components/friends/friend-menu.tsx';
import { ModerateLink } from '../components/moderation/moderation-links.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { ProfileFailure } from '../components/profile/profile-failure.tsx';
import { ProfileHeader } from '../components/profile/profile-header.tsx';
import { ProfileStats } from '../components/profile/profile-stats.tsx';
import { Showcase } from '../components/profile/showcase.tsx';
import { useLiveRefresh } from '../components/use-live-refresh.ts';
import { useViewer } from '../components/viewer.ts';
import type { Route } from './+types/profile-of';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return screenHead('Profile');
  const { username, description } = loaderData.profile;
  return pageHead(matches, {
    title: username,
    description: description || `${username} plays and collects cards at Guildhall.`,
    path: `/profile/${username}`,
    kind: 'profile',
    // Nobody who plays here has asked to be found from outside.
    index: false,
  });
};

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const { id, ...profile } = await getProfile(ctx, args.params.username);
    if (id === ctx.actor?.id) throw redirect('/profile');
    const [showcase, friends, relation, comments] = await Promise.all([
      listShowcase(ctx, id),
      countFriends(ctx.db, id),
      getRelation(ctx, id),
      readComments(ctx, { ...profile, id }, url),
    ]);
    return { profile, showcase, friends, relation, comments };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnComments(args, () => args.params.username);
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'comment-failed');
}

// A comment that is gone, or a block in the meantime: the page shows it.
export const shouldRevalidate = rereadUnlessFailed;

/** Another player's profile, as everybody sees it; with comments, and friendship for who is logged in. */
export default function ProfileOf({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, showcase, friends, relation, comments } = loaderData;
  const path = `/profile/${profile.username}`;
  const viewer = useViewer();
  useLiveRefresh('friends', 'status');
  return (
    <Page>
      <ProfileHeader
        profile={profile}
        actions={
          <>
            {viewer && relation.state === 'friends' && (
              <ButtonLink to={chatPath(viewer.username, profile.username)}>
                <MessageCircle aria-hidden className="max-sm:hidden" />
                Message
              </ButtonLink>
            )}
            <FriendButton username={profile.username} relation={relation} />
            <FriendMenu username={profile.username} relation={relation} />
            <ModerateLink username={profile.username} />
          </>
        }
      />
      {profile.suspended && (
        <Notice className="mb-8">This account is suspended. It cannot be reached for now.</Notice>
      )}
      <ProfileStats
        stats={[
          { label: 'Games', value: profile.games },
          {
            label: 'Inventory',
            value: profile.cards,
            to: `${path}/inventory`,
          },
          { label: 'Friends', value: friends, to: `${path}/friends` },
        ]}
      />
      <Showcase cards={showcase} />
      <ProfileComments {...comments} path={path} owner={profile.username} answer={actionData} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFailure title="Profile" error={error} />;
}
