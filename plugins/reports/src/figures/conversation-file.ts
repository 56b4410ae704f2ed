import {
  factClocks,
  FactConversationsQuery,
  factMeasures,
  id,
  isOfGrades,
  isOfMessages,
  type FactConversationsQuery as Asked,
  type FactMeasure,
  type QueueId,
  type SessionContext,
  type TagId,
  type UserId,
} from '@recado/sdk'
import * as z from 'zod'
import { writeInstant, writeSeconds } from '../table/cells.ts'
import { exportFormats } from '../table/export-format.ts'
import { pagesFrom, tableFile } from '../table/table-file.ts'
import { wordsOf } from '../words.ts'
import { only, orNone } from './asked-value.ts'
import type { FigureConversation } from './figure-conversation.ts'
import { listConversations } from './handlers.ts'

/** Measures whose conversations add seconds. */
const durations: readonly string[] = ['waiting', 'firstAnswer', 'handling', 'resolution']
/** Those to which each adds one. */
const counts: readonly string[] = ['opened', 'closed']

const counted = z.object({
  measure: z.enum(factMeasures),
  from: z.iso.date(),
  until: z.iso.date(),
  clock: z.enum(factClocks).optional(),
  queue: orNone(id<QueueId>()),
  user: orNone(id<UserId>()),
  tag: orNone(id<TagId>()),
  sla: z.enum(['kept', 'broken']).optional(),
  weekday: z.coerce.number().pipe(z.int()).optional(),
  hour: z.coerce.number().pipe(z.int()).optional(),
  format: z.enum(exportFormats).default('csv'),
})

const askedFor = ({ queue, user, tag, format: _format, ...given }: z.output<typeof counted>): Asked => {
  const [queues, users, tags] = [only(queue), only(user), only(tag)]
  return { ...given, ...(queues && { queues }), ...(users && { users }), ...(tags && { tags }) }
}

/** The conversations behind a number as a file, by what the page is narrowed to. */
export const ConversationFileQuery = counted.superRefine((given, context) => {
  for (const { path, message } of FactConversationsQuery.safeParse(askedFor(given)).error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message })
})
type ConversationFileQuery = z.output<typeof ConversationFileQuery>

/** What the column is called that says what a conversation adds. */
function amountWord(measure: FactMeasure): 'time' | 'grade' | 'messages' | 'times' {
  if (durations.includes(measure)) return 'time'
  if (isOfGrades(measure)) return 'grade'
  return isOfMessages(measure) ? 'messages' : 'times'
}

const rowsAtOnce = 100

/** All conversations that a number counts and that the reader may see, in the order of the page. */
export async function exportConversations(
  { query }: { query: ConversationFileQuery },
  ctx: SessionContext,
): Promise<Response> {
  const { locale } = ctx.viewer
  const { timeZone } = await ctx.core.company.profile()
  const { behind, columns, status } = wordsOf[locale]
  const { measure, from, until, format } = query
  const page = (cursor?: string) =>
    listConversations(ctx, FactConversationsQuery.parse({ ...askedFor(query), limit: rowsAtOnce, cursor }))
  const isDuration = durations.includes(measure)
  const added = counts.includes(measure) ? undefined : behind[amountWord(measure)]
  const heading = [
    columns.protocol,
    columns.contact,
    ...(added === undefined ? [] : [added]),
    behind.at,
    columns.queue,
    columns.user,
    columns.status,
  ]
  const amount = (row: FigureConversation): string => {
    if (!isDuration) return String(row.amount ?? '')
    return row.amount === null ? behind.waits : writeSeconds(row.amount)
  }
  // What is refused is refused before the file begins.
  const first = await page()
  async function* pages() {
    for await (const { rows } of pagesFrom(first, page))
      yield rows.map((row) => [
        row.protocol,
        row.contact,
        ...(added === undefined ? [] : [amount(row)]),
        writeInstant(row.at, { locale, timeZone }),
        row.queue ?? '',
        row.user ?? '',
        status[row.status],
      ])
  }
  return tableFile({ name: `conversations-${measure}-${from}-${until}`, heading, pages: pages() }, format, locale)
}
