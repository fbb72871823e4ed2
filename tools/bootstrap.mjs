// `npm start` and `npm test` on a machine with only Node and npm (see docs/platforms.md). Plain JavaScript without
// dependencies, because it installs them. All later steps run on the Node in node_modules/.bin.
import { install, isInstalled } from './bootstrap/install.mjs'
import { check } from './bootstrap/check.mjs'
import { apiProblems, settingProblems } from './bootstrap/settings.mjs'
import { runForeground, runStep, say } from './bootstrap/steps.mjs'

const [mode] = process.argv.slice(2)

if (mode === 'start') await start()
else if (mode === 'test') process.exitCode = await check(await install())
else {
  console.error('Usage: node tools/bootstrap.mjs start|test')
  process.exitCode = 2
}

async function start() {
  // Problems that can be found without installed packages are reported before the installation, and all others after
  // it.
  const early = await settingProblems(process.env)
  if (early.length > 0 && !isInstalled()) refuse(early)
  const env = await install()
  refuse([...early, ...apiProblems(env)])
  const filters = ['--filter=api', '--filter=site', '--filter=admin']
  const built = await runStep('Building', 'turbo', ['run', 'build', '--output-logs=new-only', ...filters], env)
  if (!built) process.exit(1)
  say('Starting')
  process.exitCode = await runForeground('node', ['tools/start.ts'], env)
}

/** Prints one line per rejected setting and exits, unless there are none. */
function refuse(problems) {
  const byName = new Map(problems.toReversed().map((problem) => [problem.split(' ')[0], problem]))
  for (const problem of [...byName.values()].toReversed()) console.error(problem)
  if (problems.length > 0) process.exit(1)
}
