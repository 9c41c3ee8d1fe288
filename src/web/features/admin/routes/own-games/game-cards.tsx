import { randomUUID } from 'node:crypto';
import { Plus, Undo2 } from 'lucide-react';
import { Form } from 'react-router';
import { getCardSet } from '#domain/card-sets/get-card-set.ts';
import type { EditedCard } from '#domain/card-sets/read-card-sets.ts';
import { saveCardSet } from '#domain/card-sets/save-card-set.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { pictureLimit } from '#web/lib/actions/file-sizes.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { changeRows, checkDraft, readDraft } from '../../card-set-draft.server.ts';
import { type DraftCard, describeOdds, emptyCard } from '../../card-set-draft.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { CardSetRow } from '../../components/own-games/card-set-row.tsx';
import { runGameAction, runGameLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/game-cards';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Cards of ${loaderData.name}` : 'Not found', matches);

export const handle = { failure: 'Failed to load the cards of this game.' };

export const headers = formHeaders;

const toDraft = (card: EditedCard): DraftCard => ({
  ...emptyCard,
  ...card,
  pictureId: card.pictureId ?? '',
  picturePath: card.pictureId === null ? null : card.shownPath,
  glyph: card.glyph ?? '',
});

export async function loader(args: Route.LoaderArgs) {
  return runGameLoader(args, async (ctx, gameId) => {
    const { cards, earlier, ...set } = await getCardSet(ctx, gameId);
    const rows =
      cards.length > 0
        ? cards.map(toDraft)
        : Array.from({ length: cardSetConstants.firstRows }, () => emptyCard);
    const { names: glyphs, version: glyphVersion } = ctx.catalog.cardGlyphs;
    return { gameId, ...set, cards: rows, earlier, glyphs, glyphVersion };
  });
}

export async function action(args: Route.ActionArgs) {
  return runGameAction(args, async (ctx, form, gameId) => {
    const { earlier } = await getCardSet(ctx, gameId);
    const intent = String(form.get('intent') ?? '');
    const { shownOdds, ...sent } = await readDraft(ctx, form, args.request.signal);
    // The fields of another draft are new ones.
    const stamp = randomUUID();
    const changed = changeRows(sent.cards, intent, earlier.map(toDraft));
    if (changed) return { draft: { ...sent, cards: changed }, stamp };
    const { draft, checked } = checkDraft(sent, (await getRules(ctx)).rarityWeights);
    // The odds are shown before the set is saved.
    if (intent !== 'save' || !checked || shownOdds !== describeOdds(checked)) {
      return { draft, stamp };
    }
    const { version } = sent;
    await saveCardSet(ctx, { gameId, version, cards: checked });
    return { done: 'The card set is saved.', stamp };
  });
}

export const clientAction = sendFiles<typeof action>('game-failed', pictureLimit('file'));

export const shouldRevalidate = revalidateUnlessServerError;

/** The card set of a game of the site: its cards, and their odds before they are saved. */
export default function GameCards({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { gameId, name, version, earlier, glyphs, glyphVersion } = loaderData;
  const { data: actionData, done, failure } = useFormResult(latest);
  const answer = actionData && 'stamp' in actionData ? actionData : null;
  const draft = answer && 'draft' in answer ? answer.draft : null;
  const checking = usePending({ intent: 'check' });
  const saving = usePending({ intent: 'save' });
  const cards = draft?.cards ?? loaderData.cards;
  const odds = draft?.odds ?? null;
  const left = earlier.filter((one) => cards.every(({ kindId }) => kindId !== one.kindId));
  const glyphPath = (rarity: Rarity, glyph: string) =>
    `/art/cards/${gameId}/glyph-${rarity}-${glyph}-${glyphVersion}.svg`;

  return (
    <AdminPage
      current="games"
      back={{ to: `/admin/games/${gameId}`, label: 'Back to the game' }}
      title={`Cards of ${name}`}
    >
      <p className="max-w-prose text-muted">
        {version === 0
          ? 'This game has the set that other games share. Its own set replaces it; cards that players have stay theirs.'
          : `Version ${version}. A change makes a new version: who holds every card of an earlier one keeps a complete set, and cards that leave the set stay with their owners.`}{' '}
        Another rarity makes a new card. A new name, text or picture changes all copies.
      </p>
      <Form
        // Another draft has fields of its own.
        key={draft ? answer?.stamp : `version ${version}`}
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        className="grid gap-6"
      >
        {/* The button that the Enter key presses. */}
        <button type="submit" name="intent" value="check" hidden aria-hidden tabIndex={-1} />
        <input type="hidden" name="version" value={draft?.version ?? version} />
        <input type="hidden" name="rows" value={cards.length} />
        <input type="hidden" name="odds" value={odds ? describeOdds(cards) : ''} />
        <ol className="grid gap-5">
          {cards.map((card, index) => (
            <CardSetRow
              key={card.kindId || `new ${index}`}
              card={card}
              index={index}
              count={cards.length}
              glyphs={glyphs}
              glyphPath={glyphPath}
              odds={odds?.[index] ?? null}
            />
          ))}
        </ol>
        {left.length > 0 && (
          <Panel title="Cards of earlier versions">
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-5">
              {left.map((card) => (
                <li key={card.kindId} className="grid content-start justify-items-center gap-3">
                  <CardPicture name={card.name} rarity={card.rarity} picture={card.shownPath} />
                  <Button
                    variant="quiet"
                    size="sm"
                    name="intent"
                    value={`restore-${card.kindId}`}
                    aria-label={`Put back ${card.name}`}
                  >
                    <Undo2 aria-hidden />
                    Put back
                  </Button>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {/* Beside the buttons, because the page keeps its place. */}
        {done && <Alert tone="success">{done}</Alert>}
        {failure && <Alert tone="failure">{failure.fields.file ?? failure.message}</Alert>}
        {draft?.problem && <Alert tone="failure">{draft.problem}</Alert>}
        {odds && (
          <Alert>
            The odds of each card are below its picture. They are those of a draw before a streak.
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          {odds && (
            <Button name="intent" value="save" pending={saving}>
              Save as version {(draft?.version ?? version) + 1}
            </Button>
          )}
          <Button
            variant={odds ? 'quiet' : 'primary'}
            name="intent"
            value="check"
            pending={checking}
          >
            {odds ? 'Check again' : 'Check the odds'}
          </Button>
          <Button
            variant="quiet"
            name="intent"
            value="add"
            disabled={cards.length >= cardSetConstants.cardsMax}
          >
            <Plus aria-hidden />
            Add a card
          </Button>
        </div>
      </Form>
    </AdminPage>
  );
}
