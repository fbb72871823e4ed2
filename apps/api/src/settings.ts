import { type Config, ConfigError, readConfig } from './config.ts'

/** Prints one line for each problem and ends the process. */
export function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Reads the settings from the environment and ends the process when one of them is invalid. */
export function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems)
    throw error
  }
}
