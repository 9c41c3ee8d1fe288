import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { discussions, textFilters, undoneActs } from '#database/schema.ts';
import { withNightly } from '#test/config/nightly.ts';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import {
  button,
  type InterruptedForm,
  main,
  testInterruptedForms,
  type,
} from './fixtures/interrupted-forms.ts';
import { test } from './fixtures/network-test.ts';
import { createDiscussion } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';

test.use({ server: 'interrupted' });

type Makers = Parameters<InterruptedForm['prepare']>[0];

const failure = 'That did not work. Please try again.';
const reason = 'Typed on a train, by a moderator.';

async function registerAdmin({ registerPlayer, guildhall }: Makers) {
  const admin = await registerPlayer('keeper');
  await makeAdmin(guildhall.dataDir, admin.username);
  return admin;
}

/** Creates a discussion of a new player. Returns its id. */
async function discuss({ registerPlayer }: Makers, title: string): Promise<string> {
  const author = await registerPlayer('author');
  const path = await createDiscussion(author, { title, content: 'What do you think?' });
  return path.split('/').at(-1) ?? '';
}

/** A word that no other text has. */
const makeWord = () => `zz${randomUUID().replace(/[\d-]/g, 'q')}`;

/** Sends the form and confirms it in the dialog. */
function confirm(name: string): InterruptedForm['send'] {
  return async (page) => {
    await button(page, name).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  };
}

const hide = (): InterruptedForm => ({
  name: 'Hide',
  async prepare(makers) {
    const user = await registerAdmin(makers);
    const id = await discuss(makers, 'Where I live');
    const isHidden = and(eq(discussions.id, id), eq(discussions.hiddenCause, 'moderator'));
    return {
      ...{ user, path: `/moderation/hide?kind=discussion&thing=${id}` },
      count: (db) => db.$count(discussions, isHidden),
    };
  },
  fill: (page) => type(main(page).getByLabel('Reason'), reason),
  send: confirm('Hide'),
  failure,
  expectDone: (page) => expect(button(page, 'Restore')).toBeVisible(),
});

const takeBack = (): InterruptedForm => ({
  name: 'Take back',
  async prepare(makers) {
    const user = await registerAdmin(makers);
    const id = await discuss(makers, 'Where I live');
    await user.send(`/moderation/hide?kind=discussion&thing=${id}`, { intent: 'hide', reason });
    const log = await user.request.get(`/moderation/log?by=${user.username}`);
    const actId = /\/moderation\/acts\/([\da-f-]{36})/.exec(await log.text())?.[1] ?? '';
    return {
      ...{ user, path: `/moderation/acts/${actId}` },
      count: (db) => db.$count(undoneActs, eq(undoneActs.actId, actId)),
    };
  },
  fill: (page) => type(main(page).getByLabel('Reason'), reason),
  send: confirm('Take back'),
  failure,
  expectDone: (page) => expect(main(page).getByText('An act is taken back once.')).toBeVisible(),
});

function addFilter(): InterruptedForm {
  const pattern = makeWord();
  return {
    name: 'Add filter',
    async prepare(makers) {
      const user = await registerAdmin(makers);
      return {
        ...{ user, path: '/moderation/filters' },
        count: (db) => db.$count(textFilters, eq(textFilters.pattern, pattern)),
      };
    },
    fill: (page) => type(main(page).getByLabel('Word, phrase or host'), pattern),
    send: (page) => button(page, 'Add filter').click(),
    failure,
    expectDone: (page) => expect(main(page).getByText('The filter is added.')).toBeVisible(),
  };
}

const cardOf = (page: Page, text: string) =>
  main(page).getByRole('article').filter({ hasText: text });

/** An admin with a discussion that a filter of the word lets wait. It was decided when its row meets `isDecided`. */
function waiting(word: string, isDecided: SQL): InterruptedForm['prepare'] {
  return async (makers) => {
    const user = await registerAdmin(makers);
    await user.send('/moderation/filters', {
      ...{ intent: 'add', kind: 'word', pattern: word, act: 'wait' },
    });
    const id = await discuss(makers, word);
    return {
      ...{ user, path: '/moderation/waiting' },
      count: (db) => db.$count(discussions, and(eq(discussions.id, id), isDecided)),
    };
  };
}

function approve(): InterruptedForm {
  const word = makeWord();
  return {
    name: 'Approve what is chosen',
    prepare: waiting(word, isNull(discussions.hiddenCause)),
    async fill(page) {
      const box = cardOf(page, word).getByRole('checkbox');
      await box.check();
      return () => expect(box).toBeChecked();
    },
    send: (page) => button(page, 'Approve what is chosen').click(),
    failure,
    expectDone: (page) => expect(main(page).getByText('1 is approved.')).toBeVisible(),
  };
}

function decline(): InterruptedForm {
  const word = makeWord();
  return {
    name: 'Decline',
    prepare: waiting(word, eq(discussions.hiddenCause, 'moderator')),
    async fill(page) {
      await cardOf(page, word).getByText('Decline…').click();
      return type(cardOf(page, word).getByLabel('Reason'), reason);
    },
    send: (page) =>
      cardOf(page, word).getByRole('button', { name: 'Decline', exact: true }).click(),
    failure,
    expectDone: (page) =>
      expect(main(page).getByText('It is declined. Its author reads why.')).toBeVisible(),
  };
}

testInterruptedForms(withNightly([hide], [takeBack, addFilter, approve, decline]));
