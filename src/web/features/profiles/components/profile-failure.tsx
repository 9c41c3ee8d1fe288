import { isRouteErrorResponse } from 'react-router';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

/** What a screen of a profile shows when its player does not exist or could not be loaded. */
export function ProfileFailure({ title, error }: { title: string; error: unknown }) {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  const missing = refused && error.status === 404;
  return (
    <Page>
      <PageHeader title={title} />
      {refused ? (
        <EmptyState action={<ButtonLink to="/">Back to the shop</ButtonLink>}>
          {missing ? 'No user data found.' : 'Failed to load user profile.'}
        </EmptyState>
      ) : (
        <LoadFailure error={error}>Failed to load user profile.</LoadFailure>
      )}
    </Page>
  );
}
