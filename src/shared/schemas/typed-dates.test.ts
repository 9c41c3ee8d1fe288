import { describe, expect, it } from 'vitest';
import { kindFields, notificationKinds } from '../constants/notifications/notification-kinds.ts';
import { typedAgeLimit } from './administration/age-limits.ts';
import { newSaleInput, ownGameFields } from './own-games.ts';
import { notificationSettingsForm } from './settings/notification-settings.ts';

const { released } = ownGameFields.shape;

describe('a day of a form', () => {
  it.each(['2026-11-24', '٢٠٢٦-١١-٢٤', '２０２６－１１－２４', '२०२६-११-२४'])(
    'can be %j',
    (typed) => {
      expect(released.parse(typed)).toBe('2026-11-24');
    },
  );

  it.each(['2026-02-30', '۱۴۰۵-۰۹-۰۳', '๒๕๖๙-๑๑-๒๔', '24.11.2026'])('cannot be %j', (typed) => {
    expect(released.safeParse(typed).success).toBe(false);
  });

  it('has a time in a sale', () => {
    const sale = { salePrice: '1', startsAt: '٢٠٢٦-١١-٢٤T١٠:٣٠', endsAt: '2026-11-25T10:30' };
    const [arabic, ascii] = [sale, { ...sale, startsAt: '2026-11-24T10:30' }].map(
      (form) => newSaleInput('UTC').parse(form).startsAt,
    );
    expect(arabic).toEqual(ascii);
    expect(newSaleInput('UTC').safeParse({ ...sale, startsAt: '۱۴۰۵-۰۹-۰۳T۱۰:۳۰' }).success).toBe(
      false,
    );
  });
});

it('a time of the day can have the digits of any script', () => {
  const mails = notificationKinds.map((kind) => [kindFields(kind).mail, 'off']);
  const form = {
    ...Object.fromEntries(mails),
    hasQuietHours: 'yes',
    quietTo: '07:00',
    timeZone: '',
  };
  const read = (quietFrom: string) => notificationSettingsForm.safeParse({ ...form, quietFrom });
  for (const typed of ['22:05', '٢٢:٠٥', '２２：０５'])
    expect(read(typed).data?.quietFrom).toBe(22 * 60 + 5);
  expect(read('٢٤:٠٠').success).toBe(false);
});

it('an age limit can have the digits of any script, or none', () => {
  expect(['16', ' ١٦ ', '１６', '', ' '].map((age) => typedAgeLimit.parse(age))).toEqual([
    16,
    16,
    16,
    null,
    null,
  ]);
  expect(['100', '-1', '1.5'].map((age) => typedAgeLimit.safeParse(age).success)).toEqual([
    false,
    false,
    false,
  ]);
});
