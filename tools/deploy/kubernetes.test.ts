import { existsSync, readFileSync, statSync } from 'node:fs'
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
import { readStages } from './dockerfile.ts'
import { kubernetes, type Manifest, manifestsIn, readKustomization, settingsOf } from './manifests.ts'

const base = path.join(kubernetes, 'base')
const overlay = path.join(kubernetes, 'overlays/example')
const all = [...manifestsIn(base), ...manifestsIn(overlay)]
const inBase = manifestsIn(base).map(({ manifest }) => manifest)

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPatch = (file: string, folder: string) =>
  (readKustomization(folder).patches ?? []).some((patch) => patch.path === file)

describe('each object is one that its API takes', () => {
  const whole = all.filter(({ file, manifest }) => !(manifest.kind === 'Cluster' && isPatch(file, overlay)))

  test.each(whole.map(({ manifest }) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s',
    (kind, _name, manifest) => {
      const Model = models[kind as keyof typeof models]
      expect(manifest.apiVersion).toBe(Model.apiVersion)
      // Properties that the schema does not define are refused too.
      expect(() => new Model(manifest as never).validate()).not.toThrow()
    },
  )

  test('and one that it does not take is refused', () => {
    const [api] = inBase.filter(({ kind }) => kind === 'Deployment')
    const broken = { ...api, spec: { ...api?.spec, replicas: 'two' } }
    expect(() => new Deployment(broken as never).validate()).toThrow(/replicas/)
  })
})

describe.each([base, overlay])('%s', (folder) => {
  test('lists every file, and every file is there', () => {
    const { resources, patches = [] } = readKustomization(folder)
    const listed = [...resources, ...patches.map((patch) => patch.path)]
    expect(listed.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
    const files = listed.filter((file) => statSync(path.join(folder, file)).isFile())
    expect(new Set(manifestsIn(folder).map(({ file }) => file))).toEqual(new Set(files))
  })
})

test('patches change objects that exist', () => {
  for (const { path: file } of readKustomization(overlay).patches ?? []) {
    const [patch] = manifestsIn(overlay).filter((one) => one.file === file)
    const key = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
    expect(inBase.map(key)).toContain(key(patch!.manifest))
  }
})

test("the overlay's database is one that its API takes, with the patch in it", () => {
  const merged = (one: unknown, other: unknown): unknown =>
    isObject(one) && isObject(other)
      ? Object.fromEntries(
          [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
            key,
            key in other ? merged(one[key], other[key]) : one[key],
          ]),
        )
      : other
  const [base, patch] = [inBase, manifestsIn(overlay).map(({ manifest }) => manifest)].map((manifests) =>
    manifests.find(({ kind }) => kind === 'Cluster'),
  )
  const whole = merged(base, patch) as Manifest
  expect(whole.spec).toMatchObject({ instances: 3, storage: { size: '50Gi' } })
  expect(() => new Cluster(whole as never).validate()).not.toThrow()
})

interface Container {
  name: string
  image: string
  ports?: { name: string; containerPort: number }[]
  securityContext: {
    readOnlyRootFilesystem: boolean
    allowPrivilegeEscalation: boolean
    capabilities: { drop: string[] }
  }
  volumeMounts?: { name: string }[]
  resources: { requests: object; limits: { memory: string } }
  startupProbe?: object
  livenessProbe?: object
  readinessProbe?: object
  env?: { name: string }[]
}

interface PodTemplate {
  metadata: { labels: Record<string, string> }
  spec: {
    automountServiceAccountToken: boolean
    terminationGracePeriodSeconds?: number
    securityContext: { runAsNonRoot: boolean; runAsUser: number }
    containers: Container[]
    volumes?: { name: string; emptyDir?: { sizeLimit?: string } }[]
    topologySpreadConstraints?: { labelSelector: object }[]
  }
}

const podsOf = (manifest: Manifest) => manifest.spec?.['template'] as PodTemplate
const workloads = inBase.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
const deployments = inBase.filter(({ kind }) => kind === 'Deployment')
const byName = (manifests: Manifest[]) => manifests.map((manifest) => [manifest.metadata.name, manifest] as const)

describe.each(byName(workloads))('%s', (_name, manifest) => {
  const { spec } = podsOf(manifest)
  const [container] = spec.containers as [Container]

  test('may do no more than it must', () => {
    expect(spec.automountServiceAccountToken).toBe(false)
    // The browser of the renderer makes namespaces, which the profile of the runtime forbids.
    const type = manifest.metadata.name === 'renderer' ? 'Localhost' : 'RuntimeDefault'
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources.limits.memory).toMatch(/Mi$/)
  })

  test('runs an image that the Dockerfile makes and the overlay pins', () => {
    const stages = readStages(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).map(
      ({ name }) => `direct-mail/${name}`,
    )
    expect(stages).toContain(container.image)
    const pinned = (readKustomization(overlay).images ?? []).filter(({ newTag }) => /^\d+\.\d+\.\d+$/.test(newTag))
    expect(pinned.map(({ name }) => name)).toContain(container.image)
  })

  test('gets its secrets as files and cannot fill the disk of its machine', () => {
    expect(JSON.stringify(spec)).not.toContain('secretKeyRef')
    const folders = (spec.volumes ?? []).filter(({ emptyDir }) => emptyDir)
    expect(folders.filter(({ emptyDir }) => !emptyDir?.sizeLimit)).toEqual([])
  })

  test('mounts what it has', () => {
    const volumes = (spec.volumes ?? []).map(({ name }) => name)
    expect([...new Set((container.volumeMounts ?? []).map(({ name }) => name))]).toEqual(volumes)
  })
})

