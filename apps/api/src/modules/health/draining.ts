let draining = false

/** This process is about to end: no balancer should send it anything new. */
export const startDraining = (): void => {
  draining = true
}

export const isDraining = (): boolean => draining
