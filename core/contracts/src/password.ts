import * as z from 'zod'
import { brokenPasswordRules, passwordBytes } from './password-rules.ts'

/** A password as it was typed. Other compositions of the accepted characters fit too. */
export const TypedPassword = z.string().max(2 * passwordBytes)

/**
 * A password that somebody chooses. Each broken rule is an issue of its own, whose message is the rule's name. Whether
 * it is common or personal the server finds out.
 */
export const NewPassword = TypedPassword.superRefine((password, context) => {
  for (const rule of brokenPasswordRules(password)) context.addIssue({ code: 'custom', message: rule })
})
