import { Input, Switch, type SwitchProps } from '@mantine/core'
import { useId } from 'react'

type Props = SwitchProps & { hint: string }

/** A switch with a hint below it. The library makes its own description a part of the switch's name. */
export function HintedSwitch({ hint, ...field }: Props) {
  const id = useId()
  return (
    <div>
      <Switch {...field} aria-describedby={id} />
      <Input.Description id={id} mt={4}>
        {hint}
      </Input.Description>
    </div>
  )
}
