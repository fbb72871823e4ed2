import { brand } from '@app/brand'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { screen, within } from '@testing-library/react'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import printApiSchema from '../../public/print-api.schema.json' with { type: 'json' }
import { showPage as show } from '../../test/show-page.tsx'
import { guides, payloadFields } from '../content/print.ts'

const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(printApiSchema)

describe('developer pages', () => {
  test.each([
    ['/print', brand.links.apiDocs, 'API Reference'],
    ['/print/postcards', '/print/docs#fields', 'See all request fields'],
    ['/print/letters', '/print/docs#fields', 'See all request fields'],
    ['/print/docs', brand.links.apiDocs, 'Open API Documentation'],
    ['/print/pricing', '/print/docs', 'See the documentation'],
  ])('%s links to %s, and its examples are valid dry runs that can be copied as is', async (path, reference, name) => {
    await show(path)
    const link = screen.getAllByRole('link', { name })[0]
    expect(link).toHaveAttribute('href', reference)
    expect(link?.getAttribute('target')).toBe(reference === brand.links.apiDocs ? '_blank' : null)
    const samples = screen.getAllByRole('figure').filter((figure) => figure.querySelector('[role=tabpanel]'))
    expect(samples).not.toHaveLength(0)
    for (const sample of samples) {
      const example = JSON.parse(sample.querySelector('pre')?.textContent ?? '')
      expect([validate(example), validate.errors]).toEqual([true, null])
      expect(example).toMatchObject({ DryRun: true })
      expect(sample).toHaveTextContent('Runs as is, without an account.')
      expect(within(sample).getByRole('link', { name: 'Try it' })).toHaveAttribute(
        'href',
        expect.stringMatching(/^\/print\/sandbox\?example=/),
      )
    }
  })

  test('the documentation says what the sandbox cannot do, and lists the fields', async () => {
    await show('/print/docs')
    expect(screen.getByText(/the sandbox responds with 403 and the code\s+live_mode_unavailable/)).toBeVisible()
    expect(document.querySelector('#fields')).toBeVisible()
  })

  test('the documentation describes every field of the published schema', () => {
    const described = payloadFields.flatMap(({ title }) => title.split(', '))
    expect(described.toSorted()).toEqual(Object.keys(printApiSchema.properties).toSorted())
  })

  test('the documentation links to every how-to guide: those numbered 12 to 29', () => {
    const files = readdirSync(path.join(import.meta.dirname, '../../../../packages/api-reference/guides'))
    const wanted = files.filter((name) => /^(1[2-9]|2\d)-/.test(name)).map((name) => `guide-${name.slice(3, -3)}`)
    expect(Object.keys(guides)).toEqual([...wanted, 'checks', 'guide-changelog'])
  })
})
