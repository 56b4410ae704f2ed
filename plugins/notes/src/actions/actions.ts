import { conversationText, type ActionSpec } from '@recado/sdk'
import * as z from 'zod'
import { maxContentLength } from '../notes/limits.ts'

/** Actions of rules with notes. Users have `ctx.acting.notes`, which writes in their name. */
export const actions = {
  /** Writes a note without an author for everybody who sees the conversation. */
  write: {
    icon: 'notebook-pen',
    by: ['automation'],
    input: z.object({ content: conversationText(maxContentLength) }),
  } satisfies ActionSpec,
}
