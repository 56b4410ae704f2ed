import * as z from 'zod'
import { Profile } from './run/run.ts'

/** Who may import: every route of the plugin is theirs. */
export const manage = { access: { kind: 'session', permission: 'import.manage' } } as const

const Named = z.object({ ref: z.string(), name: z.string() })

/** What the source holds, and what of it can be mapped to what. */
export const Check = z.object({
  system: z.enum(['whaticket', 'izing', 'table', 'chatwoot']),
  companies: z.array(Named),
  connections: z.array(Named),
  /** `profile`: as the source calls it; `proposed`: what that is here. */
  users: z.array(Named.extend({ email: z.string(), profile: z.string(), proposed: Profile })),
  /** Whether the files of the messages can be fetched. */
  files: z.boolean(),
  totals: z.record(z.string(), z.number()),
  places: z.object({
    connections: z.array(z.object({ id: z.uuid(), name: z.string(), type: z.string(), isActive: z.boolean() })),
    users: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
  }),
})
/** See {@link Check}. */
export type Check = z.output<typeof Check>
