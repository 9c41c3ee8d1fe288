import type { ChangelogVersion } from '../../read-changelog.server.ts';

/** What changed in the newest versions of Guildhall. */
export function SystemChanges({ versions }: { versions: readonly ChangelogVersion[] }) {
  return versions.map(({ title, sections }) => (
    <section key={title} aria-label={title} className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      {sections.map((section) => (
        <div key={section.title} className="grid gap-2">
          <h4 className="text-muted">{section.title}</h4>
          <ul className="grid max-w-prose list-disc gap-2 pl-5">
            {section.changes.map((change) => (
              <li key={change} className="wrap-anywhere">
                {change}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ));
}
