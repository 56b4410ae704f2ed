import type { EventDefinition } from '@recado/sdk'
import * as z from 'zod'

/** Work on templates that goes on without anybody waiting. */
export const templateJobs = {
  /** Asks the provider how a submitted template stands; `done` counts the askings. */
  templateCheck: z.object({ id: z.uuid(), done: z.int().nonnegative() }),
  /** Reads a template that somebody changed at the provider. */
  templateRead: z.object({ id: z.uuid() }),
  /** Imports some pages of a connection's templates, then itself again from where it stopped. */
  templateSync: z.object({ connectionId: z.uuid(), runId: z.uuid(), after: z.string().max(2_000).optional() }),
}

/** The part of the plugin's shape that contexts of this feature need. */
export interface Jobs {
  settings: z.ZodObject
  emits: readonly EventDefinition[]
  jobs: typeof templateJobs
  permissions: Record<string, unknown>
}
