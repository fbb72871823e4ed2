import { copyText } from '@app/ui/copy-text'
import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'

type Props = Omit<ButtonProps, 'children'> & {
  text: string
  /** Label of the button. */
  children: string
  /** What is copied, for screen readers: "email". */
  what?: string
  onCopied?: () => void
}

/** Copies a text and reports whether the browser allowed it. */
export function CopyButton({ text, children, what, onCopied, ...button }: Props) {
  const [label, setLabel] = useState(children)
  const copy = async () => {
    const isCopied = await copyText(text)
    setLabel(isCopied ? 'Copied' : 'Not allowed')
    if (isCopied) onCopied?.()
  }
  return (
    <Button
      variant="default"
      {...button}
      aria-label={what && `${label} ${what}`}
      onClick={() => void copy()}
      onBlur={() => setLabel(children)}
    >
      <span aria-live="polite">{label}</span>
    </Button>
  )
}
