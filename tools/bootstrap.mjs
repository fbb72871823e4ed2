// `npm start` and `npm test` on a machine with nothing but Node 18 or newer and npm. Plain JavaScript without
// dependencies: it installs them. What follows the installation runs on the Node in node_modules/.bin.
import { install } from './bootstrap/install.mjs'
import { check } from './bootstrap/check.mjs'
import { settingProblems } from './bootstrap/settings.mjs'
import { runForeground, runStep, say } from './bootstrap/steps.mjs'

const [mode] = process.argv.slice(2)

if (mode === 'start') await start()
else if (mode === 'test') process.exitCode = await check(await install())
else {
  console.error('Usage: node tools/bootstrap.mjs start|test')
  process.exitCode = 2
}

async function start() {
  const problems = await settingProblems(process.env)
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem)
    process.exit(1)
  }
  const env = await install()
  const filters = ['--filter=api', '--filter=site', '--filter=admin']
  const built = await runStep('Building', 'turbo', ['run', 'build', '--output-logs=new-only', ...filters], env)
  if (!built) process.exit(1)
  say('Starting')
  process.exitCode = await runForeground('node', ['tools/start.ts'], env)
}
