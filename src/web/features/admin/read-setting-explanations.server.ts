import example from '../../../../.env.example?raw';

export interface SettingExplanation {
  name: string;
  section: string;
  about: string;
  /** Empty if it has none of its own. */
  defaultValue: string;
}

/** The settings of the server as `.env.example` explains them, in its order. */
export function readSettingExplanations(): SettingExplanation[] {
  const settings: SettingExplanation[] = [];
  let section = '';
  let lines: string[] = [];
  for (const line of example.split('\n')) {
    const [, heading] = /^# --- (.+) ---$/.exec(line) ?? [];
    const [, name, defaultValue = ''] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (heading) section = heading.replace(/ \(default: .*\)$/, '');
    if (name) settings.push({ name, section, about: lines.join(' '), defaultValue });
    // Several settings below one explanation share it.
    if (line.startsWith('# ') && !heading) {
      lines =
        settings.at(-1)?.about === lines.join(' ') ? [line.slice(2)] : [...lines, line.slice(2)];
    } else if (line === '') lines = [];
  }
  return settings;
}
