import { callerFaults } from './callers.ts'
import { colleagueFaults } from './colleagues.ts'
import { crmFaults } from './crm.ts'
import { databaseFaults } from './database.ts'
import type { Fault } from './fault.ts'
import { instanceFaults } from './instances.ts'
import { loadFaults } from './load.ts'
import { messageFaults } from './messages.ts'
import { printFaults } from './print.ts'
import { scanFaults } from './scans.ts'
import { signInFaults } from './sign-ins.ts'
import { soak } from './soak.ts'

export const ordinaryFaults: Fault[] = [
  ...instanceFaults,
  ...databaseFaults,
  ...crmFaults,
  ...callerFaults,
  ...loadFaults,
  ...signInFaults,
  ...colleagueFaults,
  ...printFaults,
  ...scanFaults,
  ...messageFaults,
]

/** With those that come only when they are asked for by name. */
export const everyFault: Fault[] = [...ordinaryFaults, soak]
