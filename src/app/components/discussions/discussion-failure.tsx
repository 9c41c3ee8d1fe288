import { MessagesSquare } from 'lucide-react';
import { isRouteErrorResponse } from 'react-router';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Page, PageHeader } from '../page.tsx';
import { backToDiscussions } from './back-to-discussions.ts';

/** What a screen of a discussion shows when it is not there or could not be loaded (spec 2). */
export function DiscussionFailure({ error }: { error: unknown }) {
  const { text } = refusals['discussion-gone'];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page>
      <PageHeader title="Discussion" back={backToDiscussions} />
      {missing ? (
        <EmptyState
          icon={MessagesSquare}
          action={<ButtonLink to={backToDiscussions.to}>See all discussions</ButtonLink>}
        >
          {text}
        </EmptyState>
      ) : (
        <LoadFailure icon={MessagesSquare} error={error}>
          {text}
        </LoadFailure>
      )}
    </Page>
  );
}
