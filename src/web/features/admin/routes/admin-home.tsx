import { Shield } from 'lucide-react';
import { Link } from 'react-router';
import { listUnreadableForPages } from '#domain/secrets/list-unreadable.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { type AdminSection, findAdminSections } from '../admin-sections.ts';
import { AdminPage } from '../components/admin-page.tsx';
import { UnreadableAlert } from '../components/system/unreadable-alert.tsx';
import { runCatalogLoader } from '../run-catalog-page.ts';
import type { Route } from './+types/admin-home';

export const meta = guardedHead('Administration');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runCatalogLoader(args, async (ctx) => {
    const isAdmin = ctx.actor?.role === 'admin';
    return { unreadable: isAdmin ? await listUnreadableForPages(ctx) : [] };
  });
}

/** Where admins decide reports, which has pages of its own. */
const moderation: Omit<AdminSection, 'onlyAdmins'> = {
  id: 'moderation',
  label: 'Moderation',
  to: '/moderation',
  icon: Shield,
  about: 'Reports, appeals, texts that wait, filters, and what moderators did.',
};

/** The home page of the administration: what each section is for. */
export default function AdminHome({ loaderData }: Route.ComponentProps) {
  const isAdmin = useViewer()?.role === 'admin';
  return (
    <AdminPage current="home">
      <UnreadableAlert
        unreadable={loaderData.unreadable}
        action={
          <ButtonLink to="/admin/system" variant="quiet" size="sm">
            System
          </ButtonLink>
        }
      />
      <ul className="grid gap-4 sm:grid-cols-2">
        {[...findAdminSections({ isAdmin }), ...(isAdmin ? [moderation] : [])].map(
          ({ id, label, to, icon: Icon, about }) => (
            <li key={id} className="relative flex gap-4 rounded-lg bg-surface p-6 shadow-lift">
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-accent-ink" />
              <div className="grid content-start gap-1">
                <h2 className="text-lg">
                  {/* The whole tile leads to the section. */}
                  <Link
                    to={to}
                    prefetch="intent"
                    className="after:absolute after:inset-0 after:rounded-lg hover:text-link"
                  >
                    {label}
                  </Link>
                </h2>
                <p className="text-muted">{about}</p>
              </div>
            </li>
          ),
        )}
      </ul>
    </AdminPage>
  );
}
