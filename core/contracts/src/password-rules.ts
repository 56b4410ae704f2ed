/** Bounds of a password's length (S5-001, S9-020); the upper one keeps hashing cheap to refuse. */
export const passwordLength = { min: 8, max: 128 } as const
/** What a password may consist of (S5-005, decision 23): to allow more, change this one. */
const passwordCharacters = /^[A-Za-z0-9]*$/

/** The rules of a password by name (S5-001…005), each a test; forms tick them off one by one. */
export const passwordRules = {
  length: (password: string) => password.length >= passwordLength.min && password.length <= passwordLength.max,
  upper: (password: string) => /[A-Z]/.test(password),
  lower: (password: string) => /[a-z]/.test(password),
  digit: (password: string) => /\d/.test(password),
  characters: (password: string) => passwordCharacters.test(password),
} as const satisfies Record<string, (password: string) => boolean>
/** Name of a rule of {@link passwordRules}. */
export type PasswordRule = keyof typeof passwordRules
/** All names of {@link passwordRules}, in the order in which they are shown. */
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[]

/** The rules that a password breaks; empty for a good one. */
export const brokenPasswordRules = (password: string): PasswordRule[] => passwordRuleNames.filter((name) => !passwordRules[name](password))
