import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Mail, MailBlock, MailLink, MailSite } from '#domain/accounts/emails/mailer.ts';
import { buttonTextColors } from '#shared/format/accent-colors.ts';

// Mail programs know neither `light-dark()` nor OKLCH: the colours of `tokens.css` in sRGB, and the dark ones by a
// style sheet that overrides the light ones, which each element has as its own.
const colors = {
  light: {
    canvas: '#f6f2ec',
    surface: '#fdfbf7',
    ink: '#171f36',
    muted: '#545c6e',
    line: '#dfd8ce',
  },
  dark: {
    canvas: '#0a0f1d',
    surface: '#121829',
    ink: '#f3f0e8',
    muted: '#a7b0c0',
    line: '#2a3245',
  },
};
const designAccent = { light: '#fba537', dark: '#fbaf49' };
const designAccentInk = { light: '#994a08', dark: '#f9ba5f' };
const designButtonText = '#2a1201';

const font = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const logoSide = 40;

/** The mail as an HTML document with nothing from elsewhere but the logo of the site. */
export function renderMail({ site, subject, blocks }: Mail): string {
  const main = blocks.filter((block) => !isMinor(block));
  const minor = blocks.filter(isMinor);
  const [link] = main.flatMap((block) =>
    typeof block !== 'string' && 'links' in block ? block.text : [],
  );
  const document = h(
    Html,
    { lang: 'en', dir: 'ltr' },
    h(
      Head,
      null,
      h('title', null, subject),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, createStyles(site)),
    ),
    h(Preview, null, link ?? subject),
    h(
      Body,
      { className: 'canvas', style: { margin: 0 } },
      h(
        Container,
        { style: { maxWidth: '600px', padding: '24px 12px', fontFamily: font } },
        h(SiteLine, { site }),
        h(
          Container,
          {
            className: 'surface',
            style: {
              maxWidth: '600px',
              backgroundColor: colors.light.surface,
              borderRadius: '12px',
              padding: '8px 24px',
            },
          },
          main.map((block, index) => h(Block, { key: index, block, site })),
        ),
        h(Footer, { site, minor }),
      ),
    ),
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}

const isMinor = (block: MailBlock) =>
  typeof block !== 'string' && 'links' in block && block.isMinor === true;

function SiteLine({ site }: { site: MailSite }) {
  const inLine = { display: 'inline-block', verticalAlign: 'middle' };
  return h(
    Text,
    { className: 'ink', style: { ...textStyle, fontSize: '18px', fontWeight: 600 } },
    h(Img, {
      src: `${site.origin}/icon-192.png`,
      width: logoSide,
      height: logoSide,
      alt: '',
      // Without it, React adds a second link to the picture.
      loading: 'lazy',
      style: { ...inLine, marginRight: '10px' },
    }),
    h('span', { dir: 'auto', style: inLine }, site.name),
  );
}

function Block({ block, site }: { block: MailBlock; site: MailSite }): ReactNode {
  if (typeof block === 'string') return h(Paragraph, null, block);
  if ('list' in block) {
    return h(
      'ul',
      { className: 'ink', style: { ...textStyle, paddingLeft: '20px' } },
      block.list.map((entry) => h('li', { key: entry, style: { marginBottom: '6px' } }, entry)),
    );
  }
  const [button, ...others] = block.links;
  return [
    h(Paragraph, { key: 'text' }, block.text),
    button && h(ButtonLink, { key: 'button', link: button, site }),
    ...others.map((link) => h(Paragraph, { key: link.url }, h(TextLink, { link, site }))),
  ];
}

/** Names in a text can be of any direction. */
function Paragraph({ children }: { children?: ReactNode }) {
  return h(Text, { className: 'ink', dir: 'auto', style: textStyle }, children);
}

/** A button with its address below: some programs do not open links, and readers can see where they go. */
function ButtonLink({ link, site }: { link: MailLink; site: MailSite }) {
  const own = site.accent.light;
  return h(
    Text,
    { style: { ...textStyle, margin: '20px 0' } },
    h(
      Button,
      {
        className: 'button',
        href: link.url,
        style: {
          backgroundColor: own || designAccent.light,
          color: own ? buttonTextColors.light : designButtonText,
          borderRadius: '8px',
          padding: '12px 20px',
          fontWeight: 600,
        },
      },
      link.label,
    ),
    h(
      'span',
      {
        className: 'muted',
        style: {
          display: 'block',
          marginTop: '10px',
          color: colors.light.muted,
          fontSize: '13px',
          wordBreak: 'break-all',
        },
      },
      h(TextLink, { link: { ...link, label: link.url }, site }),
    ),
  );
}

function TextLink({ link, site }: { link: MailLink; site: MailSite }) {
  const color = site.accent.light || designAccentInk.light;
  return h(
    Link,
    { className: 'link', href: link.url, style: { color, textDecoration: 'underline' } },
    link.label,
  );
}

function Footer({ site, minor }: { site: MailSite; minor: readonly MailBlock[] }) {
  const style = { ...textStyle, color: colors.light.muted, fontSize: '13px', margin: '8px 0' };
  const links = minor.flatMap((block) =>
    typeof block !== 'string' && 'links' in block
      ? block.links.map((link) => ({ text: block.text, link }))
      : [],
  );
  return h(
    Container,
    { style: { maxWidth: '600px', padding: '8px 24px' } },
    links.map(({ text, link }) =>
      h(
        Text,
        { key: link.url, className: 'muted', style },
        `${text} `,
        h(TextLink, { link, site }),
      ),
    ),
    links.length > 0 && h(Hr, { className: 'line', style: { borderColor: colors.light.line } }),
    h(
      Text,
      { className: 'muted', style },
      h('bdi', null, site.name),
      ' · ',
      h(TextLink, { link: { label: site.origin, url: site.origin }, site }),
    ),
  );
}

const textStyle = {
  color: colors.light.ink,
  fontSize: '16px',
  lineHeight: '24px',
  margin: '14px 0',
};

function createStyles({ accent }: MailSite): string {
  const { canvas, surface, ink, muted, line } = colors.dark;
  const rules: [string, string][] = [
    ['canvas', `background-color: ${canvas}`],
    ['surface', `background-color: ${surface}`],
    ['ink', `color: ${ink}`],
    ['muted', `color: ${muted}`],
    ['line', `border-color: ${line}`],
    ['link', `color: ${accent.dark || designAccentInk.dark}`],
    ['button', `background-color: ${accent.dark || designAccent.dark}`],
    ['button', `color: ${accent.dark ? buttonTextColors.dark : designButtonText}`],
  ];
  const dark = rules.map(([name, rule]) => `.${name} { ${rule} !important }`).join(' ');
  return `:root { color-scheme: light dark } .canvas { background-color: ${colors.light.canvas} } @media (prefers-color-scheme: dark) { ${dark} }`;
}
