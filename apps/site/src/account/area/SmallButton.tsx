import type { ComponentProps } from 'react'
import controls from './Controls.module.css'

/** Stays enabled while busy, so that it keeps the focus. */
export const SmallButton = ({
  isBusy,
  type = 'button',
  ...button
}: ComponentProps<'button'> & { isBusy?: boolean }) => (
  <button aria-disabled={isBusy} {...button} type={type} className={controls.small} />
)

interface RefreshProps {
  query: { isFetching: boolean; refetch: () => unknown }
}

/** Reloads the query. Stays enabled, so that it keeps the focus. */
export const Refresh = ({ query: { isFetching, refetch } }: RefreshProps) => (
  <SmallButton isBusy={isFetching} onClick={() => void (isFetching || refetch())}>
    {isFetching ? 'Refreshing...' : 'Refresh'}
  </SmallButton>
)
