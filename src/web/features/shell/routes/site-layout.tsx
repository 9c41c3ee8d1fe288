import { Outlet } from 'react-router';
import { failureHead, RouteError } from '#web/lib/errors/route-error.tsx';
import { useScreenPlaceholder } from '#web/ui/loading/screen-placeholder.tsx';
import type { Route } from './+types/site-layout.ts';

/** Screens have their own heads; this is the head of the error page. */
export const meta: Route.MetaFunction = ({ error, matches }) => failureHead(error, matches);

/** Passes on the headers of an AppError, such as `Retry-After`. */
export function headers({ errorHeaders }: Route.HeadersArgs): HeadersInit {
  return errorHeaders ?? {};
}

/**
 * Surrounds every screen, so that a failed screen leaves the navigation intact. While a screen loads slowly,
 * its placeholder is shown. The previous screen is only hidden, so that text typed there is not lost.
 */
export default function Screen() {
  const shape = useScreenPlaceholder();
  return (
    <>
      {shape}
      <div hidden={shape !== null}>
        <Outlet />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />;
}
