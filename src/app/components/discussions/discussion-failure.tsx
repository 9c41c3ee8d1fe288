import { MessagesSquare } from 'lucide-react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Page, PageHeader } from '../page.tsx';
import { backToDiscussions } from './back-to-discussions.ts';

/** What a screen of a discussion shows when it is not there or could not be loaded (spec 2). */
export function DiscussionFailure({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page>
      <PageHeader title="Discussion" back={backToDiscussions} />
      <EmptyState
        icon={MessagesSquare}
        action={
          missing ? (
            <ButtonLink to={backToDiscussions.to}>See all discussions</ButtonLink>
          ) : (
            <ButtonLink to={pathname + search} reloadDocument prefetch="none">
              Try again
            </ButtonLink>
          )
        }
      >
        {refusals['discussion-gone'].text}
      </EmptyState>
    </Page>
  );
}
