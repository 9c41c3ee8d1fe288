import type { GameDetails } from '#domain/catalog/games/get-game.ts';

type SystemRequirementsProps = Pick<GameDetails, 'platforms'>;

/** Whether a game has a PC version, or its platforms are unknown. */
export function mayRunOnPc({ platforms }: SystemRequirementsProps): boolean {
  return platforms.length === 0 || platforms.some(({ name }) => name === 'PC');
}

/** The PC requirements of a game, with the default texts of the specification. */
export function SystemRequirements({ platforms }: SystemRequirementsProps) {
  const pc = platforms.find(({ name }) => name === 'PC');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <RequirementPanel name="Minimum" text={pc?.minimum || 'Unknown'} />
      <RequirementPanel name="Recommended" text={pc?.recommended || 'Same as Minimum'} />
    </div>
  );
}

function RequirementPanel({ name, text }: { name: string; text: string }) {
  const { lines, rest } = parseRequirements(text);
  return (
    <section aria-label={`${name} requirements`} className="panel grid content-start gap-3 p-5">
      <h3 className="text-lg">{name}</h3>
      {lines.length > 0 && (
        <dl className="grid gap-x-5 gap-y-2 text-sm xs:grid-cols-[auto_1fr] sm:max-lg:grid-cols-1 sm:max-lg:gap-y-0">
          {lines.map(([component, needed]) => (
            <div
              key={`${component}: ${needed}`}
              className="xs:col-span-full xs:grid xs:grid-cols-subgrid sm:max-lg:block sm:max-lg:pb-2"
            >
              <dt className="text-muted">{component}</dt>
              <dd className="font-medium wrap-anywhere">{needed}</dd>
            </div>
          ))}
        </dl>
      )}
      {rest && <p className="whitespace-pre-line text-muted wrap-anywhere">{rest}</p>}
    </section>
  );
}

/** `Memory: 8 GB RAM`, as the bundled catalog and most publishers write a requirement. */
const requirementLine = /^([\p{L}][\p{L}\d ./&()-]{0,30}):\s+(\S.*)$/u;

/** Separates the lines of the form `component: requirement`, without repetitions, from all other text. */
function parseRequirements(text: string): { lines: [string, string][]; rest: string } {
  const lines: [string, string][] = [];
  const others: string[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    const [whole = '', component, needed] = requirementLine.exec(line.trim()) ?? [];
    if (!component || !needed) others.push(line);
    else if (!seen.has(whole)) lines.push([component, needed]);
    seen.add(whole);
  }
  return { lines, rest: others.join('\n').trim() };
}
