const wildcards = ['', '0.0.0.0', '::']
const loopback = /^(localhost|127(\.\d+){3}|::1)$/

/** Without brackets an IPv6 address cannot stand before a port. */
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** A host at which a server that listens on HOST can be reached: a wildcard is not connectable. */
export function probeHost(host = ''): string {
  if (host === '::') return '[::1]'
  return wildcards.includes(host) ? '127.0.0.1' : inUrl(host)
}

/** The host that browsers on this machine use: sign-ins and forms come from the origin that it is part of. */
export const browserHost = (host = ''): string =>
  wildcards.includes(host) || loopback.test(host) ? 'localhost' : inUrl(host)
