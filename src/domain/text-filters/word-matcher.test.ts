// The words of these tests are in no dictionary. cspell:disable
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterAct, FilterKind } from '#shared/constants/moderation/text-filters.ts';
import { compileFilters } from './current-filters.ts';
import { findStrictestMatch, listMatches } from './find-matches.ts';
import { parseHost } from './link-matcher.ts';
import { parseWordPattern } from './word-matcher.ts';

const ctx = {
  site: { origin: 'https://guild.example', gamesOrigin: null, banner: null, shareImage: null },
};

const entry = (kind: FilterKind, pattern: string, act: FilterAct | null = 'refuse') => ({
  id: `${kind} ${pattern}`,
  kind,
  pattern,
  compared: kind === 'word' ? pattern : (parseHost(pattern) ?? ''),
  act,
});
const words = (...patterns: string[]) => patterns.map((pattern) => entry('word', pattern));

/** What the filters find in a text, as it is written there. */
function find(stored: ReturnType<typeof entry>[], text: string): string[] {
  const filters = compileFilters(stored);
  return listMatches(ctx, { filters, text, max: 100 }).map(({ found }) => found);
}

describe('a word', () => {
  it.each([
    ['Spam', ['Spam']],
    ['buy SPAM, now', ['SPAM']],
    ['spams antispam spammer', []],
    ['spam-free (spam) "spam"', ['spam', 'spam', 'spam']],
    ['my_spam', ['spam']],
    ['ｓｐａｍ 𝓼𝓹𝓪𝓶 ⓢⓟⓐⓜ 🅢🅟🅐🅜', ['ｓｐａｍ', '𝓼𝓹𝓪𝓶', 'ⓢⓟⓐⓜ', '🅢🅟🅐🅜']],
    ['sᴘᴀᴍ ꜱᴘᴀᴍ 🆂🅿🅰🅼', ['sᴘᴀᴍ', 'ꜱᴘᴀᴍ', '🆂🅿🅰🅼']],
    // Cyrillic letters, accents and marks, characters that nobody sees.
    ['ѕраm', ['ѕраm']],
    ['şpâm s̵p̸a̷m̶', ['şpâm', 's̵p̸a̷m̶']],
    ['s\u200bp\u00ada\ufeffm s\u2060pam', ['s\u200bp\u00ada\ufeffm', 's\u2060pam']],
    ['5pam sp4m $p@m', ['5pam', 'sp4m', '$p@m']],
    // These are other words.
    ['s p a m', []],
    ['s.p.a.m', []],
    ['spaam', []],
  ])('is found in %j as %j', (text, found) => {
    expect(find(words('spam'), text)).toEqual(found);
  });

  it('is not found in a number, and punctuation does not hide it', () => {
    expect(find(words('ass', 'sos', 'bad'), '455 505 bad! $100')).toEqual(['bad']);
    expect(find(words('ass'), 'a55 @ss a$$')).toEqual(['a55', '@ss', 'a$$']);
  });

  it('is found with 1, ! and | as an i or as an l, and with a capital I as an l', () => {
    expect(find(words('idiot'), '1diot !diot |diot idiot!')).toHaveLength(4);
    expect(find(words('kill'), 'k1ll ki11 kiIl k11l')).toEqual(['k1ll', 'ki11', 'kiIl']);
    expect(find(words('ill'), 'lil')).toEqual([]);
  });

  it('is found with its own digits', () => {
    expect(find(words('h4te'), 'h4te hate')).toEqual(['h4te']);
  });

  it('keeps the letters of other scripts apart', () => {
    expect(find(words('ばか'), 'はか')).toEqual([]);
    expect(find(words('*ばか*'), 'これはばかだ')).toEqual(['ばか']);
    expect(find(words('की'), 'का')).toEqual([]);
    expect(find(words('straße'), 'STRASSE')).toEqual(['STRASSE']);
    expect(find(words('рука'), 'РУКА')).toEqual(['РУКА']);
    // Vowel points of Hebrew and Arabic are optional.
    expect(find(words('שלום'), 'שָׁלוֹם')).toEqual(['שָׁלוֹם']);
  });

  it('can be an emoji, in every colour', () => {
    expect(find(words('🍆', '👍'), 'no🍆no 👍🏽')).toEqual(['🍆', '👍🏽']);
  });
});

describe('a star', () => {
  it('stands for the rest of a word', () => {
    expect(find(words('spam*'), 'spam spammers antispam')).toEqual(['spam', 'spam']);
    expect(find(words('*spam'), 'spam spammers antispam')).toEqual(['spam', 'spam']);
    expect(find(words('*spam*'), 'antispammers')).toEqual(['spam']);
  });
});

describe('a phrase', () => {
  it('is found over spaces, lines and punctuation', () => {
    expect(find(words('buy gold'), 'Buy, gold!\nBUY\n\n gold. buy golden, buygold')).toEqual([
      'Buy, gold',
      'BUY\n\n gold',
    ]);
  });
});

describe('a pattern', () => {
  it.each(['', ' ', '*', '**', '*a', 'a*b', 'sp*m', '!!!', '\u200b', '---', 'ﷺ'.repeat(60)])(
    '%j is rejected',
    (pattern) => {
      expect(parseWordPattern(pattern)).toBeNull();
    },
  );
});

