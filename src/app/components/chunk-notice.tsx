import { ButtonLink } from './button.tsx';
import { useChunkFailure, useChunkWatch } from './chunk-failure.ts';
import { Notice } from './notice.tsx';

/** Says that a script of the page did not come, and offers to load the page as a whole. */
export function ChunkNotice() {
  useChunkWatch();
  const path = useChunkFailure();
  if (path === null) return null;
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-8">
      <Notice
        tone="failure"
        action={
          <ButtonLink to={path} reloadDocument prefetch="none" variant="quiet" size="sm">
            Reload
          </ButtonLink>
        }
      >
        A part of this page could not be loaded.
      </Notice>
    </div>
  );
}
