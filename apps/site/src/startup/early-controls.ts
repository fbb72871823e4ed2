import { isReady, partOf, whenReady } from './ready.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** Early changes by part of the page, in order of the latest change. */
const early = new Map<string, Map<Control, string | boolean>>()

/** Index of each control within its part, to find it again if React replaces the element. */
const indexes = new WeakMap<Control, number>()

const controlsOf = (part: string) => [
  ...document.querySelectorAll<Control>(`[data-island="${part}"] :is(input, select)`),
]

const current = (control: Control, part: string): Control =>
  control.isConnected ? control : (controlsOf(part)[indexes.get(control) ?? -1] ?? control)

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')

/**
 * Changes a control as the visitor would. React overrides the value property of the element to detect changes, so the
 * value is set through the prototype.
 */
function applyChange(control: Control, value: string | boolean): void {
  if (isCheckable(control)) {
    control.checked = !value
    control.click()
    return
  }
  const { prototype } = control instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement
  Reflect.set(prototype, 'value', value, control)
  control.dispatchEvent(new InputEvent('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * Repeats changes made before React hydrated their part of the page. React would otherwise reset the controls to their
 * prerendered values or miss the change. Forms with a draft handle their fields themselves.
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
          for (const [control, value] of controls) applyChange(current(control, part), value)
        })
      }
      early.set(part, controls)
      controls.delete(target)
      indexes.set(target, controlsOf(part).indexOf(target))
      controls.set(target, isCheckable(target) ? target.checked : target.value)
    },
    true,
  )
}
