import { templateLimits } from './limits.ts'

const schemes = ['https://', 'http://']

/** True when more text can turn it into an address. */
export const isQrAddressStart = (text: string): boolean =>
  schemes.some((scheme) => text.toLowerCase().startsWith(scheme) || scheme.startsWith(text.toLowerCase()))

/** Why the camera of a telephone would not open a page. */
export function qrAddressProblem(address: string): 'qr_address_not_allowed' | 'qr_address_too_long' | undefined {
  const isAddress = schemes.some((scheme) => address.toLowerCase().startsWith(scheme)) && URL.canParse(address)
  if (!isAddress || /\s/.test(address)) return 'qr_address_not_allowed'
  return Buffer.byteLength(address) > templateLimits.qrAddressBytes ? 'qr_address_too_long' : undefined
}
