import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import type { Route } from './+types/account-deleted';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Account deleted', matches);

export const handle = { failure: 'Failed to load this page.' };

/** Anybody can open this address: a reader who is logged in has an account that is not deleted. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    if (ctx.actor) throw redirect('/settings/data');
    return null;
  });
}

/** Where the deletion of an account leads. It names nobody, as the next reader may sit at the same browser. */
export default function AccountDeleted() {
  return (
    <Page width="form">
      <PageHeader
        title="Your account is deleted."
        intro="You are logged out everywhere. Thank you for having been here."
      />
      <div>
        <ButtonLink to="/">Browse the shop</ButtonLink>
      </div>
    </Page>
  );
}
