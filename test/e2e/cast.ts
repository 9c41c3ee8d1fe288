import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Who } from './screen.ts';

export type Theme = 'dark' | 'light';

export interface Viewport {
  width: number;
  height: number;
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export const password = 'correct horse battery';

/** Registers and logs in by the forms' requests: the screens themselves have tests of their own. */
export async function register(page: Page, origin: string, username: string): Promise<void> {
  const { request } = page.context();
  const headers = { Origin: origin, Accept: 'text/html' };
  const email = `${username}@example.test`;
  const steps = [
    { path: '/register', form: { username, email, password } },
    { path: '/login', form: { username, password } as Record<string, string> },
  ];
  for (const { path, form } of steps) {
    const answer = await request.post(origin + path, { form, headers, maxRedirects: 0 });
    if (answer.status() >= 400) throw new Error(`${path} answered ${answer.status()}`);
  }
}

/** Registers and logs in through the screens, as a newcomer does. */
export async function registerOnScreens(page: Page, origin: string, username: string) {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.test`);
  await page.getByLabel('Password').fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /register/i })
    .click();
  await page.getByText('Registration successful! Redirecting to login page...').waitFor();
  await page.waitForURL(`${origin}/login`);
  await logIn(page, origin, username, password);
}

/** Logs in through the screen. */
export async function logIn(page: Page, origin: string, username: string, secret: string) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${origin}/`);
}

/** Runs `act` in a browser context of its own and answers who it then is. */
export async function becoming(
  browser: Browser,
  act: (page: Page) => Promise<void>,
): Promise<State> {
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(browser, undefined, { viewport, theme: 'dark' });
  try {
    await act(await context.newPage());
    return await context.storageState();
  } finally {
    await context.close();
  }
}

interface Setting {
  viewport: Viewport;
  theme: Theme;
  /** Whether the daily reward's greeting comes. */
  greeting?: boolean;
  /** On a phone. */
  fingers?: boolean;
}

/** A browser context as `who`, in one theme and size; the daily greeting is kept away unless wanted. */
export async function contextFor(
  browser: Browser,
  state: State | undefined,
  { viewport, theme, greeting = false, fingers = false }: Setting,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: state,
    hasTouch: fingers,
    isMobile: fingers,
  });
  if (!greeting) {
    const day = new Date().toISOString().slice(0, 10);
    await context.addInitScript((today) => localStorage.setItem('reward-greeted', today), day);
  }
  return context;
}

export type Cast = Record<Who, State | undefined>;
