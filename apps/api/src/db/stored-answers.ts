type Stored<Answer> = [Answer] extends [string] ? Answer : NonNullable<Answer> | null

/**
 * A form's texts as stored in its row: trimmed, and null for a blank optional one. The contract rejects blank required
 * ones.
 */
export const storedAnswers = <Input extends object, Name extends keyof Input & string>(
  input: Input,
  names: readonly Name[],
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each name becomes a member; a required text is not blank.
  Object.fromEntries(names.map((name) => [name, String(input[name] ?? '').trim() || null])) as {
    [One in Name]: Stored<Input[One]>
  }
