import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { forShell, root, runStep, say } from './steps.mjs'

const bin = path.join(root, 'node_modules/.bin')
const stampFile = path.join(root, 'node_modules/.installed.json')

/** The package.json of a folder. */
export const manifestOf = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
const pnpmSpec = manifestOf('.').packageManager

/** Folders of all workspaces, relative to the root. */
export const workspaces = [
  ...['apps', 'packages'].flatMap((group) => readdirSync(path.join(root, group)).map((name) => path.join(group, name))),
  'tools',
  'e2e',
].filter((folder) => existsSync(path.join(root, folder, 'package.json')))

/**
 * Installs the packages in the lockfile, unless that is already done.
 * @returns {Promise<NodeJS.ProcessEnv>} the environment, with pnpm and the pinned Node first on the PATH
 */
export async function install() {
  if (!hasPinnedNode) requireNode(process.versions.node)
  const env = ownEnvironment()
  const fingerprint = fingerprintOfManifests()
  const stamp = readStamp()
  if (!isInstalled()) {
    const line = `pnpm install --frozen-lockfile --prefer-offline --reporter=append-only`
    if (!(await runStep('Installing', ...viaNpx(line), env))) process.exit(1)
  }
  let { pnpmFolder } = stamp
  if (!pnpmFolder || !existsSync(path.join(pnpmFolder, 'pnpm'))) pnpmFolder = findPnpm(env)
  writeFileSync(stampFile, JSON.stringify({ fingerprint, pnpmFolder }))

  env.PATH = [bin, pnpmFolder, env.PATH].join(path.delimiter)
  requireNode(nodeVersion(env))
  return env
}

/** True if everything in the lockfile is installed here. */
export const isInstalled = () => readStamp().fingerprint === fingerprintOfManifests() && isComplete()

const viaNpx = (line) => [
  process.platform === 'win32' ? 'npx.cmd' : 'npx',
  // Without --prefer-offline, each call contacts the registry first, which takes a minute without a network.
  ['--yes', '--prefer-offline', '-p', pnpmSpec, '-c', line],
]

/** Turbo runs every task through pnpm, so pnpm must be on PATH. Its path is cached, because npx takes seconds. */
function findPnpm(env) {
  const [command, args] = viaNpx(process.platform === 'win32' ? 'where pnpm' : 'command -v pnpm')
  const found = spawnSync(command, forShell(args), {
    cwd: root,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const program = found.stdout?.trim().split(/\r?\n/)[0]
  if (program) return path.dirname(program)
  console.error(`npx cannot fetch ${pnpmSpec}:\n${found.stderr ?? found.error?.message}`)
  return process.exit(1)
}

/**
 * npm passes its settings to child processes as npm_config_*, which pnpm would take as its own. Only the network
 * settings are kept.
 */
function ownEnvironment() {
  const kept = /^npm_config_(userconfig|globalconfig|cache|registry|cafile|https?_proxy|proxy|noproxy)$/i
  const isNpms = (name) => /^npm_/i.test(name) && !kept.test(name)
  const env = Object.fromEntries(
    Object.entries(process.env)
      .filter(([name]) => !isNpms(name))
      // Windows calls it Path.
      .map(([name, value]) => [/^path$/i.test(name) ? 'PATH' : name, value]),
  )
  return { ...env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' }
}

function fingerprintOfManifests() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const manifests = ['.', ...workspaces].map((folder) => path.join(folder, 'package.json'))
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    hash.update(file).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

const isComplete = () => workspaces.every((folder) => existsSync(path.join(root, folder, 'node_modules')))

/** On Linux, the lockfile installs Node itself, and the caller's Node only installs packages. */
const hasPinnedNode = `node-${process.platform}-${process.arch}` in manifestOf('.').optionalDependencies

const nodeVersion = (env) => spawnSync('node', ['-p', 'process.versions.node'], { env, encoding: 'utf8' }).stdout.trim()

function requireNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 11)) return
  console.error(`Node ${version} is too old for ${process.platform} ${process.arch}: install Node 24.11 or newer`)
  process.exit(1)
}

export const sayNode = (env) => say(`Node ${nodeVersion(env)}`)
