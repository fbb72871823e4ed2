interface Circumstances {
  /** The pause that the receiver requested. */
  cooldownMs?: number
  /** The connection to the receiver is at fault rather than this message: others would fail, too. */
  isRouteDown?: boolean
}

/**
 * Why a message could not be sent. passing: another attempt makes sense. refused: it does not.
 * Staff read the message. It contains no personal data and no secret.
 */
export class SendError extends Error {
  readonly fault: 'passing' | 'refused'
  readonly cooldownMs: number | undefined
  readonly isRouteDown: boolean

  constructor(fault: SendError['fault'], message: string, { cooldownMs, isRouteDown = false }: Circumstances = {}) {
    super(message)
    this.fault = fault
    this.cooldownMs = cooldownMs
    this.isRouteDown = isRouteDown
  }
}
