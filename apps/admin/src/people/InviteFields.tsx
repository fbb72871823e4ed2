import { TextInput, type TextInputProps } from '@mantine/core'

export function InviteFields({
  fieldProps,
  area,
}: {
  fieldProps: (name: 'name' | 'email') => TextInputProps
  area: string
}) {
  return (
    <>
      <TextInput label="Name" required maxLength={200} autoComplete="off" data-autofocus {...fieldProps('name')} />
      <TextInput
        type="email"
        label="Email"
        description={`Used to sign in${area}`}
        required
        maxLength={254}
        autoComplete="off"
        {...fieldProps('email')}
      />
    </>
  )
}
