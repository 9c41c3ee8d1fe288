import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { listBlockedPeople } from '#domain/friends/blocks/list-blocked-people.ts';
import { friendListQuery } from '#shared/schemas/friends.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { socialPath } from '#web/paths/friends.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { FriendForm } from '../components/friend-form.tsx';
import { useFriendAction } from '../components/use-friend-action.ts';
import type { Route } from './+types/blocked-people';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Blocked players', matches);

export const handle = { failure: 'Failed to load blocked users.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { page } = parseInput(friendListQuery, url.searchParams);
    const list = await openPage(url, listBlockedPeople(ctx, { page }), { page });
    return { ...list, page };
  });
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The players whom the reader has blocked, each with a button to unblock. */
export default function Blocked({ loaderData }: Route.ComponentProps) {
  const { blocked, page, pages } = loaderData;
  return (
    <Page width="prose">
      <PageHeader
        title="Blocked players"
        intro="Whom you block cannot send you friend requests or messages, or comment on your profile. They are not told. You can block somebody on their profile."
        back={{ to: '/profile', label: 'Back to profile' }}
      />
      {blocked.length > 0 ? (
        <ul className="grid gap-3">
          {blocked.map((person) => (
            <BlockedRow key={person.username} person={person} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={ShieldCheck}
          action={<ButtonLink to={socialPath}>Find people</ButtonLink>}
        >
          You have blocked nobody.
        </EmptyState>
      )}
      <Pager page={page} pages={pages} label="Pages of blocked players" />
    </Page>
  );
}

interface BlockedRowProps {
  person: Route.ComponentProps['loaderData']['blocked'][number];
}

function BlockedRow({ person: { username, profilePic, since } }: BlockedRowProps) {
  const action = useFriendAction();
  return (
    <li className="panel flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <Avatar picture={profilePic} size={48} />
      <div className="grid min-w-0 flex-1 basis-40">
        <Link
          to={`/profile/${username}`}
          prefetch="intent"
          className="justify-self-start text-lg leading-tight font-semibold wrap-anywhere hover:text-link"
        >
          {username}
        </Link>
        <p className="text-sm text-muted">
          Blocked since <DateTime value={since} format="date" />
        </p>
      </div>
      <FriendForm
        username={username}
        intent="unblock"
        action={action}
        size="sm"
        variant="quiet"
        aria-label={`Unblock ${username}`}
      >
        Unblock
      </FriendForm>
    </li>
  );
}
