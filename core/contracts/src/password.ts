import * as z from 'zod'

/** What a password is made of (S5-001…005, decision 23): each rule by its name, so that a form can tick them off while somebody types. */
export const passwordRules = {
  length: (password: string): boolean => password.length >= 8 && password.length <= 128,
  uppercase: (password: string): boolean => /[A-Z]/.test(password),
  lowercase: (password: string): boolean => /[a-z]/.test(password),
  digit: (password: string): boolean => /\d/.test(password),
  characters: (password: string): boolean => /^[A-Za-z0-9]*$/.test(password),
} as const satisfies Record<string, (password: string) => boolean>
export type PasswordRule = keyof typeof passwordRules

/** The rules that a password breaks. */
export const brokenPasswordRules = (password: string): PasswordRule[] => (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password))

/** A new password; each issue's message is the rule that is broken. Never for signing in, where an older one may be looser. */
export const NewPassword = z.string().max(128).superRefine((password, context) => {
  for (const rule of brokenPasswordRules(password)) context.addIssue({ code: 'custom', message: rule })
})
