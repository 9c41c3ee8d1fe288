import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cleanUp, makeDataDir, startGuildhall } from '#test/crash/guildhall-process.ts';
import { findBrowser } from '#test/fixtures/browser.ts';
import { median } from './measure-rounds-and-medians.ts';

/** The part of Lighthouse's result that is used here. */
interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    {
      score: number | null;
      numericValue?: number;
      details?: { items?: { resourceType?: string; transferSize?: number }[] };
    }
  >;
  runtimeError?: { message: string };
}

type Launch = (options: object) => Promise<{ port: number; kill(): void }>;
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;

/** The result for a page on a simulated phone: the median of `runs` visits with an empty cache. */
interface PageResult {
  page: string;
  /** 0 to 100. */
  scores: Record<(typeof categories)[number], number>;
  largestContentfulPaintMs: number;
  layoutShift: number;
  /** Bytes of compressed script that were transferred. */
  scriptBytes: number;
  /** The ids of audits that cost points. */
  complaints: string[];
}

const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const pages = [
  ['shop', '/'],
  ['game', '/game-info/3498'],
  ['publisher', '/publisher/1000000011'],
  ['About', '/about'],
] as const;
/** The goals. `scriptBytes` applies to the shop page only. */
const goals = {
  score: 95,
  largestContentfulPaintMs: 1_500,
  layoutShift: 0.02,
  scriptBytes: 133_120,
};

/**
 * Lighthouse is installed in its own folder with its own lock file, because libraries of the application
 * would otherwise resolve its dependencies.
 */
const lighthouseFolder = 'bench/lighthouse';

/** Imports a module of Lighthouse's folder, which it installs first where it is missing. */
async function importInstalled<Module>(name: string): Promise<Module> {
  if (!existsSync(`${lighthouseFolder}/node_modules`)) {
    execFileSync('npm', ['ci', '--prefix', lighthouseFolder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return import(`./lighthouse/node_modules/${name}`);
}

/** Measures public pages of the built application with an empty database, as a phone on a slow network. */
export async function lighthouseTable(): Promise<string> {
  const { default: lighthouse } = await importInstalled<{ default: Lighthouse }>(
    'lighthouse/core/index.js',
  );
  const { launch } = await importInstalled<{ launch: Launch }>('chrome-launcher/dist/index.js');
  const { executablePath: chromePath, args, env } = await findBrowser();
  const dataDir = await makeDataDir();
  const visit = async (url: string) => {
    // Each visit has a new browser, so that nothing is cached.
    const browser = await launch({ chromePath, chromeFlags: args, envVars: env });
    try {
      return await runLighthouse(lighthouse, url, browser.port);
    } finally {
      browser.kill();
    }
  };
  try {
    const { origin } = await startGuildhall(dataDir);
    const pageResults: PageResult[] = [];
    for (const [page, path] of pages) {
      const results: Result[] = [];
      // The first visit is not counted, because the server has not compressed the page yet.
      await visit(origin + path);
      for (let run = 0; run < runs; run += 1) results.push(await visit(origin + path));
      pageResults.push(summarise(page, results));
    }
    return formatTable(pageResults);
  } finally {
    await cleanUp(dataDir);
  }
}

const triesMax = 3;

/** Runs Lighthouse, again after an error: sometimes it misses the start of a page load. */
async function runLighthouse(lighthouse: Lighthouse, url: string, port: number): Promise<Result> {
  const flags = { port, logLevel: 'error', onlyCategories: [...categories] };
  let message: string | undefined;
  for (let tried = 0; tried < triesMax; tried += 1) {
    const answer = await lighthouse(url, flags);
    if (answer && !answer.lhr.runtimeError) return answer.lhr;
    message = answer?.lhr.runtimeError?.message;
  }
  throw new Error(`Lighthouse has no result for ${url}: ${message}`);
}

function summarise(page: string, results: readonly Result[]): PageResult {
  const of = (read: (result: Result) => number) => median(results.map(read));
  const numeric = (id: string) => of(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  return {
    page,
    scores: Object.fromEntries(
      categories.map((id) => [id, of((result) => (result.categories[id]?.score ?? 0) * 100)]),
    ) as PageResult['scores'],
    largestContentfulPaintMs: numeric('largest-contentful-paint'),
    layoutShift: numeric('cumulative-layout-shift'),
    scriptBytes: of(scriptBytes),
    complaints: complaintsOf(results),
  };
}

function scriptBytes({ audits }: Result): number {
  const details = audits['network-requests']?.details;
  if (!details?.items) throw new Error('Lighthouse lists no requests.');
  return details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}

function complaintsOf(results: readonly Result[]): string[] {
  const weighed = results.flatMap((result) =>
    Object.values(result.categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => id),
    ),
  );
  return [...new Set(weighed)];
}

function formatTable(pageResults: readonly PageResult[]): string {
  const mark = (text: string, reached: boolean) => (reached ? text : `${text} (missed)`);
  const rows = pageResults.map((one) => [
    one.page,
    ...categories.map((id) => mark(one.scores[id].toFixed(0), one.scores[id] >= goals.score)),
    mark(
      `${(one.largestContentfulPaintMs / 1000).toFixed(2)} s`,
      one.largestContentfulPaintMs <= goals.largestContentfulPaintMs,
    ),
    mark(one.layoutShift.toFixed(3), one.layoutShift <= goals.layoutShift),
    mark(
      `${(one.scriptBytes / 1024).toFixed(0)} KB`,
      one.page !== 'shop' || one.scriptBytes <= goals.scriptBytes,
    ),
    one.complaints.join(', ') || 'none',
  ]);
  const head = [
    'page',
    ...['performance', 'accessibility', 'best practices', 'SEO', 'largest contentful paint'],
    ...['layout shift', 'script', 'audits below 90'],
  ];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
