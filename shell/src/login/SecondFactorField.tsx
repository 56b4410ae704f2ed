export interface SecondFactorFieldProps {
  readonly value: string
  onChange(code: string): void
  readonly error?: string | undefined
}

/** Where the code of a second factor is typed, once the server has asked for it. */
export function SecondFactorField(_props: SecondFactorFieldProps) {
  return null
}
