import { Switch, type SwitchProps } from '@mantine/core'
import { useId } from 'react'
import styles from './HintedSwitch.module.css'

type Props = SwitchProps & { hint: string }

/** A switch with a hint below it. The library makes its own description a part of the switch's name. */
export function HintedSwitch({ hint, ...field }: Props) {
  const id = useId()
  return (
    <div>
      <Switch {...field} aria-describedby={id} />
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}
