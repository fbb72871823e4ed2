import { expect, test } from 'vitest'
import { product } from '../../test/records.ts'
import { productForm, toProductInput } from '../screens/pricing/product-form.ts'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Postcard', price: '0.7', isVisible: true }
const inputOf = ({ price, ...others }: typeof base) => ({ ...others, price: Number(price) })
const merged = (theirs: object, yours: object) =>
  mergeEdits(base, { ...base, ...theirs }, { ...base, ...yours }, inputOf)

test.each([
  ['nothing', {}, {}, {}, [], []],
  ['what only they changed is kept', { price: '0.75' }, {}, { price: '0.75' }, ['price'], []],
  ['what only I changed is saved', {}, { name: 'Mine' }, { name: 'Mine' }, [], []],
  ['disjoint edits', { price: '0.75' }, { name: 'Mine' }, { price: '0.75', name: 'Mine' }, ['price'], []],
  ['the same edit', { price: '0.75' }, { price: '0.750' }, { price: '0.750' }, [], []],
  ['a value written differently is no edit', { price: '0.75' }, { price: '0.70' }, { price: '0.75' }, ['price'], []],
  [
    'a clash',
    { isVisible: false, name: 'Theirs' },
    { name: 'Mine' },
    { isVisible: false, name: 'Mine' },
    ['isVisible'],
    ['name'],
  ],
])('%s', (_case, theirs, yours, values, kept, clashes) => {
  expect(merged(theirs, yours)).toEqual({ values: { ...base, ...values }, kept, clashes })
})

test('keeps an edit that looks the same on screen', () => {
  const stored = { ...productForm(product()), features: 'Color, Glossy' }
  const mine = { ...stored, features: 'Color\nGlossy' }
  expect(mergeEdits(stored, { ...stored, name: 'Theirs' }, mine, toProductInput).values).toEqual({
    ...mine,
    name: 'Theirs',
  })
})
