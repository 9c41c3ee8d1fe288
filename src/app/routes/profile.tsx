import { randomUUID } from 'node:crypto';
import { Gift, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { loadGuarded } from '#app/door.ts';
import { screenHead } from '#app/page-head.ts';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import { getProfile, listShowcase } from '#domain/profiles/get-profile.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { AddMoneyForm } from '../components/money/add-money-form.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { ProfileHeader } from '../components/profile/profile-header.tsx';
import { ProfileStats } from '../components/profile/profile-stats.tsx';
import { Showcase } from '../components/profile/showcase.tsx';
import type { Route } from './+types/profile';

export const meta: Route.MetaFunction = () => screenHead('Your profile');

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor) => {
    const [{ id: _id, ...profile }, showcase] = await Promise.all([
      getProfile(ctx, actor.username),
      listShowcase(ctx, actor.id),
    ]);
    return {
      profile,
      showcase,
      balance: actor.balance,
      canAddMoney: canTopUp(actor),
      key: randomUUID(),
    };
  });
}

/** The own profile. */
export default function Profile({ loaderData }: Route.ComponentProps) {
  const { profile, showcase, balance, canAddMoney, key } = loaderData;
  const [adding, setAdding] = useState(false);
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
            <ButtonLink to="/daily-reward" variant="quiet">
              <Gift aria-hidden />
              Daily reward
            </ButtonLink>
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
        ]}
      />
      <Showcase cards={showcase} />
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add Money">
        <AddMoneyForm formKey={key} balance={balance} onDone={() => setAdding(false)} />
      </Dialog>
    </Page>
  );
}
