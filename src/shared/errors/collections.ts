import type { ErrorList } from './error-list.ts';

/** Errors of crafting badges, recycling cards and the showcase. */
export const collectionErrors = {
  'set-incomplete': {
    status: 409,
    text: 'You need one of each card of the set in your inventory.',
  },
  'badge-complete': { status: 409, text: 'This badge has its highest level.' },
  'badge-changed': { status: 409, text: 'This level of the badge is not the next one.' },
  'cards-changed': { status: 409, text: 'Your cards have changed. Look at them again.' },
  'not-enough-duplicates': {
    status: 409,
    text: 'You need ten duplicates of this rarity. The first copy of each card stays yours.',
  },
  'highest-rarity': { status: 409, text: 'This set has no higher rarity.' },
  'style-locked': { status: 409, text: 'Your level does not unlock this yet.' },
  'odds-changed': {
    status: 409,
    text: 'Your cards have changed, and the odds with them. Look at the odds again.',
  },
} as const satisfies ErrorList;
