import type { Registry } from 'prom-client'
import { codeOf } from '../errors/errors.ts'
import { type Config, ConfigError, readConfig, settingDefaults } from './config.ts'
import { misspelledSettings } from './misspelled-settings.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'

/** Prints one line for each problem and ends the process. */
export function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Reads the settings from the environment, and ends the process when one is invalid. Reports misspelled names. */
export function readSettings(): Config {
  for (const line of misspelledSettings(process.env, Object.keys(settingDefaults))) process.stderr.write(`${line}\n`)
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems)
    throw error
  }
}

const refusals: Record<string, (prefix: string, port: number, host: string) => string> = {
  EADDRINUSE: (prefix, port) =>
    `${prefix}PORT ${port} is in use by another program; set ${prefix}PORT to choose another`,
  EACCES: (prefix, port) => `${prefix}PORT ${port} may not be used by this user; set ${prefix}PORT to choose another`,
  EADDRNOTAVAIL: (prefix, _port, host) => `${prefix}HOST ${host} is not an address of this machine`,
  ENOTFOUND: (prefix, _port, host) => `${prefix}HOST ${host} is not an address of this machine`,
}

/** Waits until a server listens. Ends the process with one line when its configured address cannot be used. */
export async function listening<Server>(
  prefix: '' | 'METRICS_',
  { port, host }: { port: number; host: string },
  opened: Promise<Server>,
): Promise<Server> {
  try {
    return await opened
  } catch (error) {
    const refusal = refusals[codeOf(error) ?? '']
    if (refusal) fail([refusal(prefix, port, host)])
    throw error
  }
}

/** Serves metrics if an address is configured for them. Resolves with the function that stops it. */
export const startMetrics = async ({ metrics }: Config, registry: Registry, isAlive?: () => boolean) =>
  metrics && listening('METRICS_', metrics, serveMetrics(registry, metrics, isAlive))
