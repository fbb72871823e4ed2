import { networkOf } from '../config/network.ts'

/**
 * The address that rate limits count: an IPv4 address, or a /64 of IPv6, because the holder of one such address has all of them.
 */
export const callerOf = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 }) ?? address
