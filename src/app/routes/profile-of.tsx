import { redirect } from 'react-router';
import { load } from '#app/door.ts';
import { pageHead, screenHead } from '#app/page-head.ts';
import { getProfile, listShowcase } from '#domain/profiles/get-profile.ts';
import { Page } from '../components/page.tsx';
import { ProfileFailure } from '../components/profile/profile-failure.tsx';
import { ProfileHeader } from '../components/profile/profile-header.tsx';
import { ProfileStats } from '../components/profile/profile-stats.tsx';
import { Showcase } from '../components/profile/showcase.tsx';
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

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx) => {
    const { id, ...profile } = await getProfile(ctx, args.params.username);
    if (id === ctx.actor?.id) throw redirect('/profile');
    return { profile, showcase: await listShowcase(ctx, id) };
  });
}

/** Another player's profile, as everybody sees it. */
export default function ProfileOf({ loaderData }: Route.ComponentProps) {
  const { profile, showcase } = loaderData;
  return (
    <Page>
      <ProfileHeader profile={profile} />
      <ProfileStats
        stats={[
          { label: 'Games', value: profile.games },
          {
            label: 'Inventory',
            value: profile.cards,
            to: `/profile/${profile.username}/inventory`,
          },
        ]}
      />
      <Showcase cards={showcase} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFailure title="Profile" error={error} />;
}
