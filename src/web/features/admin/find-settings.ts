import type { SettingExplanation } from './read-setting-explanations.server.ts';

/** Whether the texts of a setting contain each of the words. */
export function hasWords(texts: readonly string[], query: string): boolean {
  const all = texts.join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** What a setting of the server has now, for the page. */
export interface ShownServerSetting extends SettingExplanation {
  source: 'environment' | 'page' | 'default';
  /** In words; empty for nothing. */
  value: string;
  /** The page on which it can be changed while the server runs; null if it needs a restart. */
  changedOn: string | null;
}
