/** How long a button shows the result of copying, in milliseconds. */
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

/** Adds a copy button to a code block, for which the renderer has none. */
export function addCopyButton(block: Element): void {
  const code = block.querySelector('code')?.textContent ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // Makes screen readers announce the changed text.
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', () => void copy(button, code))
  block.append(button)
}
