import type { ActionSpec } from '@recado/sdk'
import * as z from 'zod'
import { maxKeyLength } from '../messages/limits.ts'

/** Actions of rules and macros with quick messages. */
export const actions = {
  /**
   * Sends one by its shortcut, with or without the `/` that people type. Looked up when it runs: its text at that time
   * is sent.
   */
  send: {
    icon: 'zap',
    permission: 'quick-messages.use',
    input: z.object({
      shortcut: z
        .string()
        .trim()
        .min(1)
        .max(maxKeyLength + 1)
        .regex(/^\/?[^\s/]+$/u),
    }),
  } satisfies ActionSpec,
}
