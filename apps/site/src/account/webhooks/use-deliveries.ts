import {
  getListWebhookDeliveriesQueryKey,
  type ListWebhookDeliveriesParams,
  type ListWebhookDeliveriesQueryResult,
  useListWebhookDeliveries,
} from '@app/api-client'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pollWhileMoving } from '../area/poll-while-moving.ts'

type Polled = { state: { data: ListWebhookDeliveriesQueryResult | undefined } }

/** Deliveries that are about to be tried for the first time. */
function firstAttempts({ state: { data } }: Polled): string | undefined {
  const waiting = data?.data.filter(({ Status, Attempts }) => Status === 'waiting' && Attempts === 0) ?? []
  return waiting.map(({ Id }) => Id).join(' ') || undefined
}

/** One page of deliveries. It is loaded again while a new one is about to be sent. */
export function useDeliveries(id: string, params: ListWebhookDeliveriesParams) {
  const [refetchInterval] = useState(() => pollWhileMoving(firstAttempts))
  return useListWebhookDeliveries(id, params, {
    query: { refetchInterval, placeholderData: keepPreviousData },
  })
}

/** Reloads the deliveries of a webhook, regardless of the filters in the URL. */
export function useReloadDeliveries(id: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const [path] = getListWebhookDeliveriesQueryKey(id)
  return () => queryClient.invalidateQueries({ queryKey: [path] })
}
