import { MessageCircle } from 'lucide-react';
import { getProfilePage } from '#domain/profiles/get-profile-page.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { profileQuery } from '#shared/schemas/profiles.ts';
import { loadProfileComments, runCommentAction } from '#web/features/comments/public.server.ts';
import { ProfileComments } from '#web/features/comments/public.ts';
import { FriendButton, FriendMenu } from '#web/features/friends/public.ts';
import { ModerateLink, ReportLink } from '#web/features/moderation/public.ts';
import { TradeLink } from '#web/features/trades/public.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { usePartsOff, useViewer } from '#web/lib/root-data.ts';
import { getSiteName, noIndexHead, pageHead } from '#web/lib/seo/page-head.ts';
import { chatPath } from '#web/paths/chat.ts';
import { ProfileError } from '#web/ui/accounts/profile-error.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { ProfileHeader } from '../components/profile-header.tsx';
import { ProfileLevel } from '../components/profile-level.tsx';
import { ProfileShowcase } from '../components/profile-showcase.tsx';
import { ProfileStats } from '../components/profile-stats.tsx';
import type { Route } from './+types/profile';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return noIndexHead('Profile', matches);
  const { username, description } = loaderData.profile;
  return pageHead(matches, {
    title: username,
    description: description || `${username} plays and collects cards at ${getSiteName(matches)}.`,
    path: `/profile/${username}`,
    kind: 'profile',
    // Search engines list only players who agreed to that.
    index: loaderData.profile.isInSearchEngines,
  });
};

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const { as } = parseInput(profileQuery, url.searchParams);
    const page = await getProfilePage(ctx, args.params.username, as);
    const { relation, restriction, showcase, chosen, style, progress, badges } = page;
    const { id, ...profile } = page.profile;
    const isOwn = id === ctx.actor?.id;
    if (isOwn && !as) throw redirect('/profile');
    const comments = await loadProfileComments(ctx, url, { profileId: id, restriction });
    const preview = isOwn && as ? as : null;
    return { preview, profile, showcase, relation, comments, chosen, style, progress, badges };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runCommentAction(args, () => args.params.username);
}

export const clientAction = sendForm<typeof action>('comment-failed');

// After an error the page shows deleted comments and new blocks.
export const shouldRevalidate = revalidateUnlessServerError;

/** The public profile of another player, with comments, and friend actions for logged-in readers. */
export default function ProfileOf({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { profile, showcase, relation, comments } = loaderData;
  const { chosen, style, progress, badges, preview } = loaderData;
  const path = `/profile/${profile.username}`;
  const viewer = useViewer();
  const off = usePartsOff();
  useLiveRefresh('friends', 'status');
  return (
    <Page>
      {preview && (
        <Alert
          className="mb-8"
          action={
            <ButtonLink to="/settings/privacy" size="sm" variant="quiet">
              Back to settings
            </ButtonLink>
          }
        >
          This is your profile as {preview === 'friend' ? 'friends see' : 'everybody else sees'} it.
        </Alert>
      )}
      <ProfileHeader
        profile={profile}
        style={style}
        actions={
          preview ? undefined : (
            <>
              {viewer && relation.state === 'friends' && !off.chat && (
                <ButtonLink to={chatPath(viewer.username, profile.username)}>
                  <MessageCircle aria-hidden className="max-sm:hidden" />
                  Message
                </ButtonLink>
              )}
              {viewer && relation.state === 'friends' && <TradeLink username={profile.username} />}
              <FriendButton username={profile.username} relation={relation} />
              <FriendMenu username={profile.username} relation={relation} />
              <ReportLink
                kind="profile"
                thing={profile.username}
                author={profile.username}
                name="the profile"
                labelled
              />
              <ModerateLink username={profile.username} />
            </>
          )
        }
      />
      {profile.isExample && profile.role !== 'guest' && (
        <Alert className="mb-8">
          This is an example player, invented when the site was set up. Nobody is behind it, so it
          does not answer.
        </Alert>
      )}
      {profile.suspended && (
        <Alert className="mb-8">This account is suspended. It cannot be reached for now.</Alert>
      )}
      <ProfileStats
        stats={[
          { label: 'Games', value: profile.games },
          {
            label: 'Inventory',
            value: profile.cards,
            ...(!preview && { to: `${path}/inventory` }),
          },
          {
            label: 'Friends',
            value: profile.friends,
            ...(!preview && { to: `${path}/friends` }),
          },
        ]}
      />
      <ProfileLevel progress={progress} badges={badges} />
      <ProfileShowcase cards={showcase} chosen={chosen} />
      <ProfileComments {...comments} path={path} owner={profile.username} answer={actionData} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError title="Profile" error={error} />;
}
