import { readMailSender } from '#domain/accounts/emails/mail-sender.ts';
import { hasSecondFactor, readFactors } from '#domain/accounts/factors/second-factor.ts';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  changeSiteSetting,
  changeSiteSettings,
  undoSiteSettingChange,
} from '#domain/administration/change-site-setting.ts';
import { listSiteSettingChanges } from '#domain/administration/list-site-setting-changes.ts';
import { listTimeZones } from '#domain/notifications/settings/time-zones.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { listDefaultRules } from '#domain/site/current-rules.ts';
import { readExampleCommunity } from '#domain/site/example-community-state.ts';
import { readSiteSettings } from '#domain/site/read-site-settings.ts';
import { listPartsOff } from '#domain/site/site-parts.ts';
import { siteTextConstants } from '#shared/constants/site/site-settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { ageLimitsForm } from '#shared/schemas/administration/age-limits.ts';
import {
  accentForm,
  administeredRowForm,
  announcementForm,
  approvalForm,
  footerLinksForm,
  mailSenderForm,
  shopContentForm,
  shopGenresForm,
  shopShelvesForm,
  siteLimitsForm,
  siteNameForm,
  siteOddsForm,
  sitePartsForm,
  sitePricesForm,
  staffFactorForm,
  timeZoneForm,
} from '#shared/schemas/administration/site-forms.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { AccentFields } from '../../components/site/accent-fields.tsx';
import { AgeLimitsForm } from '../../components/site/age-limits-form.tsx';
import { ApprovalForm } from '../../components/site/approval-form.tsx';
import { FooterLinkFields } from '../../components/site/footer-link-fields.tsx';
import { MailSenderForm } from '../../components/site/mail-sender-form.tsx';
import { PartFields } from '../../components/site/part-fields.tsx';
import { RuleForms } from '../../components/site/rule-forms.tsx';
import { SettingChanges } from '../../components/site/setting-changes.tsx';
import { SettingForm } from '../../components/site/setting-form.tsx';
import { SettingLinks } from '../../components/site/setting-links.tsx';
import { ShopContentForm } from '../../components/site/shop-content-form.tsx';
import { ShopGenresForm } from '../../components/site/shop-genres-form.tsx';
import { ShopShelvesForm } from '../../components/site/shop-shelves-form.tsx';
import { StaffFactorForm } from '../../components/site/staff-factor-form.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import { rulesOf, shownSettingKeys, toDefaults } from '../../settings-of-forms.ts';
import type { Route } from './+types/site-settings';

export const headers = formHeaders;

export const meta = guardedHead('Site');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const [settings, examples, changes, isProven, ownFactors] = await Promise.all([
      readSiteSettings(ctx.db),
      readExampleCommunity(ctx.db),
      listSiteSettingChanges(ctx, shownSettingKeys),
      hasFreshProof(ctx),
      readFactors(ctx.db, requireActor(ctx).id),
    ]);
    const { name, tagline, welcome, announcement, footerLinks, accent } = settings;
    const { gamePrice, marketFee, dailyReward, startingMoney } = settings;
    const { topUpDaily, topUpSingle, codesPerDay, awardsPerDay, playCycle, rarityWeights } =
      settings;
    const limits = { topUpDaily, topUpSingle, codesPerDay, awardsPerDay, playCycle };
    return {
      ...{ name, tagline, welcome, announcement, footerLinks, accent, changes, isProven },
      rules: { gamePrice, marketFee, dailyReward, startingMoney, ...limits, rarityWeights },
      defaults: listDefaultRules(ctx),
      partsOff: listPartsOff(settings),
      mail: {
        from: settings.mailFrom,
        replyTo: settings.mailReplyTo,
        configured: ctx.accounts.mailer.sender ?? null,
        problem: (await readMailSender(ctx))?.problem ?? null,
      },
      shopContent: settings.shopContent,
      hasGamesDatabase: ctx.catalog.cachedProvider !== null,
      ageLimits: settings.ageLimits,
      timeZone: settings.timeZone,
      timeZones: listTimeZones(settings.timeZone),
      genres: settings.shopGenres,
      shelves: settings.shopShelves,
      approval: { texts: settings.waitingTexts, days: settings.waitingDays },
      staffFactor: { rule: settings.staffFactor, hasOwnFactor: hasSecondFactor(ownFactors) },
      hasExamples: examples !== null && examples !== 'removed',
    };
  });
}

