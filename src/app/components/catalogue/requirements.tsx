interface RequirementsProps {
  platforms: readonly { name: string; minimum?: string; recommended?: string }[];
}

/** What a PC needs for a game, with the specification's default texts. */
export function Requirements({ platforms }: RequirementsProps) {
  const pc = platforms.find(({ name }) => name === 'PC');
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Requirement name="Minimum">{pc?.minimum || 'Unknown'}</Requirement>
      <Requirement name="Recommended">{pc?.recommended || 'Same as Minimum'}</Requirement>
    </dl>
  );
}

function Requirement({ name, children }: { name: string; children: string }) {
  return (
    <div className="panel grid content-start gap-2 p-5">
      <dt className="font-display text-lg font-bold">{name}</dt>
      <dd className="whitespace-pre-line text-muted wrap-anywhere">{children}</dd>
    </div>
  );
}
