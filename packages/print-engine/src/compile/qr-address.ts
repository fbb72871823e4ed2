import { templateLimits } from './limits.ts'

const schemes = ['https://', 'http://']

/** True if more text can complete it to an address. */
export const isQrAddressStart = (text: string): boolean =>
  schemes.some((scheme) => text.toLowerCase().startsWith(scheme) || scheme.startsWith(text.toLowerCase()))

/** The reason why a phone camera would not open the address. Undefined if it would. */
export function qrAddressProblem(address: string): 'qr_address_not_allowed' | 'qr_address_too_long' | undefined {
  const isAddress = schemes.some((scheme) => address.toLowerCase().startsWith(scheme)) && URL.canParse(address)
  if (!isAddress || /\s/.test(address)) return 'qr_address_not_allowed'
  return Buffer.byteLength(address) > templateLimits.qrAddressBytes ? 'qr_address_too_long' : undefined
}
