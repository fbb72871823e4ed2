const wildcards = ['', '0.0.0.0', '::']
const loopback = /^(localhost|127(\.\d+){3}|::1)$/

/** An IPv6 address needs brackets before a port. */
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** A host at which a server that listens on HOST can be reached. A wildcard is not connectable. */
export function probeHost(host = ''): string {
  if (host === '::') return '[::1]'
  return wildcards.includes(host) ? '127.0.0.1' : inUrl(host)
}

/** The host for browsers on this machine. It is part of the origin of sign-ins and forms. */
export const browserHost = (host = ''): string =>
  wildcards.includes(host) || loopback.test(host) ? 'localhost' : inUrl(host)
