import { Ban, Bell, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { getCommentRestriction } from '#domain/comments/get-comment-restriction.ts';
import { canTopUp, requireActor } from '#domain/permissions/require-actor.ts';
import { getProfilePage } from '#domain/profiles/get-profile-page.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { loadProfileComments, runCommentAction } from '#web/features/comments/public.server.ts';
import { ProfileComments } from '#web/features/comments/public.ts';
import {
  FileServiceLink,
  ModerationLogLink,
  ReportsLink,
} from '#web/features/moderation/public.ts';
import { AddMoneyForm, DailyRewardCard } from '#web/features/wallet/public.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { useUnreadCounts } from '#web/lib/use-unread-counts.ts';
import { ProfileError } from '#web/ui/accounts/profile-error.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Page } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { ProfileHeader } from '../components/profile-header.tsx';
import { ProfileLevel } from '../components/profile-level.tsx';
import { ProfileShowcase } from '../components/profile-showcase.tsx';
import { ProfileStats } from '../components/profile-stats.tsx';
import type { Route } from './+types/own-profile';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your profile', matches);

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const restriction = getCommentRestriction(actor, {
      id: actor.id,
      suspended: false,
      blocksActor: false,
    });
    const [page, comments, rules] = await Promise.all([
      getProfilePage(ctx, actor.username),
      loadProfileComments(ctx, url, { profileId: actor.id, restriction }),
      getRules(ctx),
    ]);
    const { showcase, chosen, style, progress, badges } = page;
    const { id: _id, ...profile } = page.profile;
    return {
      profile,
      showcase,
      chosen,
      style,
      progress,
      badges,
      comments,
      balance: actor.balance,
      canAddMoney: canTopUp(actor),
      topUpSingleCents: rules.topUpSingleCents,
      key: createFormKey(ctx),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runCommentAction(args, (ctx) => requireActor(ctx).username);
}

export const clientAction = sendForm<typeof action>('comment-failed');

export const shouldRevalidate = revalidateUnlessServerError;

/** The actor's own profile. */
export default function Profile({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const { formatMoney } = useNumbers();
  const actionData = useLastActionData(latestData);
  const { chosen, style, progress, badges } = loaderData;
  const { profile, showcase, comments, balance, canAddMoney, key } = loaderData;
  const [adding, setAdding] = useState(false);
  const unread = useUnreadCounts();
  // A new comment arrives as a notification.
  useLiveRefresh('notices', 'friends');
  const guest = profile.role === 'guest';
  return (
    <Page>
      <ProfileHeader
        profile={profile}
        style={style}
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
            <ReportsLink />
            <FileServiceLink />
          </>
        }
      />
      {guest && (
        <Alert
          className="mb-8"
          action={<RegisterButton size="sm">Register account</RegisterButton>}
        >
          You are here as a guest. Register to keep your games and cards.
        </Alert>
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
          { label: 'Friends', value: profile.friends, to: `/profile/${profile.username}/friends` },
        ]}
      />
      <DailyRewardCard className="mt-4" />
      <ProfileLevel own progress={progress} badges={badges} />
      <ProfileShowcase cards={showcase} chosen={chosen} />
      <ProfileComments {...comments} path="/profile" owner={null} answer={actionData} />
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add Money">
        <AddMoneyForm
          formKey={key}
          balance={balance}
          maxCents={loaderData.topUpSingleCents}
          onDone={() => setAdding(false)}
        />
      </Dialog>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError title="Your profile" error={error} />;
}
