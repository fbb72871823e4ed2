import { readFileSync } from 'node:fs'
import path from 'node:path'
import { kubernetes, readKustomization, settingsOf } from 'tools/deploy'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingDefaults } from '../src/config/config.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const known = Object.keys(settingDefaults)

/** The settings in a Markdown table: each name and its default cell. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (`[A-Z].*?) \| (.*?) \| (.*?) \|$/gm)].flatMap(([, names = '', defaults = '']) =>
    [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => [name, defaults] as const),
  )

const operations = rowsOf(read('docs/operations.md'))

test('docs/operations.md lists exactly the settings of the program', () => {
  expect(operations.map(([name]) => name).sort()).toEqual([...known].sort())
})

test.each(operations)('%s has its documented default', (name, written) => {
  const value = settingDefaults[name]
  const isStated = value !== undefined && value !== ''
  const literal = written.match(/^`([^`]*)`$/)?.[1]
  // A default derived from another setting is written as SITE_URL/admin.
  const follows = /^`(http:\/\/localhost:PORT|SITE_URL(?:\/.*)?)`$/.test(written)
  expect(isStated ? literal : follows || /^(none|off)/.test(written)).toBe(
    isStated ? JSON.stringify(value).replaceAll('"', '') : true,
  )
})

test('README.md names every setting', () => {
  const text = read('README.md')
  expect(known.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

/** The services of a Compose file, with their merged properties. */
const servicesOf = (file: string): Record<string, Service> => parse(read(file), { merge: true }).services

interface Service {
  environment?: Record<string, string>
  [property: string]: unknown
}

const compose = servicesOf('docker-compose.yml')
const second = servicesOf('deploy/renderer.compose.yml')['renderer']
const programs = ['migrate', 'api-1', 'api-2', 'worker', 'renderer'].map((name) => compose[name])
const inCompose = programs.flatMap((service) => Object.keys(service?.environment ?? {}))
const ofImages = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
  line.split(' ').map((setting) => setting.slice(0, setting.indexOf('='))),
)

describe('deployments set only known settings', () => {
  test('docker-compose.yml', () => {
    expect(inCompose).toContain('DATABASE_URL')
    expect(inCompose.filter((name) => !known.includes(name))).toEqual([])
  })

  test('deploy/renderer.compose.yml sets only settings that the renderer of docker-compose.yml has', () => {
    const names = Object.keys(second?.environment ?? {})
    expect(names).toContain('FILES_S3_ENDPOINT')
    expect(names.filter((name) => !(name in (compose['renderer']?.environment ?? {})))).toEqual([])
  })

  test('Kubernetes', () => {
    const overlay = path.join(kubernetes, 'overlays/example')
    const names = Object.keys(settingsOf(readKustomization(path.join(kubernetes, 'base')), readKustomization(overlay)))
    expect(names).toContain('TRUST_PROXY')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })
})

test('docker-compose.yml passes every setting on', () => {
  // Compose has separate services for the front ends, the worker, and the renderer, and no place for a file.
  const others = ['SITE_DIR', 'ADMIN_DIR', 'RUN_WORKER', 'RUN_RENDERER', 'PRESS_PROFILE']
  expect(known.filter((name) => ![...inCompose, ...ofImages, ...others].includes(name))).toEqual([])
})

test.each(['image', 'mem_limit', 'pids_limit', 'read_only', 'tmpfs', 'cap_drop', 'security_opt'])(
  'a renderer on a separate machine has the same %s',
  (property) => {
    expect(second?.[property]).toEqual(compose['renderer']?.[property])
  },
)

test('docs/operations.md names every variable of docker-compose.yml', () => {
  const text = read('docs/operations.md')
  const names = [...read('docker-compose.yml').matchAll(/\$\{([A-Z\d_]+)/g)].map(([, name = '']) => name)
  // The next "up" would stop renderers that "up --scale" has started.
  expect(names).toContain('RENDERERS')
  expect(names.filter((name) => !text.includes(`\`${name}`) && !text.includes(` ${name}=`))).toEqual([])
})

test('the renderer may run the start script of its browser, which Docker forbids in a tmpfs by default', () => {
  expect(compose['renderer']?.['tmpfs']).toEqual([expect.stringMatching(/^\/tmp:.*\bexec\b/)])
})

test('an orphan of a health check cannot restart the database, because an init process adopts it', () => {
  expect(compose['postgres']).toMatchObject({ init: true, cap_add: expect.arrayContaining(['KILL']) })
})
