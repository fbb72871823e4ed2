import { settingDefaults } from '../apps/api/src/config/config.ts'
import { misspelledSettings } from '../apps/api/src/config/misspelled-settings.ts'
import { startProblems } from './product/start-settings.ts'

// Prints a line for each setting that the API would reject at `npm start`. tools/bootstrap.mjs runs this before it
// builds or starts anything. If only names are misspelled, the API reports them and still starts.
const problems = startProblems(process.env)
for (const problem of problems) console.log(problem)
if (problems.length > 0)
  for (const slip of misspelledSettings(process.env, Object.keys(settingDefaults))) console.log(slip)
