import * as z from 'zod'
import { brokenPasswordRules } from './password-rules.ts'

/** A password that somebody chooses. Each broken rule is an issue of its own, whose message is the rule's name. */
export const NewPassword = z.string().max(1_000).superRefine((password, context) => {
  for (const rule of brokenPasswordRules(password)) context.addIssue({ code: 'custom', message: rule })
})
