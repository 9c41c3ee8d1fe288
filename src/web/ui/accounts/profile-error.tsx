import { isRouteErrorResponse } from 'react-router';
import { ButtonLink } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { LoadFailure } from '../loading/load-failure.tsx';
import { Page, PageHeader } from '../page.tsx';

/** The error page of a profile page: the player does not exist, or the page could not be loaded. */
export function ProfileError({ title, error }: { title: string; error: unknown }) {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  const isMissing = isClientError && error.status === 404;
  return (
    <Page>
      <PageHeader title={title} />
      {isClientError ? (
        <EmptyState action={<ButtonLink to="/">Back to the shop</ButtonLink>}>
          {isMissing ? 'No user data found.' : 'Failed to load user profile.'}
        </EmptyState>
      ) : (
        <LoadFailure error={error}>Failed to load user profile.</LoadFailure>
      )}
    </Page>
  );
}
