import { Panel } from '#web/ui/panel.tsx';

interface EnvironmentPanelProps {
  title: string;
  /** The place of the page to which links lead. */
  id: string;
  /** What the environment sets, which wins; null if only the address of the site is missing. */
  setting: string | null;
  /** What the address of the site is needed for. */
  needsOrigin?: string;
}

/** In place of a form: why the service cannot be set on the page. */
export function EnvironmentPanel({ title, id, setting, needsOrigin = '' }: EnvironmentPanelProps) {
  return (
    <Panel title={title}>
      <p className="max-w-prose" id={id}>
        {setting !== null
          ? `The environment of the server sets it (${setting}), which wins. Remove it there to set it here.`
          : `Set ORIGIN, the public address of the site, in the environment of the server first: ${needsOrigin}`}
      </p>
    </Panel>
  );
}
