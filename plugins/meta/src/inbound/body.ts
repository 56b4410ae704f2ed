import type { InboundEvent } from '@recado/sdk'
import { listOf, readJson } from '@recado/sdk/server'
import * as z from 'zod'
import type { ProductFacts } from '../channel/product.ts'
import { commentEvents } from './comment.ts'
import { eventsOf, MessagingEvent } from './event.ts'
import { Id, When } from './fields.ts'

const Body = z.object({
  object: z.string(),
  entry: listOf(
    z.object({
      id: Id,
      time: When,
      messaging: listOf(MessagingEvent),
      standby: listOf(MessagingEvent),
      changes: listOf(z.object({ field: z.string(), value: z.unknown() })),
    }),
  ),
})
export type Body = z.output<typeof Body>

/** Body of a webhook; undefined for an invalid one. */
export const readBody = (bytes: Uint8Array): Body | undefined => Body.safeParse(readJson(bytes)).data

/**
 * Everything of a batch that concerns this account: an app delivers what belongs to all of its accounts to one address.
 * What comes on standby is another program's to answer, and is shown. Pure; what is not known is skipped.
 */
export function eventsIn(body: Body, facts: Pick<ProductFacts, 'object'>, ownId: string): InboundEvent[] {
  if (body.object !== facts.object) return []
  return body.entry
    .filter(({ id }) => id === ownId)
    .flatMap(({ messaging, standby, changes, time }) => [
      ...messaging.flatMap((event) => eventsOf(event, ownId, false)),
      ...standby.flatMap((event) => eventsOf(event, ownId, true)),
      ...changes.flatMap(({ field, value }) => commentEvents(field, value, ownId, time)),
    ])
}
