import { Textarea, TextInput } from '@mantine/core'
import { Choice } from './Choice.tsx'
import styles from './Form.module.css'
import type { FormField } from './form-fields.ts'

interface FormRowsProps<Name extends string> {
  fields: Readonly<Record<Name, FormField>>
  /** The fields to show, in order. */
  names: NoInfer<Name>[]
  /** Returns the props that connect a field to its form. */
  inputOf: (name: NoInfer<Name>) => object
  /** Height of a multiline field, in lines. */
  lines: number
}

/** The inputs of a form. */
export const FormRows = <Name extends string>({ fields, names, inputOf, lines }: FormRowsProps<Name>) =>
  [...Map.groupBy(names, (name) => fields[name].row).values()].map((row) => {
    const inputs = row.map((name) => <Input key={name} field={fields[name]} input={inputOf(name)} lines={lines} />)
    if (inputs.length === 1) return inputs
    return (
      <div key={row[0]} className={styles.pair}>
        {inputs}
      </div>
    )
  })

function Input({ field, input, lines }: { field: FormField; input: object; lines: number }) {
  const { label, type = 'text', inputMode, autoComplete, isRequired: required = false, isLong, options } = field
  if (options)
    return <Choice {...input} label={label} required={required} autoComplete={autoComplete} options={options} />
  if (isLong) return <Textarea {...input} label={label} required={required} rows={lines} />
  return <TextInput {...input} {...{ type, label, required, autoComplete, inputMode }} />
}
