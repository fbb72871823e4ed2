import { describe, expect, test } from 'vitest'
import { leadSourceLabel } from './lead-source.ts'

describe('leadSourceLabel', () => {
  test.each([
    ['/mortgage', 'Mortgage Page'],
    ['/Mortgage/', 'Mortgage Page'],
    ['/USPSInformedDelivery', 'USPS Informed Delivery Page'],
    ['/uspsinformeddelivery/', 'USPS Informed Delivery Page'],
    ['/digital-audience', 'Digital Audience Page'],
    ['/', 'Main Website'],
    ['/print/faq', 'Main Website'],
    ['/nope', 'Main Website'],
  ])('%s is labeled %s', (path, label) => {
    expect(leadSourceLabel(path)).toBe(label)
  })
})
