import type { DefaultRules } from '#domain/site/current-rules.ts';
import { rarities } from '#shared/constants/rarity.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { rulesOf } from '../../settings-of-forms.ts';
import { SettingForm } from './setting-form.tsx';

type RuleForm = keyof typeof rulesOf;

interface RuleFormsProps {
  /** What an admin saved; `configured` where the default counts. */
  saved: Pick<SiteSettings, keyof DefaultRules>;
  defaults: DefaultRules;
}

interface NumberRule {
  name: Exclude<keyof DefaultRules, 'rarityWeights'>;
  label: string;
  hint?: string;
  /** The value as its field shows it. */
  format: (value: number) => string;
}

const prices: NumberRule[] = [
  {
    name: 'gamePrice',
    label: 'Price of a game',
    hint: 'For games without a price of their own. A page that shows the earlier price buys nothing.',
    format: formatDecimal,
  },
  {
    name: 'marketFee',
    label: 'Market fee in percent',
    hint: 'Sellers get the price less the fee, also for cards that are for sale already.',
    format: String,
  },
  { name: 'dailyReward', label: 'Daily reward', format: formatDecimal },
  {
    name: 'startingMoney',
    label: 'Starting money',
    hint: 'What a new player has at the beginning. Guests get it when they register.',
    format: formatDecimal,
  },
];

const limits: NumberRule[] = [
  {
    name: 'topUpDaily',
    label: 'Play money that a player can add a day',
    hint: '0 for nothing.',
    format: formatDecimal,
  },
  {
    name: 'topUpSingle',
    label: 'Play money that a player can add at a time',
    format: formatDecimal,
  },
  {
    name: 'codesPerDay',
    label: 'Money of the codes that admins make a day',
    hint: 'All codes for money together, with all their uses.',
    format: formatDecimal,
  },
  {
    name: 'awardsPerDay',
    label: 'Cards that an account can be awarded a day',
    hint: '0 for no limit.',
    format: String,
  },
  {
    name: 'playCycle',
    label: 'Seconds of play for a card',
    format: (milliseconds) => String(milliseconds / 1000),
  },
];

/** The forms with the prices, limits and odds of the site. */
export function RuleForms(props: RuleFormsProps) {
  return (
    <>
      <NumberRules {...props} form="prices" title="Prices and rewards" rules={prices} />
      <NumberRules {...props} form="limits" title="Limits and times" rules={limits} />
      <OddsForm {...props} />
    </>
  );
}

interface NumberRulesProps extends RuleFormsProps {
  form: RuleForm;
  title: string;
  rules: readonly NumberRule[];
}

function NumberRules({ form, title, rules, saved, defaults }: NumberRulesProps) {
  return (
    <SettingForm
      // A new form after a save, so that it shows what was saved.
      key={rules.map(({ name }) => saved[name]).join(' ')}
      title={title}
      intent={form}
      more={<DefaultsButton form={form} saved={saved} />}
      moreIntent={`default-${form}`}
    >
      {rules.map(({ name, label, hint, format }) => {
        const value = saved[name];
        const Field = format === formatDecimal ? MoneyField : TextField;
        return (
          <Field
            key={name}
            label={label}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={format(defaults[name])}
            defaultValue={value === 'configured' ? '' : format(value)}
            hint={
              <>
                <DefaultHint isChanged={value !== 'configured'} text={format(defaults[name])} />{' '}
                {hint}
              </>
            }
          />
        );
      })}
    </SettingForm>
  );
}

function OddsForm({ saved, defaults }: RuleFormsProps) {
  const { rarityWeights } = saved;
  const isChanged = rarityWeights !== 'configured';
  const shown = isChanged ? rarityWeights : defaults.rarityWeights;
  return (
    <SettingForm
      key={JSON.stringify(rarityWeights)}
      title="Odds of a draw"
      intent="odds"
      more={<DefaultsButton form="odds" saved={saved} />}
      moreIntent="default-odds"
    >
      <p className="text-muted">
        In percent, for a card set with all rarities. They add up to 100. Odds with which a rarer
        card of a set would come more often than a less rare one are refused.
      </p>
      <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {rarities.map((rarity) => (
          <TextField
            key={rarity}
            label={rarity.replace(/^./, (first) => first.toUpperCase())}
            name={rarity}
            required
            inputMode="decimal"
            autoComplete="off"
            defaultValue={formatPercent(shown[rarity])}
            hint={
              <DefaultHint
                isChanged={isChanged}
                text={formatPercent(defaults.rarityWeights[rarity])}
              />
            }
          />
        ))}
      </div>
    </SettingForm>
  );
}

/** Says whether the default counts, and what it is. */
function DefaultHint({ isChanged, text }: { isChanged: boolean; text: string }) {
  if (!isChanged) return `Default: ${text}.`;
  return (
    <>
      <strong className="text-accent">Changed.</strong> Default: {text}.
    </>
  );
}

/** A button that is there if a value of the form was changed. */
function DefaultsButton({ form, saved }: Pick<RuleFormsProps, 'saved'> & { form: RuleForm }) {
  if (rulesOf[form].every((key) => saved[key] === 'configured')) return null;
  return (
    <Button variant="quiet" name="intent" value={`default-${form}`} formNoValidate>
      Back to the default{rulesOf[form].length > 1 && 's'}
    </Button>
  );
}

/** Tenths of a percent. */
function formatPercent(tenths: number): string {
  return String(tenths / 10);
}
