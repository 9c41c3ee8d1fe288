import { useEffect, useId } from 'react';
import { useFetcher } from 'react-router';
import {
  type NotificationKind,
  notificationKindLabels,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import { useToast } from '#web/ui/toast.tsx';

/** A switch for each kind of notification. */
export function NotificationSwitches({ muted }: { muted: readonly NotificationKind[] }) {
  return (
    <ul className="grid gap-1 rounded-lg bg-surface p-2 shadow-lift sm:p-3">
      {notificationKinds.map((kind) => (
        <li key={kind}>
          <NotificationSwitch kind={kind} wanted={!muted.includes(kind)} />
        </li>
      ))}
    </ul>
  );
}

/**
 * A switch that shows the stored state. It changes only after the server has saved the new state, so that a
 * reload never shows another one.
 */
function NotificationSwitch({ kind, wanted }: { kind: NotificationKind; wanted: boolean }) {
  const fetcher = useFetcher<{ error?: { message: string } }>();
  const toast = useToast();
  const id = useId();
  const saving = fetcher.state !== 'idle';
  const answer = fetcher.data;

  useEffect(() => {
    if (answer?.error) toast.failure(answer.error.message);
  }, [answer, toast]);

  return (
    <fetcher.Form
      method="post"
      onSubmit={(event) => {
        if (saving) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="switch" />
      <input type="hidden" name="kind" value={kind} />
      <button
        type="submit"
        name="wanted"
        value={wanted ? 'no' : 'yes'}
        role="switch"
        aria-checked={wanted}
        aria-busy={saving || undefined}
        aria-labelledby={id}
        className="group flex min-h-12 w-full items-center justify-between gap-4 rounded-md px-3 py-2 text-left transition-colors hover:bg-raised"
      >
        <span id={id}>{notificationKindLabels[kind]}</span>
        <span
          aria-hidden
          className="flex h-6.5 w-11.5 shrink-0 items-center rounded-full bg-well p-1 ring-2 ring-edge ring-inset transition-colors group-aria-busy:opacity-60 group-aria-checked:bg-accent group-aria-checked:ring-accent"
        >
          <span className="size-4.5 rounded-full bg-edge transition-[translate,background-color] group-aria-checked:translate-x-5 group-aria-checked:bg-on-accent" />
        </span>
      </button>
    </fetcher.Form>
  );
}
