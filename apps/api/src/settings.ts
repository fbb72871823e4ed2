import { type Config, ConfigError, readConfig } from './config.ts'

/** Ends the process with one line for each problem. */
export function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** The settings of the environment; ends the process when one of them is bad. */
export function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems)
    throw error
  }
}
