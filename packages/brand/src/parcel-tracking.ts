const uspsNumber = /^(?:9\d{19}(?:\d\d(?:\d{4})?)?|[A-Z]{2}\d{9}US)$/
const uspsPage = 'https://tools.usps.com/go/TrackConfirmAction?tLabels='

/** Tracking page of a parcel. Undefined unless it is a USPS number, because other numbers do not identify the carrier. */
export const parcelUrl = (trackingNumber: string): string | undefined =>
  uspsNumber.test(trackingNumber) ? `${uspsPage}${trackingNumber}` : undefined

/** The carrier of a parcel, if its number identifies one. */
export const parcelCarrier = (trackingNumber: string): string | undefined =>
  uspsNumber.test(trackingNumber) ? 'USPS' : undefined
