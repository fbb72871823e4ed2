import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Number of network bits in an address. */
interface NetworkSize {
  ipv4: 24 | 32
  ipv6: 48 | 64
}

/**
 * The network of an address, like `203.0.113.0/24` or `2001:db8:0:7::/64`; a full IPv4 address has no /32 suffix. IPv4
 * inside IPv6 counts as IPv4. Undefined for an invalid address.
 */
export function networkOf(address: string, size: NetworkSize): string | undefined {
  // Fast path, on every request: Node writes IPv4 addresses in this form.
  if (isIPv4(address)) return size.ipv4 === 32 ? address : `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) {
    return size.ipv4 === 32 ? parsed.toString() : `${parsed.octets.slice(0, 3).join('.')}.0/24`
  }
  const groups = parsed.parts.slice(0, size.ipv6 / 16).map((part) => part.toString(16))
  return `${groups.join(':')}::/${size.ipv6}`
}

export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** An address, or a range of addresses in CIDR notation. */
export const isAddressRange = (range: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(range) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(range) ||
  ipaddr.IPv6.isValid(range) ||
  ipaddr.IPv6.isValidCIDR(range)

/** The range of globally routable IPv6 addresses. The rest is reserved or wraps an IPv4 address. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for an address of the public Internet: not this machine, a private network, or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6))
}

const rangeOf = (range: string) => {
  if (range.includes('/')) return ipaddr.parseCIDR(range)
  const address = ipaddr.process(range)
  return ipaddr.parseCIDR(`${address.toString()}/${address instanceof ipaddr.IPv4 ? 32 : 128}`)
}

/** `ranges` are addresses or CIDR blocks. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some((range) => {
    const network = rangeOf(range)
    return parsed.kind() === network[0].kind() && parsed.match(network)
  })
}

/**
 * The address that rate limits count: an IPv4 address, or a /64 of IPv6, because the holder of one such address has all
 * of them.
 */
export const callerOf = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 }) ?? address
