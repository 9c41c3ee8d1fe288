import { globSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

interface Resource {
  apiVersion: string;
  kind: string;
  spec: Record<string, unknown>;
}

const models = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
];

const resources = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Resource),
);

/** What the schema of Kubernetes says against a resource. */
function check(resource: Resource): string[] {
  const { kind, apiVersion } = resource;
  const model = models.find((one) => one.kind === kind && one.apiVersion === apiVersion);
  if (!model) return [`There is no schema of ${apiVersion} ${kind}.`];
  const unread = new Set<string>();
  try {
    // A new model would be a copy, which reads every field.
    Reflect.apply(model.prototype.validate, watch(resource, kind, unread), []);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return [...unread].map((path) => `${path} is not in the schema`);
}

/** The schemas accept unknown fields, but they never read them. `unread` has the fields that were not read. */
function watch(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of Object.keys(value)) unread.add(`${path}.${key}`);
  const children = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, watch(child, `${path}.${key}`, unread)]),
  );
  return new Proxy(Array.isArray(value) ? Object.values(children) : children, {
    get(target, key) {
      unread.delete(`${path}.${String(key)}`);
      return Reflect.get(target, key) as unknown;
    },
  });
}

test('the manifests have only what the schemas of Kubernetes have', () => {
  expect(resources.length).toBeGreaterThan(9);
  expect(resources.map((resource) => [resource.kind, check(resource)])).toEqual(
    resources.map(({ kind }) => [kind, []]),
  );
});

test('a wrong type, a missing field and a misspelt one are found', () => {
  const deployment = resources.find(({ kind }) => kind === 'Deployment');
  const { selector, ...rest } = deployment?.spec ?? {};
  const checkSpec = (spec: Record<string, unknown>) =>
    check({ apiVersion: 'apps/v1', kind: 'Deployment', spec });
  expect(checkSpec({ selector, ...rest })).toEqual([]);
  expect(checkSpec({ selector, ...rest, replicas: 'two' })).toEqual([
    expect.stringContaining('replicas must be integer'),
  ]);
  expect(checkSpec(rest)).toEqual([expect.stringContaining('property selector')]);
  expect(checkSpec({ selector, ...rest, replica: 2 })).toEqual([
    'Deployment.spec.replica is not in the schema',
  ]);
});
