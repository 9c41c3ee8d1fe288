import changelog from '../../../../CHANGELOG.md?raw';

export interface ChangelogVersion {
  /** Such as '[0.2.0] - 2026-11-02'. */
  title: string;
  sections: { title: string; changes: string[] }[];
}

/** How many versions the page shows, the newest first. */
const versionsMax = 3;

/** The newest versions of the changelog that this installation was built with. */
export function readChangelog(): ChangelogVersion[] {
  const versions: ChangelogVersion[] = [];
  for (const line of changelog.split('\n')) {
    const [, mark, text = ''] = /^(##|###|-) (.+)$/.exec(line) ?? [];
    const version = versions.at(-1);
    if (mark === '##') versions.push({ title: text.replaceAll(/[[\]]/g, ''), sections: [] });
    else if (mark === '###') version?.sections.push({ title: text, changes: [] });
    else if (mark === '-') version?.sections.at(-1)?.changes.push(text.replaceAll('`', ''));
  }
  return versions.slice(0, versionsMax);
}
