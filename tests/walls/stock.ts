import type { Sql } from 'postgres'
import { answersOf } from './stock/answers.ts'
import { channelsOf } from './stock/channels.ts'
import { chatOf } from './stock/chat.ts'
import { programOf } from './stock/chatwoot.ts'
import { contactsOf } from './stock/contacts.ts'
import { deskOf } from './stock/desk.ts'
import { figuresOf } from './stock/figures.ts'
import { importsOf } from './stock/imports.ts'
import { leftovers } from './stock/leftovers.ts'
import { messagesOf } from './stock/messages.ts'
import { modelsOf } from './stock/models.ts'
import { numbersOf } from './stock/numbers.ts'
import type { StockOwner } from './stock/owner.ts'
import { peopleOf } from './stock/people.ts'
import { recordsOf } from './stock/records.ts'
import { ticketsOf } from './stock/tickets.ts'

/**
 * One row of everything that a route can name. Keys are what fixtures ask for; values are what stands in a path, a
 * query or a body. Some are nobody's id but prove something, like the token of a visitor.
 */
export type Stock = Readonly<Record<StockKey, string>>
export const stockKeys = [
  'tenant',
  'self',
  'user',
  'queue',
  'tag',
  'looseTag',
  'contact',
  'otherContact',
  'merged',
  'merge',
  'ticket',
  'message',
  'contactMessage',
  'media',
  'uploaded',
  'connection',
  'spareConnection',
  'waba',
  'wabaTarget',
  'visitorToken',
  'letterSeq',
  'personalQuickMessage',
  'sticker',
  'draft',
  'bellEntry',
  'template',
  'session',
  'looseQueue',
  'looseContact',
  'otherUser',
  'invited',
  'role',
  'looseRole',
  'group',
  'attribute',
  'looseAttribute',
  'segment',
  'ticketView',
  'closedTicket',
  'ticketMerge',
  'deletedView',
  'plan',
  'loosePlan',
  'privacyRequest',
  'webhook',
  'looseWebhook',
  'webhookDelivery',
  'passkey',
  'provider',
  'ssoDomain',
  'apiToken',
  'mcpKey',
  'contactImport',
  'contactNote',
  'scheduled',
  'note',
  'chat',
  'chatMessage',
  'bot',
  'importRun',
  'importTable',
  'picture',
  'prompt',
  'testRun',
  'article',
  'businessHour',
  'deletedNote',
  'holiday',
  'survey',
  'macro',
  'rule',
  'flow',
  'apiConfiguration',
  'savedReport',
  'apiKey',
  'programAccount',
  'programKey',
  'programToken',
  'programInbox',
  'programInboxNumber',
  'programContact',
  'programOther',
  'programLabel',
  'programTeam',
  'programSource',
  'programConversation',
  'programMessage',
  'programWebhook',
] as const
export type StockKey = (typeof stockKeys)[number]

/** Puts new rows for `owner` beside those there are. As the database's owner: the walls are what is tested. */
export async function stockUp(sql: Sql, owner: StockOwner): Promise<Stock> {
  return sql.begin(async (begun) => {
    const tx = begun as unknown as Sql
    const people = await peopleOf(tx, owner)
    const channels = await channelsOf(tx, owner)
    const contacts = await contactsOf(tx, owner)
    const tickets = await ticketsOf(tx, owner, { ...channels, ...contacts })
    const messages = await messagesOf(tx, owner, { ...channels, ...contacts, ...tickets })
    const talk = { ...contacts, ...tickets, ...messages }
    return {
      tenant: owner.tenant.id,
      ...people,
      ...channels,
      ...talk,
      ...(await recordsOf(tx, owner, talk)),
      ...(await deskOf(tx, owner, talk)),
      ...(await answersOf(tx, owner, talk)),
      ...(await modelsOf(tx, owner, talk)),
      ...(await importsOf(tx, owner)),
      ...(await figuresOf(tx, owner, channels, talk)),
      ...(await numbersOf(tx, owner, channels, talk)),
      ...(await programOf(tx, owner)),
      ...(await chatOf(tx, owner, people.otherUser, talk)),
      ...(await leftovers(tx, owner)),
    }
  }) as Promise<Stock>
}
