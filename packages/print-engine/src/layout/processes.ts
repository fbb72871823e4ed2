import { readdir, readFile, readlink } from 'node:fs/promises'

const megabyte = 1024 * 1024
const pageBytes = 4096

/** The kernel counts processor time in hundredths of a second on every machine. */
const tickMilliseconds = 10

/** A process may end while its files are being read. */
const unlessGone = <T>(reading: Promise<T>): Promise<T | undefined> => reading.catch(() => undefined)

/** The fields of /proc/<pid>/stat after the program's name, which is in parentheses and may contain anything. */
async function statOf(id: number): Promise<{ parent: number; processorTime: number } | undefined> {
  const stat = await unlessGone(readFile(`/proc/${id}/stat`, 'utf8'))
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number)
  return { parent: Number(fields[1]), processorTime: (userTicks + systemTicks) * tickMilliseconds }
}

/** The process and all its descendants. Empty except on Linux. */
export async function processTree(root: number): Promise<number[]> {
  const names = (await unlessGone(readdir('/proc'))) ?? []
  const parents = new Map<number, number>()
  await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await statOf(Number(name))
        if (stat) parents.set(Number(name), stat.parent)
      }),
  )
  const belongs = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === root || belongs(parents.get(id)))
  return [...parents.keys()].filter(belongs)
}

/** Memory exclusive to these processes, in megabytes. */
export async function ownMegabytes(ids: readonly number[]): Promise<number> {
  const pages = await Promise.all(
    ids.map(async (id) => {
      const statm = await unlessGone(readFile(`/proc/${id}/statm`, 'utf8'))
      const [, resident = 0, shared = 0] = statm?.split(' ').map(Number) ?? []
      return resident - shared
    }),
  )
  return (pages.reduce((sum, count) => sum + count, 0) * pageBytes) / megabyte
}

/** The processor time of each process in milliseconds, including all of its threads. */
export async function processorTimes(ids: readonly number[]): Promise<Map<number, number>> {
  const times = await Promise.all(ids.map(async (id) => [id, (await statOf(id))?.processorTime] as const))
  return new Map(times.flatMap(([id, time]) => (time === undefined ? [] : [[id, time]])))
}

export const networkOf = (id: number | 'self'): Promise<string> => readlink(`/proc/${id}/ns/net`)

export type ProcessFacts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

/** The kernel's information about a process. */
export async function factsOf(id: number) {
  const [status, command, network] = await Promise.all([
    unlessGone(readFile(`/proc/${id}/status`, 'utf8')),
    unlessGone(readFile(`/proc/${id}/cmdline`, 'utf8')),
    unlessGone(networkOf(id)),
  ])
  if (status === undefined || command === undefined || network === undefined) return undefined
  const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    id,
    parent: numberOf('PPid'),
    command: command.replaceAll('\0', ' '),
    user: numberOf('Uid'),
    /** 2 if a filter restricts the process's system calls. */
    seccomp: numberOf('Seccomp'),
    network,
  }
}
