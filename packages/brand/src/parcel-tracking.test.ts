import { expect, test } from 'vitest'
import { parcelCarrier, parcelUrl } from './parcel-tracking.ts'

test.each(['94001118992231000012', '9400111899223100001234', '92001902551559000101352584', 'EA123456785US'])(
  'links a USPS number to its tracking page: %s',
  (number) => {
    expect(parcelUrl(number)).toBe(`https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`)
    expect(parcelCarrier(number)).toBe('USPS')
  },
)

test.each(['1Z999AA10123456784', '940011189922310000123', '12345678', '', '9400111899223100001234&x=1'])(
  'does not link other numbers: %s',
  (number) => {
    expect(parcelUrl(number)).toBeUndefined()
    expect(parcelCarrier(number)).toBeUndefined()
  },
)
