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
import { kubernetes, manifestsIn, readKustomization } from './manifests.ts'

const base = path.join(kubernetes, 'base')
const overlay = path.join(kubernetes, 'overlays/example')
const patches = (readKustomization(overlay).patches ?? []).map((patch) => patch.path)
const whole = [...manifestsIn(base), ...manifestsIn(overlay)].filter(({ file }) => !patches.includes(file))

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

describe('each object fits the schema of its kind', () => {
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
