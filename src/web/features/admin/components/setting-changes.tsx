import { Form } from 'react-router';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { type RegistrationMode, registrationModes } from '#shared/constants/registration-modes.ts';
import { cutCharacters, isLongerThan } from '#shared/format/characters.ts';
import { formatDecimal } from '#shared/format/money.ts';
import type { SiteSettingKey, StaffFactorRule } from '#shared/schemas/site-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { registrationModeTexts } from './registration-texts.ts';

export interface SettingChange {
  id: string;
  key: SiteSettingKey;
  before: unknown;
  after: unknown;
  admin: string;
  at: Date;
}

const settingLabels: Record<SiteSettingKey, string> = {
  registration: 'Who can register',
  name: 'Name',
  tagline: 'Tagline',
  welcome: 'Welcome text',
  announcement: 'Announcement',
  rules: 'Rules',
  imprint: 'Imprint',
  privacy: 'Privacy',
  footerLinks: 'Footer links',
  accent: 'Accent colour',
  logo: 'Logo',
  banner: 'Banner',
  gamePrice: 'Price of a game',
  marketFee: 'Market fee',
  dailyReward: 'Daily reward',
  startingMoney: 'Starting money',
  topUpDaily: 'Play money a day',
  topUpSingle: 'Play money at a time',
  awardsPerDay: 'Cards a day',
  playCycle: 'Seconds of play for a card',
  rarityWeights: 'Odds of a draw',
  waitingTexts: 'First texts and pictures that wait for approval',
  waitingDays: 'Days that an account is new',
  staffFactor: 'Second factor of moderators and admins',
  marketPart: 'Market',
  tradesPart: 'Trade offers',
  discussionsPart: 'Discussions',
  galleryPart: 'Gallery',
  chatPart: 'Chat',
  realmApiPart: 'Realm API',
  rawgApiPart: 'RAWG API',
};

/** The latest changes of the site's settings. The last change of each setting can be undone. */
export function SettingChanges({ changes }: { changes: readonly SettingChange[] }) {
  if (changes.length === 0) return <p className="text-muted">Nothing was changed yet.</p>;
  const newest = new Map(changes.toReversed().map(({ key, id }) => [key, id]));
  return (
    <ol className="grid">
      {changes.map(({ id, key, before, after, admin, at }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {settingLabels[key]}: {formatValue(key, before)}, now{' '}
            <strong>{formatValue(key, after)}</strong>{' '}
            <span className="text-sm text-muted">
              by {admin}, <DateTime value={at} />
            </span>
          </p>
          {newest.get(key) === id && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="undo" />
              <input type="hidden" name="id" value={id} />
              <Button variant="quiet" size="sm">
                Undo
                <span className="sr-only"> the change of {settingLabels[key]}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Longer texts are cut. */
const shownMax = 80;

function formatValue(key: SettingChange['key'], value: unknown): string {
  if (value === 'configured') return 'the default';
  if (key === 'staffFactor') return describeStaffFactor(value as StaffFactorRule);
  if (key === 'logo' || key === 'banner') return describePicture(value);
  switch (key) {
    case 'gamePrice':
    case 'dailyReward':
    case 'startingMoney':
    case 'topUpDaily':
    case 'topUpSingle':
      return formatDecimal(Number(value));
    case 'marketFee':
      return `${value}%`;
    case 'playCycle':
      return String(Number(value) / 1000);
    case 'rarityWeights':
      return rarities.map((rarity) => formatOdds(value, rarity)).join(', ');
  }
  const mode = registrationModes.find((one): one is RegistrationMode => one === value);
  if (mode) return registrationModeTexts[mode].label;
  const text = describeValue(value);
  if (text === '') return 'nothing';
  return isLongerThan(text, shownMax) ? `${cutCharacters(text, shownMax).trimEnd()}…` : text;
}

function describeStaffFactor({ isRequired, graceDays }: StaffFactorRule): string {
  if (!isRequired) return 'not needed';
  return `needed after ${graceDays} ${graceDays === 1 ? 'day' : 'days'}`;
}

function describePicture(value: unknown): string {
  if (value === 'none') return 'that of the design';
  const { text } = value as { text: string };
  return text === '' ? 'a picture' : `a picture (${text})`;
}

function formatOdds(value: unknown, rarity: Rarity): string {
  return `${Number((value as Record<Rarity, unknown>)[rarity]) / 10}% ${rarity}`;
}

/** A text, the labels of links, or the colours of the themes. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((link: { label?: unknown }) => String(link.label)).join(', ');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).filter(Boolean).join(' and ');
  }
  return String(value);
}