describe('a host', () => {
  const evil = [entry('host', 'evil.example')];

  it.each([
    ['https://evil.example/x', ['https://evil.example/x']],
    ['see http://a.b.evil.example:8080', ['http://a.b.evil.example:8080']],
    ['evil.example. EVIL.EXAMPLE', ['evil.example.', 'EVIL.EXAMPLE']],
    ['evil。example ｅvil.example', ['evil。example', 'ｅvil.example']],
    ['https://%65vil.example/', ['https://%65vil.example/']],
    ['https://good.example@evil.example/', ['evil.example']],
    ['ev\u200bil.example', ['ev\u200bil.example']],
    ['notevil.example evil.example.org evil-example', []],
    ['mail@evil.example', ['evil.example']],
  ])('is found in %j', (text, found) => {
    expect(find(evil, text)).toEqual(found);
  });

  it('is read from an address, with other alphabets as browsers ask for them', () => {
    expect(parseHost('https://Evil.example/path?x')).toBe('evil.example');
    expect(parseHost('*.evil.example')).toBe('evil.example');
    expect(parseHost('bücher.example')).toBe('xn--bcher-kva.example');
    expect(find([entry('host', 'bücher.example')], 'http://BÜCHER.example')).toHaveLength(1);
    for (const typed of [
      '',
      'com',
      'a b.example',
      'http://u:p@evil.example',
      'javascript:x',
      `${'a'.repeat(63)}.${'b'.repeat(60)}.example`,
    ]) {
      expect(parseHost(typed)).toBeNull();
    }
  });

  it('is refused if it is not on the list of allowed hosts', () => {
    const list = [
      entry('other-hosts', ''),
      entry('allowed-host', 'good.example', null),
      entry('host', 'bad.good.example'),
    ];
    const text = `https://good.example https://x.good.example https://guild.example/a
      version 1.2.3 of node.js, www.other.example, https://other.example and https://bad.good.example`;
    expect(find(list, text)).toEqual([
      'www.other.example',
      'https://other.example',
      'https://bad.good.example',
    ]);
  });
});

it('finds the strictest of several filters', () => {
  const filters = compileFilters([
    entry('word', 'dull', 'report'),
    entry('word', 'rude', 'refuse'),
    entry('word', 'odd', 'wait'),
  ]);
  const actOf = (text: string) => findStrictestMatch(ctx, filters, text)?.filter.act ?? null;
  expect(['dull odd', 'odd rude dull', 'dull', 'fine'].map(actOf)).toEqual([
    'wait',
    'refuse',
    'report',
    null,
  ]);
});

describe('with any text and any words', () => {
  const alphabet = fc.constantFrom(...'aAáiIl1!|$@ .-*_\u0301\u200b\u202e\ud800ﷺ🍆👍🏽ばがßİﬁ。');
  const anyText = fc.string({
    unit: fc.oneof(alphabet, fc.string({ unit: 'binary', maxLength: 1 })),
    maxLength: 60,
  });

  it('returns parts of the text, and finds each word in itself', () => {
    fc.assert(
      fc.property(anyText, anyText, (typed, text) => {
        if (parseWordPattern(typed) === null) return;
        const filters = compileFilters([entry('word', typed)]);
        for (const { start, end, found } of listMatches(ctx, { filters, text, max: 100 })) {
          expect(text.slice(start, end)).toBe(found);
          expect(found).not.toBe('');
        }
        const itself = typed.trim().replace(/^\*|\*$/g, '');
        expect(find([entry('word', typed)], `x ${itself} x`).length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the largest text with the most filters', () => {
  /**
   * Counts how often the tree of words is asked for the next letter: a measure that does not depend on the machine.
   */
  function countSteps(stored: ReturnType<typeof entry>[], text: string): number {
    const filters = compileFilters(stored);
    let steps = 0;
    const count = (node: typeof filters.words.root): void => {
      const get = node.next.get.bind(node.next);
      for (const next of node.next.values()) count(next);
      node.next.get = (unit) => {
        steps += 1;
        return get(unit);
      };
    };
    count(filters.words.root);
    listMatches(ctx, { filters, text, max: Number.POSITIVE_INFINITY });
    return steps;
  }

  const longest = (letter: string, index: number) =>
    `*${letter.repeat(57 - (index % 50))}${index}*`;
  const hostile = (letter: string) =>
    words(...Array.from({ length: 500 }, (_, index) => longest(letter, index)));

  it.each([
    ['one letter', 'a', 'a'],
    ['digits that look like letters', 'a1', 'i'],
    ['a character that stands for many', 'ﷺ', 'صلىاللهعليهوسلم'.slice(0, 1)],
    ['marks', 'a\u0301', 'a'],
    ['emoji', '👍', '👍'],
  ])('takes a bounded number of steps for each character: %s', (_, unit, letter) => {
    const text = unit.repeat(10_000 / unit.length);
    // Three readings, and no word is longer than 60 letters.
    const folded = text.normalize('NFKD').length;
    expect(countSteps(hostile(letter), text)).toBeLessThanOrEqual(3 * folded * 61);
  });

  it('takes as many steps with 500 filters as with one', () => {
    const text = 'a'.repeat(10_000);
    const one = countSteps(words(`*${'a'.repeat(50)}b*`), text);
    expect(
      countSteps(
        words(...Array.from({ length: 500 }, (_, index) => `*${'a'.repeat(50)}${index + 1_000}*`)),
        text,
      ),
    ).toBe(one);
  });

  it('twice the text takes at most about twice the steps', () => {
    const steps = (length: number) => countSteps(hostile('a'), 'a'.repeat(length));
    expect(steps(10_000)).toBeLessThanOrEqual(2.01 * steps(5_000));
  });

  it('ends with long hosts, many points and unfinished links', () => {
    const hosts = Array.from({ length: 500 }, (_, index) => entry('host', `h${index}.example`));
    for (const unit of [
      'a.',
      'a',
      'https://',
      'http://a.',
      'ü.',
      '。',
      '-',
      'h499.example ',
      '%',
      '@',
    ]) {
      const text = unit.repeat(10_000 / unit.length);
      expect(find(hosts, text).length).toBeLessThanOrEqual(100);
    }
  });
});
