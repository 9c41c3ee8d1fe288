interface RequirementsProps {
  platforms: readonly { name: string; minimum?: string; recommended?: string }[];
}

/** What a PC needs for a game, with the specification's default texts. */
export function Requirements({ platforms }: RequirementsProps) {
  const pc = platforms.find(({ name }) => name === 'PC');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Requirement name="Minimum" text={pc?.minimum || 'Unknown'} />
      <Requirement name="Recommended" text={pc?.recommended || 'Same as Minimum'} />
    </div>
  );
}

function Requirement({ name, text }: { name: string; text: string }) {
  const { parts, rest } = readParts(text);
  return (
    <section aria-label={`${name} requirements`} className="panel grid content-start gap-3 p-5">
      <h3 className="text-lg">{name}</h3>
      {parts.length > 0 && (
        <dl className="grid gap-x-5 gap-y-2 text-sm xs:grid-cols-[auto_1fr] sm:max-lg:grid-cols-1 sm:max-lg:gap-y-0">
          {parts.map(([part, needed]) => (
            <div
              key={`${part}: ${needed}`}
              className="xs:col-span-full xs:grid xs:grid-cols-subgrid sm:max-lg:block sm:max-lg:pb-2"
            >
              <dt className="text-muted">{part}</dt>
              <dd className="font-medium wrap-anywhere">{needed}</dd>
            </div>
          ))}
        </dl>
      )}
      {rest && <p className="whitespace-pre-line text-muted wrap-anywhere">{rest}</p>}
    </section>
  );
}

/** `Memory: 8 GB RAM`, as the bundle and most publishers write what is needed. */
const partLine = /^([\p{L}][\p{L}\d ./&()-]{0,30}):\s+(\S.*)$/u;

/** Parts the lines that name what they are about from those that are to be read as they stand. */
function readParts(text: string): { parts: [string, string][]; rest: string } {
  const parts: [string, string][] = [];
  const others: string[] = [];
  const said = new Set<string>();
  for (const line of text.split('\n')) {
    const [whole = '', part, needed] = partLine.exec(line.trim()) ?? [];
    if (!part || !needed) others.push(line);
    else if (!said.has(whole)) parts.push([part, needed]);
    said.add(whole);
  }
  return { parts, rest: others.join('\n').trim() };
}
