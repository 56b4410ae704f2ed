import type { MessageId, Ticket, TicketId, UserId } from '@recado/sdk'
import type { UserContext } from '../context.ts'
import { excerptLength } from '../limits.ts'
import { excerptOf, nameIn, peopleOf, personIn, type Person } from '../chats/views.ts'
import { mentionedIn } from './mentions.ts'
import type { ChatMessage, Quote } from './message.ts'
import { answersOf, type AnswersRow } from '../chats/chat-store.ts'
import type { MessageRow } from './message-store.ts'

/** How long a path shows a file. Milliseconds. */
const shownMs = 60 * 60_000

/** Users of whom messages speak. */
const usersIn = (row: MessageRow): UserId[] => [
  row.userId,
  ...(row.reply ? [row.reply.userId, ...(mentionedIn(row.reply.content) as UserId[])] : []),
  ...(mentionedIn(row.content) as UserId[]),
  ...row.reactions.map(({ userId }) => userId),
  ...(row.happening?.people ?? []),
]

/** Quotations as the viewer may see them now, by message: core's one policy decides at each reading. */
async function quotesOf(ctx: UserContext, rows: readonly MessageRow[]): Promise<ReadonlyMap<string, Quote>> {
  const quoting = rows.filter((row) => row.quoteTicketId !== null)
  const tickets = [...new Set(quoting.map((row) => row.quoteTicketId!))]
  const seen = new Map<TicketId, Ticket>(
    tickets.length === 0
      ? []
      : (await ctx.core.tickets.visibleTo(ctx.viewer, tickets)).map((ticket) => [ticket.id, ticket]),
  )
  return new Map(
    await Promise.all(
      quoting.map(async (row): Promise<[string, Quote]> => {
        const ticket = seen.get(row.quoteTicketId!)
        if (!ticket) return [row.id, { kind: 'hidden' }]
        return [
          row.id,
          {
            kind: 'ticket',
            ticketId: ticket.id,
            contact: ticket.name,
            protocol: ticket.protocol,
            status: ticket.status,
            message: row.quoteMessageId === null ? null : await quotedMessage(ctx, ticket.id, row.quoteMessageId),
          },
        ]
      }),
    ),
  )
}

/** A message that was moved to another conversation, or deleted, is shown no more. */
async function quotedMessage(
  ctx: UserContext,
  ticket: TicketId,
  id: MessageId,
): Promise<(Quote & { kind: 'ticket' })['message']> {
  const message = await ctx.core.messages.get(id)
  if (!message || message.ticketId !== ticket || message.isDeleted) return null
  return {
    id: message.id,
    body: message.body.slice(0, 4 * excerptLength),
    fromMe: message.fromMe,
    at: message.timestamp,
  }
}

/** Messages as the viewer reads them. */
export async function messageViews(ctx: UserContext, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
  const answered = await ctx.db.transaction((tx) =>
    answersOf(
      tx,
      ctx.tenant,
      ctx.viewer.userId,
      rows.map(({ id }) => id),
    ),
  )
  const [people, quotes] = await Promise.all([
    peopleOf(ctx, [...rows.flatMap(usersIn), ...answered.flatMap(({ userIds }) => userIds)]),
    quotesOf(ctx, rows),
  ])
  const answers = new Map(answered.map((each) => [each.parentId, each]))
  return rows.map((row) => messageView(ctx, row, people, quotes.get(row.id) ?? null, answers.get(row.id)))
}

function messageView(
  { viewer, media }: UserContext,
  row: MessageRow,
  people: ReadonlyMap<string, Person>,
  quote: Quote | null,
  answers: AnswersRow | undefined,
): ChatMessage {
  const emojis = [...new Set(row.reactions.map(({ emoji }) => emoji))]
  return {
    id: row.id,
    chatId: row.chatId,
    seq: row.seq,
    user: personIn(people, row.userId),
    key: row.userId === viewer.userId ? row.key : null,
    content: row.content,
    mentions: (mentionedIn(row.content) as UserId[]).map((user) => personIn(people, user)),
    happening: row.happening && {
      kind: row.happening.kind as NonNullable<ChatMessage['happening']>['kind'],
      people: (row.happening.people ?? []).map((user) => personIn(people, user)),
      ...(row.happening.name !== undefined && { name: row.happening.name }),
    },
    replyTo: row.reply && {
      id: row.reply.id,
      seq: row.reply.seq,
      name: nameIn(people, row.reply.userId),
      excerpt: excerptOf(row.reply.content, people),
    },
    quote,
    files: row.files.map((file) => ({ ...file, path: media.sign(file.id, shownMs) })),
    reactions: emojis.map((emoji) => ({
      emoji,
      users: row.reactions.filter((each) => each.emoji === emoji).map(({ userId }) => personIn(people, userId)),
    })),
    answers: answers
      ? {
          count: answers.count,
          unread: answers.unread,
          lastAt: answers.lastAt,
          users: answers.userIds.map((user) => personIn(people, user)),
        }
      : null,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    isDeleted: row.isDeleted,
  }
}
