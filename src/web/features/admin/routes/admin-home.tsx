import { Gamepad2, HeartPulse } from 'lucide-react';
import { data, Link } from 'react-router';
import { getOverview } from '#domain/administration/get-overview.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { isAdmin } from '#domain/permissions/require-moderator.ts';
import { listUnreadableForPages } from '#domain/secrets/list-unreadable.ts';
import { getSiteHealth } from '#domain/system/health/get-site-health.ts';
import { rightTexts } from '#shared/constants/accounts/right-texts.ts';
import { hasRight } from '#shared/rules/rights.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { findAdminSections } from '../admin-sections.ts';
import { AdminPage } from '../components/admin-page.tsx';
import { HealthWarnings } from '../components/health/health-warnings.tsx';
import { OverviewFigures } from '../components/overview-figures.tsx';
import { UnreadableAlert } from '../components/system/unreadable-alert.tsx';
import type { Route } from './+types/admin-home';

export const meta = guardedHead('Administration');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    if (findAdminSections(ctx.actor).length === 0) {
      logMissingRole(ctx, 'catalog-editor');
      throw data(null, { status: 404 });
    }
    if (!isAdmin(ctx.actor)) return { site: null };
    const [overview, warnings, unreadable] = await Promise.all([
      getOverview(ctx),
      getSiteHealth(ctx),
      listUnreadableForPages(ctx),
    ]);
    return {
      site: {
        overview,
        // The alert says more about it.
        warnings: warnings.filter(({ name }) => name !== 'unreadable-secrets'),
        unreadable,
      },
    };
  });
}

/** The home page of the administration: figures of the site, and what its owner should do next. */
export default function AdminHome({ loaderData: { site } }: Route.ComponentProps) {
  const viewer = useViewer();
  if (site === null) {
    return hasRight(viewer, 'edit-catalog') ? <EditorHome /> : <HolderHome />;
  }
  const { overview, warnings, unreadable } = site;
  return (
    <AdminPage current="home">
      <UnreadableAlert
        unreadable={unreadable}
        action={
          <ButtonLink to="/admin/system" variant="quiet" size="sm">
            System
          </ButtonLink>
        }
      />
      <OverviewFigures overview={overview} />
      <section aria-labelledby="to-do" className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="to-do" className="text-lg">
            To do
          </h2>
          <ButtonLink to="/admin/health" variant="quiet" size="sm">
            Is my site healthy?
          </ButtonLink>
        </div>
        {warnings.length === 0 && unreadable.length === 0 && (
          <p className="flex items-center gap-4 rounded-lg bg-surface p-6 shadow-lift">
            <HeartPulse aria-hidden className="size-6 shrink-0 text-alive" />
            The site is healthy. There is nothing that you should do.
          </p>
        )}
        {warnings.length > 0 && <HealthWarnings warnings={warnings} />}
      </section>
      <p className="text-muted">
        Reports, appeals, texts that wait and filters are decided in the{' '}
        <Link to="/moderation" className="text-link">
          moderation
        </Link>
        .
      </p>
    </AdminPage>
  );
}

/** What others see who have a section by a further role. */
function HolderHome() {
  const viewer = useViewer();
  return (
    <AdminPage current="home">
      <ul className="grid gap-2 rounded-lg bg-surface p-6 shadow-lift">
        {viewer?.rights.map((right) => (
          <li key={right}>{rightTexts[right].replace(/^May/, 'You may')}</li>
        ))}
      </ul>
    </AdminPage>
  );
}

/** What catalog editors see. */
function EditorHome() {
  return (
    <AdminPage current="home">
      <p className="flex flex-wrap items-center gap-4 rounded-lg bg-surface p-6 shadow-lift">
        <Gamepad2 aria-hidden className="size-6 shrink-0 text-accent-ink" />
        <span className="min-w-0 flex-1 basis-60">
          You edit the games of this site, with their pictures, prices, sales and cards.
        </span>
        <ButtonLink to="/admin/games" variant="quiet" size="sm">
          Games
        </ButtonLink>
      </p>
    </AdminPage>
  );
}
