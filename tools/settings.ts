import { settingDefaults } from '../apps/api/src/config/config.ts'
import { misspelledSettings } from '../apps/api/src/config/misspelled-settings.ts'
import { startProblems } from './product/start-settings.ts'

// Prints a line for each setting that `npm start` would hand to the API in vain. tools/bootstrap.mjs asks this before it
// builds or starts anything. Misspelled names alone are told by the API, which then starts all the same.
const problems = startProblems(process.env)
for (const problem of problems) console.log(problem)
if (problems.length > 0)
  for (const slip of misspelledSettings(process.env, Object.keys(settingDefaults))) console.log(slip)
