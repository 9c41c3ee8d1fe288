import { ConnectionBar } from './connection-bar.tsx';
import { InstallHint } from './install-hint.tsx';
import { useAppBadge, useServiceWorker } from './use-app-features.ts';

/** The parts of the frame that no page needs at first, in a script of their own. */
export default function LaterParts() {
  useServiceWorker();
  useAppBadge();
  return (
    <>
      <ConnectionBar />
      <InstallHint />
    </>
  );
}