test.each(byName(deployments))('%s is watched, and its selector finds its own pods', (name, manifest) => {
  const { metadata, spec } = podsOf(manifest)
  expect(manifest.spec?.['selector']).toEqual({ matchLabels: { 'app.kubernetes.io/name': name } })
  expect(metadata.labels['app.kubernetes.io/name']).toBe(name)
  expect(spec.containers[0]?.livenessProbe).toBeDefined()
  // Losing one machine must not take all of them down.
  expect(spec.topologySpreadConstraints?.map(({ labelSelector }) => labelSelector)).toEqual([
    { matchLabels: { 'app.kubernetes.io/name': name } },
  ])
  const budgets = inBase.filter(({ kind }) => kind === 'PodDisruptionBudget').map((budget) => budget.spec?.['selector'])
  expect(budgets).toContainEqual(manifest.spec?.['selector'])
})

test('the API has time to end: preStop, then draining, then the last requests', () => {
  const [api] = deployments.filter(({ metadata }) => metadata.name === 'api')
  const { spec } = podsOf(api!)
  const settings = settingsOf(readKustomization(base))
  const preStopSeconds = 5
  const closingSeconds = 10
  const needed = preStopSeconds + Number(settings['DRAIN_SECONDS']) + closingSeconds
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  expect(spec.containers[0]).toMatchObject({ lifecycle: { preStop: { sleep: { seconds: preStopSeconds } } } })
})

test('the renderer reaches the database and nothing else', () => {
  const ways = inBase.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec?.['egress'] !== undefined)
  expect(ways.map(({ metadata }) => metadata.name)).toContain('to-outside-over-tls')
  expect(ways.filter(({ spec }) => JSON.stringify(spec).includes('"renderer"'))).toEqual([])
  const [renderer] = deployments.filter(({ metadata }) => metadata.name === 'renderer')
  expect(podsOf(renderer!).metadata.labels).toMatchObject({ 'direct-mail/database-client': 'true' })
})

test('the renderer has time to finish its proofs, and the profile that it names is the one we ship', () => {
  const [renderer] = deployments.filter(({ metadata }) => metadata.name === 'renderer')
  const { spec } = podsOf(renderer!)
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(12 + 5)
  const guide = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
  expect(guide).toContain('deploy/renderer/seccomp.json /var/lib/kubelet/seccomp/direct-mail/renderer.json')
  expect(spec.securityContext).toMatchObject({ seccompProfile: { localhostProfile: 'direct-mail/renderer.json' } })
})

