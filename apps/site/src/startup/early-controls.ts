import { isReady, partOf, whenReady } from './ready.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** What was chosen too early in the controls of each part of the page, the last one last. */
const early = new Map<string, Map<Control, string | boolean>>()

/** Where each of them stands in its part, which React may render anew. */
const places = new WeakMap<Control, number>()

const controlsOf = (part: string) => [
  ...document.querySelectorAll<Control>(`[data-island="${part}"] :is(input, select)`),
]

const current = (control: Control, part: string): Control =>
  control.isConnected ? control : (controlsOf(part)[places.get(control) ?? -1] ?? control)

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')

/**
 * What the visitor does to a control. React compares it with what it set last through its own property, which is why the
 * value is set by that of the prototype.
 */
function choose(control: Control, wanted: string | boolean): void {
  if (isTicked(control)) {
    control.checked = !wanted
    control.click()
    return
  }
  const { prototype } = control instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement
  Reflect.set(prototype, 'value', wanted, control)
  control.dispatchEvent(new InputEvent('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * Repeats what was typed or chosen before React hydrated its part of the page: React puts the values of the prerendered
 * page back, or does not learn of the change. Forms with a draft take over their fields themselves.
 */
export function replayEarlyControls(): void {
  addEventListener(
    'input',
    ({ target }) => {
      const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
      if (!isControl || target.closest('form[data-draft]')) return
      const part = partOf(target)
      if (isReady(part)) return
      const controls = early.get(part) ?? new Map<Control, string | boolean>()
      if (!early.has(part)) {
        void whenReady(part).then(() => {
          for (const [control, wanted] of controls) choose(current(control, part), wanted)
        })
      }
      early.set(part, controls)
      controls.delete(target)
      places.set(target, controlsOf(part).indexOf(target))
      controls.set(target, isTicked(target) ? target.checked : target.value)
    },
    true,
  )
}
