import { getListWebhookDeliveriesQueryKey } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'

/** Reloads the deliveries of a webhook, regardless of the filters in the URL. */
export function useReloadDeliveries(id: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const [path] = getListWebhookDeliveriesQueryKey(id)
  return () => queryClient.invalidateQueries({ queryKey: [path] })
}
