import * as z from 'zod'
import type { ImportContext } from '../import-context.ts'
import type { Description } from '../source/describe.ts'
import { ChatwootClient, unpaused } from './chatwoot-client.ts'
import { contactsPath, conversationsPath } from './chatwoot-pages.ts'
import { Agent, CannedResponse, ContactPage, ConversationPage, Inbox, Label, payloadOf, Team } from './shapes.ts'

/** What an account of Chatwoot holds; messages are not counted, for it says nothing of their number. */
export const describeChatwoot = (ctx: ImportContext): Promise<Description> => unpaused(describe(ctx))

async function describe(ctx: ImportContext): Promise<Description> {
  const client = await ChatwootClient.open(ctx)
  const inboxes = await client.get('inboxes', payloadOf(Inbox))
  const agents = await client.get('agents', z.array(Agent))
  const labels = await client.get('labels', payloadOf(Label))
  const teams = await client.get('teams', z.array(Team))
  const cannedResponses = await client.get('canned_responses', z.array(CannedResponse))
  const contacts = await client.get(contactsPath(1), ContactPage)
  const conversations = await client.get(conversationsPath(1), ConversationPage)
  return {
    system: 'chatwoot',
    companies: [],
    connections: inboxes.payload.map(({ id, name }) => ({ ref: id, name: name ?? id })),
    users: agents.map(({ id, name, email, role }) => ({
      ref: id,
      name: name ?? email ?? id,
      email: email ?? '',
      profile: role ?? '',
    })),
    totals: {
      queue: teams.length,
      tag: labels.payload.length,
      quickMessage: cannedResponses.length,
      contact: contacts.meta.count,
      ticket: conversations.data.meta.all_count,
    },
  }
}
