import { instant } from '@recado/sdk'
import * as z from 'zod'

/**
 * What a key can be given, in the order of the form. Each is a permission of the plugin, `mcp.read`; reading always is.
 */
export const scopes = ['read', 'draft', 'tag', 'send'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** A key that a user makes. `expiresAt` is a year away at most. */
export const KeyDraft = z
  .object({
    name: z.string().trim().min(1).max(80),
    scopes: z.array(Scope).max(scopes.length).default(['read']),
    expiresAt: instant,
  })
  .strict()
export type KeyDraft = z.output<typeof KeyDraft>

/** A key as people see it; never its text. */
export const Key = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(Scope),
  user: z.object({ id: z.uuid(), name: z.string() }),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  /** Of a program that was connected by OAuth: where it led its user back to. */
  leadsTo: z.string().nullable(),
})
export type Key = z.infer<typeof Key>

/** Keys, and which scopes the user may give one. */
export const KeyList = z.object({ keys: z.array(Key), grantable: z.array(Scope) })
export type KeyList = z.infer<typeof KeyList>

/** `text` is the whole key, in this answer alone. */
export const KeyMade = z.object({ key: Key, text: z.string() })
export type KeyMade = z.infer<typeof KeyMade>
