import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../product/paths.ts'

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

export interface Kustomization {
  resources: string[]
  patches?: { path: string }[]
  configMapGenerator?: { literals?: string[] }[]
}

export const kubernetes = path.join(root, 'deploy/kubernetes')

export const readKustomization = (folder: string): Kustomization =>
  parse(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization

/** The Kubernetes objects in a folder, with their files. */
export const manifestsIn = (folder: string): { file: string; manifest: Manifest }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')).map((document) => ({
        file,
        manifest: document.toJS() as Manifest,
      })),
    )

/** The generated settings, including the overlay's values. */
export const settingsOf = (...kustomizations: Kustomization[]): Record<string, string> =>
  Object.fromEntries(
    kustomizations
      .flatMap(({ configMapGenerator = [] }) => configMapGenerator)
      .flatMap(({ literals = [] }) => literals)
      .map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
  )
