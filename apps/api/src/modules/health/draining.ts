let draining = false

/** From now on readiness fails, so that load balancers send this process nothing new. */
export const startDraining = (): void => {
  draining = true
}

export const isDraining = (): boolean => draining
