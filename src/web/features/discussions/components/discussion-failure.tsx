import { MessagesSquare } from 'lucide-react';
import { isRouteErrorResponse } from 'react-router';
import { discussionErrors } from '#shared/errors/discussions.ts';
import { RouteError } from '#web/lib/errors/route-error.tsx';
import { usePartsOff } from '#web/lib/root-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/loading/load-failure.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { backToDiscussions } from './back-to-discussions.ts';

/** The error page of a discussion that does not exist or could not be loaded. */
export function DiscussionFailure({ error }: { error: unknown }) {
  const { text } = discussionErrors['discussion-gone'];
  const off = usePartsOff();
  if (off.discussions) return <RouteError error={error} />;
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
