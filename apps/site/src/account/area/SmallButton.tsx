import type { ComponentProps } from 'react'
import controls from './Controls.module.css'

/** It stays enabled while it works, so that it keeps the focus. */
export const SmallButton = ({
  isBusy,
  type = 'button',
  ...button
}: ComponentProps<'button'> & { isBusy?: boolean }) => (
  <button aria-disabled={isBusy} {...button} type={type} className={controls.small} />
)
