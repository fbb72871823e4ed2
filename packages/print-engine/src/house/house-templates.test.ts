import { sampleCodes } from '@app/mail-piece/sample-codes'
import { recipients } from '@app/mail-piece/samples'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '../compile/compile-template.ts'
import { sheetOf } from '../geometry/piece.ts'
import { type HouseTemplate, houseTemplates } from './house-templates.ts'

const templates = Object.entries<HouseTemplate>(houseTemplates)
const compiled = ({ html, kind }: HouseTemplate) =>
  compileTemplate(html, {
    sheet: sheetOf(kind === 'letter' ? '8.5x11' : '4.25x6'),
    flows: kind === 'letter',
  })

describe.each(templates)('%s', (_, template) => {
  test('has no findings', () => {
    const { fields, lint, render } = compiled(template)
    expect(lint).toEqual([])
    const values = Object.fromEntries(fields.map(({ name }) => [name, recipients.dana.fields[name] ?? '']))
    const { html, findings } = render(values, () => undefined)
    expect(findings).toEqual([])
    expect(html).not.toMatch(/\{\{|undefined/)
  })

  test('requires all of its fields except the plan', () => {
    const { fields } = compiled(template)
    expect(fields.filter(({ required }) => !required).map(({ name }) => name)).toEqual(
      fields.some(({ name }) => name === 'plan') ? ['plan'] : [],
    )
  })
})

test('the code on the back opens the URL of the sample piece', () => {
  expect(`https://garden.example/${recipients.dana.fields.plan}`).toBe(sampleCodes.dana.url)
  expect(`https://garden.example/${recipients.marcus.fields.plan}`).toBe(sampleCodes.marcus.url)
})

test('both sides of the postcard together use every field of the sample payload, and so does the letter', () => {
  const { tmpl_spring_front: front, tmpl_spring_back: back, tmpl_planting_letter: letter } = houseTemplates
  const all = Object.keys(recipients.dana.fields).toSorted()
  const fieldsOf = (...used: HouseTemplate[]) =>
    [...new Set(used.flatMap((template) => compiled(template).fields.map(({ name }) => name)))].toSorted()
  expect(fieldsOf(front, back)).toEqual(all)
  expect(fieldsOf(letter)).toEqual(all)
})
