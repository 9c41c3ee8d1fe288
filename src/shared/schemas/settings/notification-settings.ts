import { z } from 'zod';
import {
  kindFields,
  type NotificationKind,
  notificationKinds,
} from '../../constants/notifications/notification-kinds.ts';
import { mailChoices } from '../../constants/notifications/notification-mails.ts';
import { toPlainDigits } from '../../format/amounts/read-number.ts';
import { checkbox } from './settings.ts';

/** A time such as `07:30`, as minutes of the day. */
const timeOfDay = z
  .string('Type a time.')
  .transform(toPlainDigits)
  .refine((time) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time), 'Type a time such as 22:00.')
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));

const mailChoice = z.enum(mailChoices, 'Choose one of the list.');

/** The type has no names, because the others would become unknown. */
const kindShape: { [Name in never]: z.ZodType } = Object.fromEntries(
  notificationKinds.flatMap((kind) => {
    const { site, mail, push } = kindFields(kind);
    return [
      [site, checkbox],
      [mail, mailChoice],
      [push, checkbox],
    ];
  }),
);

/** The form of the page /settings/notifications. */
export const notificationSettingsForm = z
  .object({
    ...kindShape,
    hasQuietHours: checkbox,
    quietFrom: timeOfDay,
    quietTo: timeOfDay,
    timeZone: z.string().max(64),
  })
  .superRefine(({ hasQuietHours, quietFrom, quietTo }, ctx) => {
    if (hasQuietHours && quietFrom === quietTo)
      ctx.addIssue({ code: 'custom', path: ['quietTo'], message: 'Choose two different times.' });
  })
  .transform(({ hasQuietHours, quietFrom, quietTo, timeZone, ...fields }) => {
    const values: Record<string, unknown> = fields;
    const kinds = notificationKinds.map((kind) => {
      const names = kindFields(kind);
      return [
        kind,
        {
          onSite: values[names.site] === true,
          mail: mailChoice.parse(values[names.mail]),
          push: values[names.push] === true,
        },
      ] as const;
    });
    return {
      kinds: Object.fromEntries(kinds) as Record<NotificationKind, (typeof kinds)[number][1]>,
      quietFrom: hasQuietHours ? quietFrom : null,
      quietTo: hasQuietHours ? quietTo : null,
      timeZone,
    };
  });

/** The link and the form that end mails. Longer texts are no tokens. */
export const unsubscribeInput = z.object({ token: z.string().max(200) });
