import { distributions, inactivityMinutes, SlaThresholds, type ProtocolFormat } from '@recado/contracts'
import * as z from 'zod'

/** On and off as the product family writes it; a boolean is understood too. */
const Toggle = z.union([z.boolean(), z.enum(['enabled', 'disabled']).transform((word) => word === 'enabled')])
const piece = z
  .string()
  .max(20)
  .regex(/^[\p{L}\p{N} ._/#-]*$/u)

const Protocol = z.strictObject({
  /** Date by `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`; empty for none. */
  format: z
    .string()
    .max(20)
    .regex(/^(yyyy|yy|MM|dd|HH|mm|[ ._/-])*$/),
  prefix: piece,
  suffix: piece,
  separator: z
    .string()
    .max(3)
    .regex(/^[ ._/#-]*$/),
  idPosition: z.enum(['start', 'end']),
}) satisfies z.ZodType<ProtocolFormat>

/**
 * Every setting of a company that core knows, by the key the product uses: what may be stored and what holds without
 * it. Settings of plugins are not here; each plugin keeps its own.
 */
export const settingsCatalogue = {
  /** S6-020: tickets assigned to somebody else are seen by that user and admins only. */
  NotViewAssignedTickets: { schema: Toggle, fallback: false },
  /** S6-022: tickets without a queue are hidden from non-admins. */
  NotViewTicketsQueueUndefined: { schema: Toggle, fallback: false },
  /** S6-021: tickets that a chatbot holds are hidden from non-admins. */
  NotViewTicketsChatBot: { schema: Toggle, fallback: false },
  /** S6-023, S6-024: phone numbers and e-mail addresses are masked for non-admins. */
  hideContactData: { schema: Toggle, fallback: false },
  /** S3-079, S9-138. */
  protocolFormat: {
    schema: Protocol,
    fallback: { format: 'yyyyMMdd', prefix: '', suffix: '', separator: '-', idPosition: 'end' } as ProtocolFormat,
  },
  /** S9-061, S9-062: minutes; 0 disables. Two weeks at most. */
  reopenBlockMinutes: { schema: z.int().min(0).max(20_160), fallback: 0 },
  /** S9-075, reading 69. */
  ticketListLimit: { schema: z.int().min(1).max(200), fallback: 40 },
  /**
   * S9-063…074: minutes without a message after which a ticket is closed; 0 is never. idle_tickets reads it too, and
   * the next two.
   */
  autoCloseMinutes: { schema: z.literal(inactivityMinutes), fallback: 0 },
  /**
   * S4-035: the same for giving it back to its queue; does nothing unless it is shorter than the closing (reading 62).
   */
  returnToQueueMinutes: { schema: z.literal(inactivityMinutes), fallback: 0 },
  /** Tickets in which a customer waits for an answer are not closed. */
  autoCloseSparesWaiting: { schema: Toggle, fallback: false },
  /** Message to the customer when an idle ticket is closed; empty for none. */
  autoCloseMessage: { schema: z.string().trim().max(1_000), fallback: '' },
  /**
   * S9-053: contacts are congratulated on their birthday, at nine where the company is. companies_with_birthdays reads
   * it too.
   */
  birthdayMessages: { schema: Toggle, fallback: false },
  /** S9-055: `{{name}}`, `{{fullName}}` and `{{age}}` are filled in; while it is empty nothing is sent. */
  birthdayMessage: { schema: z.string().trim().max(1_000), fallback: '' },
  /** The channel that congratulates; empty for the default one (reading 88). */
  birthdayConnectionId: { schema: z.union([z.uuid(), z.literal('')]), fallback: '' },
  /** S9-133…135, reading 68. companies_to_distribute reads it too, and the one after the next. */
  autoDistribution: { schema: z.enum(distributions), fallback: 'none' },
  /** Open tickets that nobody is given another one beyond; 0 is without limit. */
  agentCapacity: { schema: z.int().min(0).max(1_000), fallback: 0 },
  /** S6-026, reading 59: what waits and is in somebody's wallet goes to them alone. */
  walletRouting: { schema: Toggle, fallback: false },
  /** S4-128: whether tickets show how long a customer has been waiting. */
  slaColours: { schema: Toggle, fallback: false },
  /** S3-080, S9-060, reading 70. */
  slaThresholds: { schema: SlaThresholds, fallback: { green: 5, yellow: 15, red: 30 } as SlaThresholds },
  /** S6-025: whatever agents write is signed with their name. */
  forceSignature: { schema: Toggle, fallback: false },
  /** Reading 20: how many devices somebody may be signed in on; one more signs the oldest out. */
  sessionsPerUser: { schema: z.int().min(1).max(10), fallback: 1 },
  /**
   * Minutes without any use after which a session is over. A quarter of an hour to a week; find_sessions reads it too.
   */
  sessionIdleMinutes: { schema: z.int().min(15).max(10_080), fallback: 720 },
  /**
   * Users who sign in with a password set up a second factor before anything else is open to them. lacks_second_factor
   * reads it too.
   */
  requireSecondFactor: { schema: Toggle, fallback: false },
} as const satisfies Record<string, { schema: z.ZodType; fallback: unknown }>

export type SettingKey = keyof typeof settingsCatalogue
export type SettingValue<K extends SettingKey> = z.output<(typeof settingsCatalogue)[K]['schema']>
export type SettingValues = { readonly [K in SettingKey]: SettingValue<K> }

export const settingKeys = Object.keys(settingsCatalogue) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingsCatalogue, key)

/** All values of a company from its stored rows. What no longer fits its schema counts as not set. */
export function settingValues(rows: readonly { readonly key: string; readonly value: unknown }[]): SettingValues {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  return Object.fromEntries(
    settingKeys.map((key) => {
      const { schema, fallback } = settingsCatalogue[key]
      const parsed = schema.safeParse(stored.get(key))
      return [key, parsed.success ? parsed.data : fallback]
    }),
  ) as SettingValues
}

/** A value in the API's form: toggles as the family's words. */
export const written = (value: unknown): unknown =>
  typeof value === 'boolean' ? (value ? 'enabled' : 'disabled') : value
