export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string
  lastName?: string | null | undefined
}): string => [firstName, lastName].filter(Boolean).join(' ')
