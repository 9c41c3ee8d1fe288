import type { BackupSchedule } from '#domain/system/server-operations.ts';
import {
  type RegistrationMode,
  registrationModes,
} from '#shared/constants/accounts/registration-modes.ts';
import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { cutCharacters, isLongerThan } from '#shared/format/texts/characters.ts';
import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import type {
  SiteSettingKey,
  StaffFactorRule,
} from '#shared/schemas/administration/site-settings.ts';
import { formatBackupTime } from '../backups/format-backup-time.ts';
import { registrationModeTexts } from './registration-texts.ts';
import { shopContentTexts } from './shop-content-texts.ts';

/** The names of the settings. */
export const settingLabels: Record<SiteSettingKey, string> = {
  registration: 'Who can register',
  shopContent: 'What the shop holds',
  shopGenres: 'Genres of the shop',
  shopShelves: 'Shelves of the shop',
  name: 'Name',
  tagline: 'Tagline',
  welcome: 'Welcome text',
  mailFrom: 'Sender of mails',
  mailReplyTo: 'Where answers to mails go',
  timeZone: 'Time zone',
  announcement: 'Announcement',
  rules: 'Rules',
  imprint: 'Imprint',
  privacy: 'Privacy',
  footerLinks: 'Footer links',
  accent: 'Accent colour',
  ageLimits: 'Age limits',
  logo: 'Logo',
  banner: 'Banner',
  gamePrice: 'Price of a game',
  marketFee: 'Market fee',
  dailyReward: 'Daily reward',
  startingMoney: 'Starting money',
  topUpDaily: 'Play money a day',
  topUpSingle: 'Play money at a time',
  codesPerDay: 'Money of codes a day',
  awardsPerDay: 'Cards a day',
  playCycle: 'Seconds of play for a card',
  rarityWeights: 'Odds of a draw',
  waitingTexts: 'First texts and pictures that wait for approval',
  waitingDays: 'Days that an account is new',
  backupSchedule: 'Backups by themselves',
  versionAddress: 'Address that says the newest version',
  newestVersion: 'Newest version',
  staffFactor: 'Second factor of moderators and admins',
  marketPart: 'Market',
  tradesPart: 'Trade offers',
  discussionsPart: 'Discussions',
  galleryPart: 'Gallery',
  chatPart: 'Chat',
  realmApiPart: 'Realm API',
  rawgApiPart: 'RAWG API',
};

export interface LoggedSetting {
  key: SiteSettingKey;
  before: unknown;
  after: unknown;
}

/** A change of a setting in one line. A setting of another version is shown by its key. */
export function describeSettingChange({ key, before, after }: LoggedSetting): string {
  if (!Object.hasOwn(settingLabels, key)) return key;
  return `${settingLabels[key]}: ${formatSetting(key, before)}, now ${formatSetting(key, after)}`;
}

/** Longer texts are cut. */
const shownMax = 80;

/** The value of a setting in a few words. */
export function formatSetting(key: SiteSettingKey, value: unknown): string {
  if (value === 'configured') return 'the default';
  if ((key === 'mailFrom' || key === 'mailReplyTo') && value === '') return 'that of the server';
  if (key === 'versionAddress' && value === '') return 'none';
  if (key === 'shopContent') return shopContentTexts[value as ShopContent].label;
  if (key === 'ageLimits') return describeAgeLimits(value as AgeLimits);
  if (key === 'staffFactor') return describeStaffFactor(value as StaffFactorRule);
  if (key === 'backupSchedule') return describeSchedule(value as BackupSchedule);
  if (key === 'logo' || key === 'banner') return describePicture(value);
  switch (key) {
    case 'gamePrice':
    case 'dailyReward':
    case 'startingMoney':
    case 'topUpDaily':
    case 'topUpSingle':
    case 'codesPerDay':
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

function describeSchedule({ isOn, hour, keep, isCopied }: BackupSchedule): string {
  const schedule = isOn ? `every day at ${formatBackupTime(hour)}, ${keep} kept` : 'off';
  return isCopied ? `${schedule}, copied to the bucket` : schedule;
}

function describeAgeLimits({ visitors, guests, players }: AgeLimits): string {
  const describe = (limit: number | null) => (limit === null ? 'all games' : `up to ${limit}`);
  return `visitors ${describe(visitors)}, guests ${describe(guests)}, accounts ${describe(players)}`;
}

function describePicture(value: unknown): string {
  if (value === 'none') return 'that of the design';
  const { text } = value as { text: string };
  return text === '' ? 'a picture' : `a picture (${text})`;
}

function formatOdds(value: unknown, rarity: Rarity): string {
  return `${Number((value as Record<Rarity, unknown>)[rarity]) / 10}% ${rarity}`;
}

/** A text, the names of parts such as links and genres, or the colours of the themes. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .map((part: { label?: unknown; name?: unknown; title?: unknown }) =>
        String(part.label ?? part.name ?? part.title),
      )
      .join(', ');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).filter(Boolean).join(' and ');
  }
  return String(value);
}
