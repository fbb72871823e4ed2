import { accessRulesFile } from './access.ts'

const always = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'max_connections=100',
  // Otherwise the log would contain the values of a rejected row, such as a person's address.
  'log_min_messages=log',
  'log_checkpoints=off',
]

/** These are PostgreSQL's defaults. They are stated because an accepted lead must survive a crash. */
const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']

const fast = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=64MB',
  // Its launcher would start a process for each of a test run's hundred databases, every minute.
  'autovacuum=off',
]

export const serverSettings = (dataDir: string, throwaway: boolean): string[] =>
  [`hba_file=${accessRulesFile(dataDir)}`, ...always, ...(throwaway ? fast : durable)].flatMap((setting) => [
    '-c',
    setting,
  ])
