/** Milliseconds for which a button shows the result of copying. */
const confirmationMs = 2_000

async function copy(button: HTMLButtonElement, code: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => false,
  )
  button.textContent = isCopied ? 'Copied' : 'Copying was blocked'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, confirmationMs)
}

/** Adds a button to a block of code, which the renderer shows without one. */
export function addCopyButton(block: Element): void {
  const code = block.querySelector('code')?.textContent ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // A screen reader announces the change of its text.
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', () => void copy(button, code))
  block.append(button)
}
