import * as z from 'zod'
import type { ImportContext } from '../import-context.ts'
import type { Description } from '../source/describe.ts'
import { ChatwootClient, Pause } from './chatwoot-client.ts'
import { refusal } from '../errors.ts'
import { contactsPath, conversationsPath } from './chatwoot-pages.ts'
import { Agent, ContactPage, ConversationPage, Inbox, Label, payloadOf, Team } from './shapes.ts'

/** What an account of Chatwoot holds; messages are not counted, for it says nothing of their number. */
export async function describeChatwoot(ctx: ImportContext): Promise<Description> {
  const client = await ChatwootClient.open(ctx)
  try {
    const inboxes = await client.get('inboxes', payloadOf(Inbox))
    const agents = await client.get('agents', z.array(Agent))
    const labels = await client.get('labels', payloadOf(Label))
    const teams = await client.get('teams', z.array(Team))
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
        contact: contacts.meta.count,
        ticket: conversations.data.meta.all_count,
      },
    }
  } catch (error) {
    throw error instanceof Pause ? refusal('ERR_IMPORT_CONNECTION', {}, { cause: error }) : error
  }
}
