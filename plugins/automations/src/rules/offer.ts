import { FormField } from '@recado/sdk'
import * as z from 'zod'

/** A condition or an action that a plugin contributes. Its words stand in `namespace` under `words`. */
export const Block = z.object({
  plugin: z.string(), pluginTitle: z.record(z.string(), z.string()), name: z.string(), namespace: z.string(), words: z.string(), icon: z.string().nullable(), fields: z.array(FormField),
  about: z.enum(['ticket', 'message']), ends: z.boolean(),
})
export const Offer = z.object({ conditions: z.array(Block), actions: z.array(Block) })
export type Offer = z.infer<typeof Offer>
