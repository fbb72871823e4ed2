import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { program } from '../quality/programs.ts'

// Scores one page served on this machine: observatory.ts <http port> <https port> <path>
const [httpPort, httpsPort, page] = process.argv.slice(2)

const folder = path.join(path.dirname(program('mdn-http-observatory-scan')), '../@mdn/mdn-http-observatory')
// The HSTS preload list, which its installation would download. None of our hosts is on it.
const preloaded = path.join(folder, 'conf/hsts-preload.json')
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}')

interface Result {
  result: string
  pass: boolean
  scoreModifier?: number
}

// The package has no types; these are the parts of its scan() that take ports.
const part = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(path.join(folder, 'src', name)).href)) as T
const { retrieve } = await part<{
  retrieve: (host: string, options: object) => Promise<{ responses: { auto?: unknown } }>
}>('retriever/retriever.js')
const { ALL_TESTS } = await part<{ ALL_TESTS: ((retrieved: unknown) => Result)[] }>('constants.js')
const { getScoreModifier, getGradeForScore } = await part<{
  getScoreModifier: (result: string) => number
  getGradeForScore: (score: number) => { score: number; grade: string }
}>('grader/grader.js')
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await part<{ MINIMUM_SCORE_FOR_EXTRA_CREDIT: number }>('grader/charts.js')

const retrieved = await retrieve('localhost', { httpPort, httpsPort, path: page })
if (!retrieved.responses.auto) throw new Error('Nothing answers')
const results = ALL_TESTS.map((test) => test(retrieved)).filter(({ result }) => result)
const modifiers = results.map(({ result }) => getScoreModifier(result))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 100)
const plain = sum(modifiers.filter((value) => value < 0))
const { score, grade } = getGradeForScore(plain >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(modifiers) : plain)
console.log(`score ${score} ${grade}`)
for (const { result, pass } of results) if (!pass) console.log(`failed ${result}`)
process.exit(0)
