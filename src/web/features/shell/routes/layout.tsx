import { Outlet } from 'react-router';
import { failureHead, RouteError } from '#web/lib/errors/route-error.tsx';
import { useLateShape } from '#web/ui/loading-shape.tsx';
import type { Route } from './+types/layout.ts';

/** A screen names itself; this names what stands in for one that failed. */
export const meta: Route.MetaFunction = ({ error }) => failureHead(error);

/** What goes with a refusal that stands in for a screen: when to ask again. */
export function headers({ errorHeaders }: Route.HeadersArgs): HeadersInit {
  return errorHeaders ?? {};
}

/**
 * Around every screen, so that one that fails leaves the navigation as it is. While a screen is late its
 * shape is shown; the one before is only hidden, with what was typed into it, until the other is there.
 */
export default function Screen() {
  const shape = useLateShape();
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
