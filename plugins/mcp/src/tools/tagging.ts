import { id, type TagId } from '@recado/sdk'
import * as z from 'zod'
import { defineTool } from '../protocol/tool.ts'
import { conversationId } from './shown.ts'

const needs = ['mcp.tag', 'tickets.read', 'tickets.write']
const input = z.strictObject({
  conversationId,
  tagId: id<TagId>().meta({ description: 'Id of a tag, from list_tags.' }),
})
const output = z.object({ conversationId: z.string(), tags: z.array(z.object({ id: z.string(), name: z.string() })) })

const shown = (ticket: { id: string; tags: ReadonlyArray<{ id: string; tag: string }> }): z.input<typeof output> => ({
  conversationId: ticket.id,
  tags: ticket.tags.map(({ id: tagId, tag }) => ({ id: tagId, name: tag })),
})

export const addTag = defineTool({
  name: 'add_tag',
  title: 'Add a tag',
  description: 'Adds a tag to a conversation. Answers the tags that it has then.',
  needs,
  effect: { destroys: false, safe: true, reaches: 'team' },
  input,
  output,
  run: async ({ conversationId: ticket, tagId }, { acting }) =>
    shown(await acting.tickets.change(ticket, { addTags: [tagId] })),
})

export const removeTag = defineTool({
  name: 'remove_tag',
  title: 'Remove a tag',
  description: 'Takes a tag off a conversation. Answers the tags that it has then.',
  needs,
  effect: { destroys: true, safe: true, reaches: 'team' },
  input,
  output,
  run: async ({ conversationId: ticket, tagId }, { acting }) =>
    shown(await acting.tickets.change(ticket, { removeTags: [tagId] })),
})
