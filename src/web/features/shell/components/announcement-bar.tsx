import { X } from 'lucide-react';
import { useFetcher, useLocation } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';
import { LinkedText } from '#web/ui/texts/linked-text.tsx';

/** The announcement of the site, until the reader hides it. */
export function AnnouncementBar() {
  const announcement = useRootData()?.announcement;
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  if (!announcement) return null;
  return (
    <aside aria-label="Announcement" className="bg-accent-wash text-ink">
      <div className="mx-auto flex max-w-wide items-start gap-3 px-4 py-2.5 sm:px-8">
        <LinkedText pieces={announcement.pieces} className="min-w-0 flex-1" />
        <fetcher.Form method="post" action="/announcement">
          <input type="hidden" name="id" value={announcement.id} />
          <input type="hidden" name="next" value={pathname + search} />
          <button
            type="submit"
            className="grid size-8 place-items-center rounded-md text-muted transition-colors hover:bg-line hover:text-ink"
          >
            <X aria-hidden className="size-4.5" />
            <span className="sr-only">Hide the announcement</span>
          </button>
        </fetcher.Form>
      </div>
    </aside>
  );
}