const saved = { done: 'Saved. It holds from now on.' };

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'name':
        await changeSiteSettings(ctx, parseInput(siteNameForm, form));
        return saved;
      case 'announcement':
        await changeSiteSettings(ctx, parseInput(announcementForm, form));
        return saved;
      case 'footer': {
        const value = parseInput(footerLinksForm, form);
        await changeSiteSetting(ctx, { key: 'footerLinks', value });
        return saved;
      }
      case 'accent': {
        await changeSiteSetting(ctx, { key: 'accent', value: parseInput(accentForm, form) });
        return saved;
      }
      case 'accent-of-design':
        await changeSiteSetting(ctx, { key: 'accent', value: { light: '', dark: '' } });
        return saved;
      case 'parts':
        await changeSiteSettings(ctx, parseInput(sitePartsForm, form));
        return saved;
      case 'mail-sender':
        await changeSiteSettings(ctx, parseInput(mailSenderForm, form));
        return saved;
      case 'time-zone':
        await changeSiteSettings(ctx, parseInput(timeZoneForm, form));
        return saved;
      case 'shop':
        await changeSiteSettings(ctx, parseInput(shopContentForm, form));
        return saved;
      case 'age-limits':
        await changeSiteSetting(ctx, { key: 'ageLimits', value: parseInput(ageLimitsForm, form) });
        return saved;
      case 'genres':
        await changeSiteSettings(ctx, parseInput(shopGenresForm, form));
        return saved;
      case 'shelves':
        await changeSiteSettings(ctx, parseInput(shopShelvesForm, form));
        return saved;
      case 'approval':
        await changeSiteSettings(ctx, parseInput(approvalForm, form));
        return saved;
      case 'staff-factor': {
        const value = { ...parseInput(staffFactorForm, form), since: null };
        await changeSiteSetting(ctx, { key: 'staffFactor', value });
        return saved;
      }
      case 'prices':
        await changeSiteSettings(ctx, parseInput(sitePricesForm, form));
        return saved;
      case 'limits':
        await changeSiteSettings(ctx, parseInput(siteLimitsForm, form));
        return saved;
      case 'odds': {
        const value = parseInput(siteOddsForm, form);
        await changeSiteSetting(ctx, { key: 'rarityWeights', value });
        return saved;
      }
      case 'default-prices':
        await changeSiteSettings(ctx, toDefaults(rulesOf.prices));
        return saved;
      case 'default-limits':
        await changeSiteSettings(ctx, toDefaults(rulesOf.limits));
        return saved;
      case 'default-odds':
        await changeSiteSettings(ctx, toDefaults(rulesOf.odds));
        return saved;
      case 'undo':
        await undoSiteSettingChange(ctx, parseInput(administeredRowForm, form));
        return { done: 'The change is undone.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

const { nameMax, taglineMax, welcomeMax, announcementMax } = siteTextConstants;

/** The section 'Site' of the administration: name, texts, colours, prices, limits and odds. */
export default function SiteSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { name, tagline, welcome, announcement, footerLinks, accent, changes } = loaderData;
  const { done, failure, failureOf } = useFormResult(actionData);
  const { timeZone, timeZones } = loaderData;
  const { rules, defaults, partsOff, isProven, approval, staffFactor, shopContent, mail } =
    loaderData;
  return (
    <AdminPage current="site" failure={failure}>
      <SettingMessages
        isProven={isProven}
        done={done}
        failure={failure}
        isInForm={!failureOf('undo')}
      />
      {/* New forms after a save, so that they show what was saved. */}
      <SettingForm key={`${name} ${tagline} ${welcome}`} title="Name and texts" intent="name">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={nameMax}
          autoComplete="off"
          defaultValue={name}
          hint="In the titles of pages, mails, and apps for second factors."
        />
        <TextField
          label="Tagline"
          name="tagline"
          required
          maxLength={taglineMax}
          autoComplete="off"
          defaultValue={tagline}
          hint="The large line above the shop."
        />
        <TextField
          multiline
          counter
          label="Welcome text"
          name="welcome"
          maxLength={welcomeMax}
          defaultValue={welcome}
          hint="On the first page of the shop, for people who are not logged in. Links are clickable."
        />
      </SettingForm>
      <SettingForm key={`announcement ${announcement}`} title="Announcement" intent="announcement">
        <TextField
          multiline
          counter
          rows={2}
          label="Text"
          name="announcement"
          maxLength={announcementMax}
          defaultValue={announcement}
          hint="On top of every page until its reader hides it. A new text is shown again. Empty for none."
        />
      </SettingForm>
      <SettingLinks hasExamples={loaderData.hasExamples} />
      <SettingForm
        key={`footer ${JSON.stringify(footerLinks)}`}
        title="Footer links"
        intent="footer"
      >
        <FooterLinkFields links={footerLinks} />
      </SettingForm>
      <SettingForm
        key={`accent ${accent.light} ${accent.dark}`}
        title="Accent colour"
        intent="accent"
        moreIntent="accent-of-design"
        more={
          accent.light !== '' && (
            <Button variant="quiet" name="intent" value="accent-of-design">
              Use the colours of the design
            </Button>
          )
        }
      >
        <p className="text-muted">
          For buttons and links. A colour that cannot be read on the surfaces of its theme is
          refused.
        </p>
        <AccentFields values={accent} />
      </SettingForm>
      <SettingForm key={`time zone ${timeZone}`} title="Time" intent="time-zone">
        <SelectField
          name="timeZone"
          label="Time zone"
          hint="In which the times of sales are typed. Readers see times in their own."
          defaultValue={timeZone}
          options={timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        />
      </SettingForm>
      <MailSenderForm key={`mail ${mail.from} ${mail.replyTo}`} {...mail} />
      <ShopContentForm
        key={`shop ${shopContent}`}
        content={shopContent}
        hasGamesDatabase={loaderData.hasGamesDatabase}
      />
      <AgeLimitsForm
        key={`ages ${JSON.stringify(loaderData.ageLimits)}`}
        limits={loaderData.ageLimits}
      />
      <ShopGenresForm
        key={`genres ${JSON.stringify(loaderData.genres)}`}
        genres={loaderData.genres}
      />
      <ShopShelvesForm
        key={`shelves ${JSON.stringify(loaderData.shelves)}`}
        shelves={loaderData.shelves}
      />
      <SettingForm key={`parts ${partsOff.join(' ')}`} title="Parts of the site" intent="parts">
        <PartFields partsOff={partsOff} />
      </SettingForm>
      <ApprovalForm key={`approval ${approval.texts} ${approval.days}`} approval={approval} />
      <StaffFactorForm key={`staff factor ${JSON.stringify(staffFactor.rule)}`} {...staffFactor} />
      <RuleForms saved={rules} defaults={defaults} />
      <Panel title="Changes">
        <SettingChanges changes={changes} />
      </Panel>
    </AdminPage>
  );
}
