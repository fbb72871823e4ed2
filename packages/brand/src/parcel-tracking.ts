const uspsNumber = /^(?:9\d{19}(?:\d\d(?:\d{4})?)?|[A-Z]{2}\d{9}US)$/
const uspsPage = 'https://tools.usps.com/go/TrackConfirmAction?tLabels='

/** Where a parcel can be followed. Undefined for a number that is not one of USPS: nothing tells whose it is. */
export const parcelUrl = (trackingNumber: string): string | undefined =>
  uspsNumber.test(trackingNumber) ? `${uspsPage}${trackingNumber}` : undefined

/** Who brings a parcel, if its number tells. */
export const parcelCarrier = (trackingNumber: string): string | undefined =>
  uspsNumber.test(trackingNumber) ? 'USPS' : undefined
