import { readFileSync } from 'node:fs'

// cURL with the options used in the guides, for machines with only Node. A failed request sets a nonzero exit code.

const headers = new Headers()
let url = ''
let method: string | undefined
let body: string | Uint8Array<ArrayBuffer> | undefined

const words = process.argv.slice(2)
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (!word.startsWith('-')) {
    url = word
    continue
  }
  const value = words.shift() ?? ''
  if (word === '-X') method = value
  else if (word === '-H') headers.append(...(value.split(/: (.*)/s).slice(0, 2) as [string, string]))
  else if (word === '-d') body = value
  else if (word === '--data-binary') body = new Uint8Array(readFileSync(value.slice(1)))
  else throw new Error(`The guides use ${word}, which this program does not know`)
}

const response = await fetch(url, {
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  body: body ?? null,
})
console.log(await response.text())
if (!response.ok) {
  console.error(`${url} responded with ${response.status}`)
  process.exitCode = 1
}
