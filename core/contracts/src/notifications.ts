import * as z from 'zod'
import { instant } from './ids.ts'
import { weekdays } from './weekly-shifts.ts'

/** `HH:mm`, 24 hours. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** From `from` up to and without `to`; one that ends no later than it begins ends on the next day. */
export const QuietSpan = z.strictObject({ from: TimeOfDay, to: TimeOfDay })
/** Quiet hours by the weekday on which they begin; 0 is Sunday. In the time zone of the company. */
export const QuietHours = z.partialRecord(z.enum(weekdays), QuietSpan)
export type QuietHours = z.infer<typeof QuietHours>

/**
 * Kinds of notifications: a conversation that nobody has taken, a message in one of the user's own, one transferred to
 * the user, and a mention by a colleague.
 */
export const notificationKinds = ['newTicket', 'ownTicket', 'transfer', 'mentioned'] as const
/** One of {@link notificationKinds}. */
export type NotificationKind = (typeof notificationKinds)[number]

/** A user's choice of notifications. Stored with the user, so that it applies to every device. */
export const NotificationChoice = z.strictObject({
  newTicket: z.boolean().default(true),
  ownTicket: z.boolean().default(true),
  transfer: z.boolean().default(true),
  mentioned: z.boolean().default(true),
  /** On the desktop or the phone, also while the product is closed. */
  desktop: z.boolean().default(true),
  sound: z.boolean().default(true),
  quietHours: QuietHours.default({}),
  doNotDisturbUntil: instant.nullable().default(null),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

/** Choice of a user who has chosen nothing. */
export const defaultNotificationChoice: NotificationChoice = NotificationChoice.parse({})

/** A browser's push endpoint and keys, from its `PushSubscription` (RFC 8030, RFC 8291). */
export const PushTarget = z.strictObject({
  endpoint: z
    .string()
    .max(1_000)
    .pipe(z.url({ protocol: /^https$/ })),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
})
export type PushTarget = z.infer<typeof PushTarget>

/** Id of a thread entry: the id of the plugin that added it, and the entry's own. */
export const ThreadPlace = z.string().regex(/^[a-z][a-z0-9-]{1,40}\/[\w-]{1,64}$/)

/** A page of the product, with its search. */
const ProductPath = z
  .string()
  .max(500)
  .regex(/^\/[\w/?=&.%~-]*$/)

/**
 * Payload of a push to a service worker (S3-076). `userId` is the receiver's; `place` is the thread entry to which it
 * leads, if any; `path` is the page to which the notice of a plugin leads.
 */
export const PushPayload = z.strictObject({
  title: z.string(),
  body: z.string(),
  icon: z.string(),
  tag: z.string(),
  data: z.strictObject({
    ticketId: z.string(),
    contactId: z.string(),
    userId: z.string(),
    place: ThreadPlace.optional(),
    path: ProductPath.optional(),
  }),
})
export type PushPayload = z.infer<typeof PushPayload>
