import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { CronJob, Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1'
import { Namespace, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { root } from '../product/paths.ts'
import { kubernetes, manifestsIn, readKustomization } from './manifests.ts'

const base = path.join(kubernetes, 'base')
const overlay = path.join(kubernetes, 'overlays/example')
const patches = (readKustomization(overlay).patches ?? []).map((patch) => patch.path)
const whole = [...manifestsIn(base), ...manifestsIn(overlay).filter(({ file }) => !patches.includes(file))]

/** The schemas of the Kubernetes API and of CloudNativePG, by kind. */
const models = {
  Cluster,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Role,
  RoleBinding,
  ScheduledBackup,
  Service,
  ServiceAccount,
}

describe('each object matches the schema of its kind', () => {
  test.each(whole.map(({ manifest }) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s',
    (kind, _name, manifest) => {
      const Model = models[kind as keyof typeof models]
      expect(manifest.apiVersion).toBe(Model.apiVersion)
      // Properties that the schema does not define are refused too.
      expect(() => new Model(manifest as never).validate()).not.toThrow()
    },
  )
})

interface Profile {
  type: string
}

interface Pod {
  securityContext: { runAsNonRoot?: boolean; seccompProfile?: Profile; appArmorProfile?: Profile }
  containers: { securityContext?: { allowPrivilegeEscalation?: boolean; capabilities?: { drop?: string[] } } }[]
}

interface Workload {
  spec: { replicas?: number; template?: { spec: Pod }; jobTemplate?: { spec: { template: { spec: Pod } } } }
}

const workloads = whole
  .filter(({ manifest }) => ['CronJob', 'Deployment', 'Job'].includes(manifest.kind))
  .map(({ manifest }) => [manifest.metadata.name, manifest as unknown as Workload] as const)

const operations = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
const inOperations = [...operations.matchAll(/--overrides='(\{.*?\})'/gs)].map(
  ([, pod = '{}'], index) => [`pod ${index + 1} of docs/operations.md`, JSON.parse(pod) as { spec: Pod }] as const,
)

const pods = [
  ...workloads.map(([name, { spec }]) => [name, (spec.jobTemplate?.spec ?? spec).template?.spec] as const),
  ...inOperations.map(([name, { spec }]) => [name, spec] as const),
]

test('the namespace enforces the restricted standard, and some pod is checked against it', () => {
  const [namespace] = whole.filter(({ manifest }) => manifest.kind === 'Namespace')
  expect(namespace?.manifest.metadata).toMatchObject({
    labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  })
  expect(workloads.length).toBeGreaterThan(5)
  expect(inOperations).toHaveLength(1)
})

test.each(pods)('%s meets the restricted pod security standard', (_name, pod) => {
  const profiles = ['RuntimeDefault', 'Localhost']
  const { runAsNonRoot, seccompProfile, appArmorProfile } = pod?.securityContext ?? {}
  expect(runAsNonRoot).toBe(true)
  expect(profiles).toContain(seccompProfile?.type)
  expect(profiles).toContain(appArmorProfile?.type ?? 'RuntimeDefault')
  for (const { securityContext } of pod?.containers ?? []) {
    expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })
  }
})

test('the connections of all instances fit into the database limit, as docs/operations.md counts them', () => {
  const manifestOf = (kind: string, name: string) =>
    whole.find(({ manifest }) => manifest.kind === kind && manifest.metadata.name === name)?.manifest
  const replicasOf = (name: string) => (manifestOf('Deployment', name) as unknown as Workload).spec.replicas ?? 1
  const { maxReplicas } =
    (manifestOf('HorizontalPodAutoscaler', 'api') as unknown as HorizontalPodAutoscaler).spec ?? {}
  const { postgresql } = (manifestOf('Cluster', 'database') as unknown as Cluster).spec ?? {}
  const [, pool, worker, renderer, rest] =
    /Instances × \(`DATABASE_POOL_MAX` \+ (\d+)\) \+ (\d+) for each worker \+ (\d+) for each renderer \+ (\d+)/.exec(
      operations,
    ) ?? []
  const [, poolMax] = /\| `DATABASE_POOL_MAX` \| `(\d+)`/.exec(operations) ?? []
  const connections =
    maxReplicas * (Number(poolMax) + Number(pool)) +
    replicasOf('worker') * Number(worker) +
    replicasOf('renderer') * Number(renderer) +
    Number(rest)
  expect(connections).toBeLessThan(Number(postgresql?.parameters?.['max_connections']))
})
