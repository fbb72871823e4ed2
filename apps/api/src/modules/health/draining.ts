let draining = false

/** Makes readiness fail from now on, so that load balancers send no new requests to this process. */
export const startDraining = (): void => {
  draining = true
}

export const isDraining = (): boolean => draining