test('what is scaled, balanced or let through exists', () => {
  const labels = new Set(workloads.map((manifest) => podsOf(manifest).metadata.labels['app.kubernetes.io/name']))
  for (const { spec } of inBase) {
    const text = JSON.stringify(spec)
    const named = [...text.matchAll(/"app\.kubernetes\.io\/name":"([^"]+)"/g)].map(([, label]) => label)
    const listed = [...text.matchAll(/"values":\["([^\]]+)"\]/g)].flatMap(([, names]) => names?.split('","') ?? [])
    for (const label of [...named, ...listed]) expect(labels).toContain(label)
  }
  const scaled = inBase
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .map(({ spec }) => spec?.['scaleTargetRef'])
  expect(scaled).toEqual([{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'api' }])
  // A fixed number of replicas would overwrite the autoscaler's with every rollout.
  expect(deployments.find(({ metadata }) => metadata.name === 'api')?.spec).not.toHaveProperty('replicas')
  const services = new Set(inBase.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name))
  const backends = [...JSON.stringify(manifestsIn(overlay)).matchAll(/"service":\{"name":"([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(new Set(backends)).toEqual(services)
})

test('every host of the example hands the print API on, and that of the site the codes of printed pieces', () => {
  const [ingress] = all.filter(({ manifest }) => manifest.kind === 'Ingress')
  const rules = (ingress?.manifest.spec?.['rules'] ?? []) as { http: { paths: { path: string; backend: unknown }[] } }[]
  expect(rules).toHaveLength(3)
  const handedOn = (path: string) =>
    expect.objectContaining({ path, backend: { service: { name: 'api', port: { name: 'http' } } } })
  for (const { http } of rules) expect(http.paths).toContainEqual(handedOn('/v1'))
  expect(rules[0]?.http.paths).toContainEqual(handedOn('/q'))
})

test('only the migration gets the owner of the database', () => {
  const withOwner = inBase.filter((manifest) => JSON.stringify(manifest).includes('"secretName":"database-app"'))
  expect(withOwner.map(({ metadata }) => metadata.name)).toEqual(['migrate'])
})

test('no proxy logs whole addresses, which hold one-time links and emails', { tags: ['F03'] }, () => {
  const [ingress] = all.filter(({ manifest }) => manifest.kind === 'Ingress')
  expect(ingress?.manifest.metadata).toMatchObject({
    annotations: { 'nginx.ingress.kubernetes.io/enable-access-log': 'false' },
  })
  const proxy = readFileSync(path.join(root, 'deploy/proxy/nginx.conf'), 'utf8')
  expect(proxy).toMatch(/^error_log stderr crit;$/m)
  const [format = ''] = proxy.match(/log_format [^;]+;/) ?? []
  expect(format).toContain('"path":"$logged_path"')
  // The id of a proof opens it.
  expect(proxy).toMatch(/map \$uri \$logged_path \{\s*~\^\/v1\/proofs\/ \/v1\/proofs\/:id;\s*default \$uri;\s*\}/)
  expect(format).not.toMatch(/\$(request\b|request_uri|args|query_string|http_referer|remote_addr)/)
})

test('by default nothing may be reached and nothing called', () => {
  const policies = inBase.filter(({ kind }) => kind === 'NetworkPolicy')
  expect(policies.map(({ spec }) => spec)).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
})

test("all instances of the API together stay below the database's connections", () => {
  const cluster = inBase.find(({ kind }) => kind === 'Cluster')
  const { parameters } = (cluster?.spec?.['postgresql'] ?? {}) as { parameters?: Record<string, string> }
  const scaler = inBase.find(({ kind }) => kind === 'HorizontalPodAutoscaler')
  // And one connection that listens for notifications.
  const ofOneInstance =
    1 + Number(settingsOf(readKustomization(base), readKustomization(overlay))['DATABASE_POOL_MAX'] ?? 20)
  const ofWorkers = 2 * 5
  const reserved = 20
  // And one more instance during a rollout.
  const most = (Number(scaler?.spec?.['maxReplicas']) + 1) * ofOneInstance + ofWorkers + reserved
  expect(most).toBeLessThanOrEqual(Number(parameters?.['max_connections']))
})

test('pods that may do more than the namespace allows are refused by the cluster', () => {
  const [namespace] = all.filter(({ manifest }) => manifest.kind === 'Namespace')
  expect(namespace?.manifest.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' })
  const [trial] = all.filter(({ manifest }) => manifest.kind === 'CronJob')
  const job = trial?.manifest.spec?.['jobTemplate'] as { spec: { template: PodTemplate } } | undefined
  const { spec } = job!.spec.template
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
  expect(spec.containers[0]?.securityContext).toMatchObject({ capabilities: { drop: ['ALL'] } })
})
