import { Input, Switch, type SwitchProps } from '@mantine/core'
import { useId } from 'react'

type Props = SwitchProps & { hint: string }

/** A switch with a hint below it. The library would make its own description part of the switch's name. */
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
