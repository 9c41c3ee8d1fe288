import { HeartPulse } from 'lucide-react';
import { getSiteHealth } from '#domain/system/health/get-site-health.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { AdminPage } from '../components/admin-page.tsx';
import { HealthWarnings } from '../components/health/health-warnings.tsx';
import { runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/health';

export const meta = guardedHead('Is my site healthy?');

export const handle = { failure: 'Failed to load the health of the site.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => ({ warnings: await getSiteHealth(ctx) }));
}

/** The section 'Health' of the administration: what the owner should do next. */
export default function Health({ loaderData }: Route.ComponentProps) {
  const { warnings } = loaderData;
  const urgent = warnings.filter(({ isUrgent }) => isUrgent);
  const others = warnings.filter(({ isUrgent }) => !isUrgent);
  return (
    <AdminPage current="health" title="Is my site healthy?">
      {warnings.length === 0 && (
        <p className="flex items-center gap-4 rounded-lg bg-surface p-6 shadow-lift">
          <HeartPulse aria-hidden className="size-6 shrink-0 text-alive" />
          Yes. There is nothing that you should do.
        </p>
      )}
      {urgent.length > 0 && (
        <section aria-labelledby="urgent" className="grid gap-3">
          <h2 id="urgent" className="text-lg">
            Do this first
          </h2>
          <HealthWarnings warnings={urgent} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="advice" className="grid gap-3">
          <h2 id="advice" className="text-lg">
            {urgent.length > 0 ? 'Then this' : 'What you can still do'}
          </h2>
          <HealthWarnings warnings={others} />
        </section>
      )}
      <p className="max-w-prose text-sm text-muted">
        Looked at when you open the page: address, backups, disk, jobs, mails, the encryption key,
        the last audit, admins, prices and name of the site.
      </p>
    </AdminPage>
  );
}
