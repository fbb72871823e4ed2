type Stored<Answer> = [Answer] extends [string] ? Answer : NonNullable<Answer> | null

/** The texts of a form as its row stores them: trimmed, and null where an optional one is blank. The contract refuses the others. */
export const storedAnswers = <Input extends object, Name extends keyof Input & string>(
  input: Input,
  names: readonly Name[],
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each name becomes a member; a required text is not blank.
  Object.fromEntries(names.map((name) => [name, String(input[name] ?? '').trim() || null])) as {
    [One in Name]: Stored<Input[One]>
  }
