import { Layers } from 'lucide-react';
import { useEffect } from 'react';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import { load, parse } from '#app/door.ts';
import { pageHead, screenHead } from '#app/page-head.ts';
import { pagePath } from '#app/page-path.ts';
import { listInventory } from '#domain/cards/list-inventory.ts';
import { getProfile } from '#domain/profiles/get-profile.ts';
import { inventoryQuery } from '#shared/inputs/profile.ts';
import { inventory } from '#shared/limits.ts';
import { ButtonLink } from '../components/button.tsx';
import { StackDetail } from '../components/cards/stack-detail.tsx';
import { StackGrid, stackId } from '../components/cards/stack-grid.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { ProfileFailure } from '../components/profile/profile-failure.tsx';
import { useMediaQuery } from '../components/use-media-query.ts';
import type { Route } from './+types/inventory';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return screenHead('Inventory');
  const { own, username, copies } = loaderData;
  if (own) return screenHead('Your inventory');
  return pageHead(matches, {
    title: `${username}’s inventory`,
    description: `The cards that ${username} has collected at Guildhall: ${copies === 1 ? 'one' : copies} so far.`,
    path: `/profile/${username}/inventory`,
    kind: 'profile',
    // Nobody who plays here has asked to be found from outside.
    index: false,
  });
};

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const { page, perPage } = parse(inventoryQuery, url.searchParams);
    const { id, username } = await getProfile(ctx, args.params.username);
    const cards = await listInventory(ctx, { userId: id, page, perPage });
    if (cards.page > cards.pages) throw redirect(pagePath(url, cards.pages));
    return { ...cards, username, perPage, own: id === ctx.actor?.id };
  });
}

/** An account's cards; whoever's it is, and read-only for everybody else. */
export default function Inventory({ loaderData }: Route.ComponentProps) {
  const { items, copies, page, pages, username, own } = loaderData;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const small = useMediaQuery(`(max-width: ${inventory.modalUpToPx}px)`);
  useWidePages(query);

  const wanted = query.get('item');
  const open = items.find((item) => stackId(item) === wanted);
  // Beside the grid something is always shown; as a modal only what was chosen.
  const shown = open ?? items[0];

  function addressOf(item: string | null) {
    const next = new URLSearchParams(query);
    if (item) next.set('item', item);
    else next.delete('item');
    return `?${next}`;
  }

  return (
    <Page width="wide">
      <PageHeader
        title={own ? 'Inventory' : `${username}’s inventory`}
        lead={copies === 1 ? 'One card' : `${copies} cards`}
        back={{ to: own ? '/profile' : `/profile/${username}`, label: 'Back to profile' }}
      />
      {shown ? (
        <div className="grid items-start gap-10 sm:grid-cols-[1fr_minmax(15rem,20rem)]">
          <StackGrid
            stacks={items}
            selected={(small ? open : shown) ? stackId(open ?? shown) : null}
            linkTo={(stack) => addressOf(stackId(stack))}
          />
          {!small && (
            <aside
              aria-label={shown.name}
              className="sticky top-24 rounded-lg bg-surface p-6 shadow-float"
            >
              <h2 className="mb-5 text-xl">{shown.name}</h2>
              <StackDetail stack={shown} />
            </aside>
          )}
        </div>
      ) : (
        <EmptyState
          icon={Layers}
          action={own && <ButtonLink to="/library">Play a game to earn cards</ButtonLink>}
        >
          No cards yet.
        </EmptyState>
      )}
      <Pager
        page={page}
        pages={pages}
        window={inventory.pageWindow}
        label="Pages of the inventory"
      />
      {open && (
        <Dialog
          open={small}
          onClose={() => navigate(addressOf(null), { replace: true, preventScrollReset: true })}
          title={open.name}
        >
          <StackDetail stack={open} />
        </Dialog>
      )}
    </Page>
  );
}

/** spec 5: 24 items a page at 1920 px and wider, unless the address says how many. */
function useWidePages(query: URLSearchParams) {
  const navigate = useNavigate();
  const wide = useMediaQuery(`(min-width: ${inventory.wideFromPx}px)`);
  useEffect(() => {
    if (!wide || query.has('perPage')) return;
    const next = new URLSearchParams(query);
    next.set('perPage', String(inventory.perPageWide));
    void navigate(`?${next}`, { replace: true, preventScrollReset: true });
  }, [wide, query, navigate]);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFailure title="Inventory" error={error} />;
}
