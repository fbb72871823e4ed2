import { TextInput, type TextInputProps } from '@mantine/core'

/** The password of the account, as password managers fill it in. */
export const CurrentPassword = ({ email, ...field }: { email: string } & TextInputProps) => (
  <>
    {/* Identifies the account to password managers. */}
    <input type="text" autoComplete="username" value={email} readOnly hidden />
    <TextInput
      label="Current password"
      type="password"
      required
      maxLength={1024}
      autoComplete="current-password"
      {...field}
    />
  </>
)
