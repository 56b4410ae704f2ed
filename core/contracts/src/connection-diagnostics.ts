import * as z from 'zod'
import { SessionFacts } from './channel-operations.ts'
import { instant } from './ids.ts'

/**
 * GET /whatsapp/:id/diagnostics: how a channel connection stands, as an administrator sends it to who looks after the
 * product. It holds no keys, no contents, no values of settings, and nothing by which people are known.
 */
export const ConnectionDiagnostics = z.object({
  at: instant,
  product: z.object({ version: z.string(), contract: z.string() }),
  channel: z.object({
    type: z.string(),
    plugin: z.string(),
    /** Null where the plugin is not there. */
    pluginVersion: z.string().nullable(),
    transport: z.string().nullable(),
  }),
  connection: z.object({
    id: z.string(),
    status: z.string(),
    statusCode: z.string().nullable(),
    since: instant,
    retries: z.number().int(),
    isActive: z.boolean(),
    createdAt: instant,
    /** Whether a node holds its session. */
    isHeld: z.boolean(),
  }),
  /** Names of its settings, and whether each has a value. */
  settings: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** Its states that needed somebody, and its recoveries: the newest fifty, newest first. */
  states: z.array(
    z.object({ at: instant, reason: z.string(), code: z.string().nullable(), to: z.string().nullable() }),
  ),
  /** Messages of the last 24 hours, by full hours. */
  messages: z.object({ received: z.number().int(), sent: z.number().int() }),
  /** What waits to be sent, up to a thousand, and since when. */
  waiting: z.object({ count: z.number().int(), since: instant.nullable() }),
  tasks: z.array(
    z.object({ kind: z.string(), state: z.string(), done: z.number(), skipped: z.number(), updatedAt: instant }),
  ),
  /** What its session says; null for a channel that says nothing, or one whose session does not answer. */
  session: SessionFacts.nullable(),
})
/** How a channel connection stands: see the schema of the same name. */
export type ConnectionDiagnostics = z.infer<typeof ConnectionDiagnostics>
