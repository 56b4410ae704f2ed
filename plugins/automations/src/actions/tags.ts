import { id, type ActionCode, type ActionSpec, type TagId } from '@recado/sdk'
import * as z from 'zod'

const input = z.object({ tags: z.array(id<TagId>()).min(1).max(20).meta({ refersTo: 'tag' }) })

/** Puts tags on the conversation. */
export const addTags = { icon: 'tag', by: ['automation'], input } satisfies ActionSpec
/** Takes tags off it. */
export const removeTags = { icon: 'tag', by: ['automation'], input } satisfies ActionSpec

export const putTags: ActionCode<typeof input> = async ({ tags }, { ticket }, { core }) => {
  await core.tickets.change(ticket.id, { addTags: tags })
}
export const takeTags: ActionCode<typeof input> = async ({ tags }, { ticket }, { core }) => {
  await core.tickets.change(ticket.id, { removeTags: tags })
}
