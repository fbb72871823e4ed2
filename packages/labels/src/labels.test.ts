import { describe, expect, test } from 'vitest'
import { industryLabels, labelOf, optionsOf, volumeLabels } from './labels.ts'
import { stateCodes } from './states.ts'

describe('labels', () => {
  test('become options in their own order', () => {
    expect(optionsOf(volumeLabels).map(({ value }) => value)).toEqual([
      'under-1000',
      '1000-5000',
      '5000-25000',
      '25000-100000',
      'over-100000',
    ])
  })

  test('are shown for known values, and unknown values are shown unchanged', () => {
    expect(labelOf(industryLabels, 'home-services')).toBe('Home Services')
    expect(labelOf(industryLabels, 'aerospace')).toBe('aerospace')
    expect(labelOf(industryLabels, 'toString')).toBe('toString')
  })

  test('list each of the 50 states once', () => {
    expect(stateCodes).toHaveLength(50)
  })
})
