import type { NotificationSettings } from '#domain/notifications/settings/notification-settings.ts';
import {
  kindFields,
  type NotificationKind,
  notificationKindLabels,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import {
  type MailChoice,
  mailChoices,
} from '#shared/constants/notifications/notification-mails.ts';

const mailLabels: Record<MailChoice, string> = {
  off: 'No mail',
  'at-once': 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
};

/** The kinds of notifications and where each is sent: rows on wide screens, cards on phones. */
export function NotificationKindsTable({ kinds }: Pick<NotificationSettings, 'kinds'>) {
  return (
    <div className="clear-both grid gap-3 md:gap-0">
      <div
        aria-hidden
        className="hidden grid-cols-[minmax(0,1fr)_6rem_4rem_10rem] gap-4 border-b border-line pb-2 text-sm text-muted md:grid"
      >
        <span />
        <span className="text-center">On the site</span>
        <span className="text-center">Push</span>
        <span>Mail</span>
      </div>
      <ul className="grid gap-3 md:gap-0">
        {notificationKinds.map((kind) => (
          <li
            key={kind}
            className="border-line max-md:rounded-md max-md:bg-raised max-md:p-4 md:border-b md:py-2 md:last:border-b-0"
          >
            <KindRow kind={kind} {...kinds[kind]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface KindRowProps {
  kind: NotificationKind;
  onSite: boolean;
  push: boolean;
  mail: MailChoice;
}

function KindRow({ kind, onSite, push, mail }: KindRowProps) {
  const label = notificationKindLabels[kind];
  const names = kindFields(kind);
  return (
    <div className="grid items-center gap-3 md:grid-cols-[minmax(0,1fr)_6rem_4rem_10rem] md:gap-4">
      <span className="font-medium wrap-anywhere">{label}</span>
      <KindCheckbox name={names.site} text="On the site" kind={label} isChecked={onSite} />
      <KindCheckbox name={names.push} text="Push" kind={label} isChecked={push} />
      <label className="flex items-center gap-3">
        <span className="w-12 md:sr-only">
          Mail<span className="sr-only">: {label}</span>
        </span>
        <select
          name={names.mail}
          key={mail}
          defaultValue={mail}
          className="control min-h-11 min-w-0 flex-1 px-3"
        >
          {mailChoices.map((choice) => (
            <option key={choice} value={choice}>
              {mailLabels[choice]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface KindCheckboxProps {
  name: string;
  text: string;
  kind: string;
  isChecked: boolean;
}

function KindCheckbox({ name, text, kind, isChecked }: KindCheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 md:justify-center">
      <input
        type="checkbox"
        name={name}
        value="yes"
        // A new element after a save, so that it shows what was saved.
        key={String(isChecked)}
        defaultChecked={isChecked}
        className="size-5 shrink-0"
      />
      <span className="md:sr-only">
        {text}
        <span className="sr-only">: {kind}</span>
      </span>
    </label>
  );
}
