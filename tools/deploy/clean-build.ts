import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'
import { say } from '../product/say.ts'
import { environmentOf, type Stage } from './dockerfile.ts'

/** Folders of the image that build steps write to. Here they are created below the build's own folder. */
const imageFolders = /(?<![\w.}/-])\/(workspace|build|app|srv|etc\/proxy)(?![\w-])/g

/**
 * Runs a Dockerfile's instructions stage by stage in an empty folder. Build stages share the folder of their base,
 * because they write to different places. This machine, a Debian, stands in for the base images.
 */
export class CleanBuild {
  readonly #folder: string
  readonly #stages: readonly Stage[]
  readonly #args: Record<string, string>

  constructor(folder: string, stages: readonly Stage[], args: Record<string, string>) {
    this.#folder = folder
    this.#stages = stages
    this.#args = args
  }

  /** Where a path of the finished stage is on this machine. */
  place(stage: string, imagePath: string): string {
    const isRunning = ['api', 'worker', 'site', 'admin', 'proxy', 'node-runtime', 'nginx'].includes(stage)
    return path.join(this.#folder, isRunning ? stage : 'building', imagePath)
  }

  run(): void {
    for (const stage of this.#stages) this.#runStage(stage)
  }

  #runStage({ name, base, instructions }: Stage): void {
    const isStage = this.#stages.some((stage) => stage.name === base)
    const ownPlace = this.place(name, '/')
    if (isStage && this.place(base, '/') !== ownPlace) this.#copy(this.place(base, '/'), ownPlace)
    let folder = this.place(name, '/workspace')
    for (const instruction of instructions) {
      if (instruction.name === 'WORKDIR') folder = this.place(name, instruction.rest)
      mkdirSync(folder, { recursive: true })
      if (instruction.name === 'RUN') this.#runCommand(name, instruction.rest, folder)
      if (instruction.name === 'COPY') this.#copyInto(name, instruction.rest, folder)
    }
  }

  #runCommand(stage: string, command: string, cwd: string): void {
    say(`${stage}: ${command}`)
    const aptPackages = command
      .match(/apt-get install (.*?) &&/)?.[1]
      ?.split(' ')
      .filter((word) => !word.startsWith('-'))
    // Debian packages are not installed here; the machine must have them already.
    const script = aptPackages ? `dpkg --status ${aptPackages.join(' ')} >/dev/null` : this.#mapped(stage, command)
    const settings = Object.entries(environmentOf(this.#stages, stage)).map(([key, value]) => [
      key,
      value.startsWith('$') ? this.#args[value.slice(1)] : value,
    ])
    const programs = path.join(this.#folder, 'npm')
    const env = {
      ...ownEnvironment(),
      ...this.#args,
      ...Object.fromEntries(settings),
      // Programs that a step installs globally stay inside the folder.
      npm_config_prefix: programs,
      PATH: `${path.join(programs, 'bin')}${path.delimiter}${nodeFolder()}${path.delimiter}${process.env.PATH}`,
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${stage}: ${command}\n${stdout}${stderr}`)
  }

  #copyInto(stage: string, rest: string, folder: string): void {
    const words = rest.split(/\s+/)
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
    const [target = '', ...sources] = words.filter((word) => !word.startsWith('--')).toReversed()
    for (const source of sources.toReversed()) {
      const isStage = this.#stages.some(({ name }) => name === from)
      // Copies from another image are skipped: the only one is Node itself, which this machine has.
      if (from && !isStage) continue
      const origin = from ? this.place(from, source) : path.join(root, source)
      const place = target.startsWith('/') ? this.place(stage, target) : path.join(folder, target)
      if (origin === `${root}/` || origin === root) this.#checkOut(place)
      else this.#copy(origin, target.endsWith('/') ? path.join(place, path.basename(source)) : place)
    }
  }

  /** The build context: the files of the repository that .dockerignore does not exclude. */
  #checkOut(place: string): void {
    const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').match(/^[^#\s].*$/gm) ?? []
    const leftOut = ignored.flatMap((pattern) => [`:(exclude,glob)${pattern}`, `:(exclude,glob)${pattern}/**`])
    const script =
      'from=$1 to=$2; shift 2; git -C "$from" ls-files -z --cached --others --exclude-standard -- . "$@" |' +
      ' tar -C "$from" --null --ignore-failed-read -T - -cf - | tar -C "$to" -xf -'
    const args = ['-c', script, 'sh', root, place, ...leftOut]
    const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`the checkout failed: ${stderr}`)
  }

  #copy(from: string, to: string): void {
    if (!existsSync(from)) throw new Error(`${from} is missing`)
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }

  #mapped(stage: string, command: string): string {
    return command.replaceAll(imageFolders, (folder) => this.place(stage, folder))
  }
}

const nodeFolder = () => path.dirname(process.execPath)

/** The environment of a machine without this project: no programs of its workspaces, no settings of pnpm or Turbo. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) =>
    /^(npm_(?!config_(userconfig|globalconfig|cache))|turbo_|pnpm_|VITE_|INIT_CWD)/i.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)))
}
