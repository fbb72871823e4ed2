import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** The user that owns the cluster, with full privileges. */
export const databaseOwner = 'app'

const nobody = { uid: 65_534, gid: 65_534 }

interface Programs {
  initdb: string
  postgres: string
  /** The version of the package that contains the programs. It starts with PostgreSQL's version. */
  version: string
}

/** Runs PostgreSQL's programs as a user that PostgreSQL accepts. It refuses to run as root. */
export interface Runner extends Programs {
  /** The folder in which this runner stores the cluster. Its parent must exist. */
  place: (dataDir: string) => string
  /** Makes the server's user the owner of a folder that we created. */
  handOver: (folder: string) => void
  spawn: (program: string, args: string[], stdio: StdioOptions) => ChildProcess
}

/** @throws {EmbeddedPostgresError} `no-binaries` on a platform without published binaries */
export async function findRunner(): Promise<Runner> {
  const programs = await findPrograms()
  const asCaller: Runner = {
    ...programs,
    place: (dataDir) => dataDir,
    handOver: () => {},
    spawn: (program, args, stdio) => launch(program, args, stdio),
  }
  if (process.getuid?.() !== 0) return asCaller
  // In a user namespace without a mapping, PostgreSQL sees user 65534, while the kernel still sees root.
  const hasNamespaces = process.env.EMBEDDED_PG_ROOT !== 'uid' && spawnSync('unshare', ['--user', 'true']).status === 0
  if (hasNamespaces) {
    return { ...asCaller, spawn: (program, args, stdio) => launch('unshare', ['--user', program, ...args], stdio) }
  }
  return asNobody(programs)
}

/** The user `nobody` cannot enter root's folders of mode 700, so a cluster in one of them is stored elsewhere. */
function asNobody(programs: Programs): Runner {
  const home = path.join(process.env.EMBEDDED_PG_HOME ?? '/var/lib', 'embedded-postgres')
  const native = path.resolve(path.dirname(programs.postgres), '..')
  const reachable = isOpenToOthers(native) ? native : path.join(home, programs.version)
  if (!existsSync(reachable)) {
    const partial = `${reachable}.${process.pid}`
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    renameSync(partial, reachable)
  }
  return {
    initdb: path.join(reachable, 'bin/initdb'),
    postgres: path.join(reachable, 'bin/postgres'),
    version: programs.version,
    place: (dataDir) =>
      isOpenToOthers(path.dirname(dataDir)) ? dataDir : path.join(home, Buffer.from(dataDir).toString('base64url')),
    handOver: (folder) => chownSync(folder, nobody.uid, nobody.gid),
    spawn: (program, args, stdio) => launch(program, args, stdio, nobody),
  }
}

/** True if every user may enter this folder and all of its parents. */
function isOpenToOthers(folder: string): boolean {
  const parent = path.dirname(folder)
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToOthers(parent))
}

function launch(program: string, args: string[], stdio: StdioOptions, identity = {}): ChildProcess {
  return spawn(program, args, {
    ...identity,
    // In its own process group, the database does not receive Ctrl-C. Our handler stops it last.
    detached: true,
    stdio,
    env: { ...process.env, LC_ALL: 'C', PGUSER: databaseOwner },
  })
}

async function findPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The platform packages have no types; they export this.
    const { initdb, postgres } = (await import(name)) as Omit<Programs, 'version'>
    const manifest = readFileSync(path.resolve(path.dirname(postgres), '../../package.json'), 'utf8')
    return { initdb, postgres, version: String(JSON.parse(manifest).version) }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'no-binaries',
      `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
      { cause },
    )
  }
}
