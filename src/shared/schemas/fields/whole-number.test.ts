import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { invitationInput } from '../accounts/registration.ts';
import { mailServerForm } from '../administration/services.ts';
import { approvalForm, staffFactorForm } from '../administration/site-forms.ts';
import { minimumAgeInput } from '../all-games.ts';
import { orderQuantity } from '../market/market-orders.ts';
import { suspendInput } from '../moderation/moderation.ts';
import { decideInput } from '../moderation/reports.ts';

const reason = 'Rude to others';
const decision = { thing: 'hide', sanction: 'suspend', reason };
const approval = { waitingTexts: '3', waitingDays: '3' };
const mailServer = { host: 'mail.example', security: 'starttls', username: '', password: '' };
const invitation = { note: '', days: '7', uses: '3' };

/** Every field for a whole number, with the other fields of its form. */
const fields: [name: string, schema: z.ZodType, form: (typed: unknown) => unknown][] = [
  ['the days of a suspension', suspendInput, (days) => ({ reason, days })],
  ['the days of a decision', decideInput, (days) => ({ ...decision, days })],
  ['the days until a second factor is needed', staffFactorForm, (graceDays) => ({ graceDays })],
  ['the texts that wait', approvalForm, (waitingTexts) => ({ ...approval, waitingTexts })],
  ['the days of a new account', approvalForm, (waitingDays) => ({ ...approval, waitingDays })],
  ['the days of an invitation', invitationInput, (days) => ({ ...invitation, days })],
  ['the uses of an invitation', invitationInput, (uses) => ({ ...invitation, uses })],
  ['the copies of an order', orderQuantity, (quantity) => quantity],
  ['the age of a game', minimumAgeInput, (minimumAge) => ({ minimumAge })],
  ['the port of a mail server', mailServerForm, (port) => ({ ...mailServer, port })],
];

describe.each(fields)('%s', (_, schema, form) => {
  it.each(['', ' ', '1.5', '-7', '7 days', '0x7', '1e0', null, true, []])('are not %j', (typed) => {
    expect(schema.safeParse(form(typed)).success).toBe(false);
  });

  it.each(['7', ' 7 ', '٧', '７', '७', 7])('can be %j', (typed) => {
    const parsed = schema.safeParse(form(typed));
    expect(parsed.error).toBeUndefined();
    expect(Object.values({ typed: parsed.data, ...Object(parsed.data) })).toContain(7);
  });
});
