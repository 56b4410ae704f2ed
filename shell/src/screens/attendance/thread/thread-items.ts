import { ascending } from '../../../base/ascending.ts'
import type { Message, TicketLogEntry } from '../../../base/contracts.ts'
import type { OutgoingMessage } from '../../../data/messages/outbox.ts'
import type { PluginEntry } from './use-plugin-entries.tsx'

/** Items of a thread, from top to bottom. `starts` and `ends` bound a group of one author's messages. */
export type ThreadItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'log'; key: string; entry: TicketLogEntry }
  | { kind: 'plugin'; key: string; entry: PluginEntry }
  | { kind: 'message'; key: string; message: Message; starts: boolean; ends: boolean }
  | { kind: 'outgoing'; key: string; message: OutgoingMessage; starts: boolean; ends: boolean }

/** Messages of one author this close together stand as one group. Milliseconds. */
const groupWindow = 5 * 60_000
/** Steps that only say that it is there, or that somebody looked, are for the log panel. */
const isQuiet = ({ type, note }: TicketLogEntry): boolean =>
  type === 'access' || type === 'attributes' || (type === 'create' && note === null)

/**
 * `time` and the beginning of its `day` in this browser's zone, in milliseconds: told once, and compared with both
 * neighbours.
 */
interface Entry {
  at: string
  time: number
  day: number
  order: string
  author: string | null
  make(starts: boolean, ends: boolean): ThreadItem
}

const moment = (at: string): Pick<Entry, 'at' | 'time' | 'day'> => ({
  at,
  time: Date.parse(at),
  day: new Date(at).setHours(0, 0, 0, 0),
})

/** Steps and plugins' entries older than this wait for their messages; null when everything is loaded. */
export const loadedSince = (messages: readonly Message[], hasMore: boolean): string | null =>
  hasMore ? (messages[0]?.timestamp ?? null) : null

/** Unloaded parts of a thread: at its beginning, at its end. */
interface ThreadWindow {
  readonly hasMore: boolean
  readonly hasNewer: boolean
}

/**
 * The messages and steps of a ticket, and what plugins have between them, as one column. What is beyond the loaded
 * messages waits for them, and what is on its way for the end.
 */
export function threadItems(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  logs: readonly TicketLogEntry[],
  { hasMore, hasNewer }: ThreadWindow,
  contributed: readonly PluginEntry[] = [],
): ThreadItem[] {
  const since = loadedSince(messages, hasMore)
  const newest = messages.at(-1)?.timestamp
  const isLoaded = (at: string): boolean =>
    (since === null || at >= since) && (!hasNewer || (newest !== undefined && at <= newest))
  const arrived = new Set(messages.map((message) => message.idFront))
  const entries: Entry[] = [
    ...messages.map((message): Entry => ({
      ...moment(message.timestamp),
      order: message.id,
      author: message.fromMe ? `us/${message.userId ?? message.sendType}` : 'them',
      make: (starts, ends) => ({ kind: 'message', key: message.id, message, starts, ends }),
    })),
    ...contributed
      .filter(({ at }) => isLoaded(at))
      .map((entry): Entry => ({
        ...moment(entry.at),
        order: entry.key,
        author: null,
        make: () => ({ kind: 'plugin', key: entry.key, entry }),
      })),
    ...logs
      .filter((entry) => !isQuiet(entry) && isLoaded(entry.createdAt))
      .map((entry): Entry => ({
        ...moment(entry.createdAt),
        order: entry.id,
        author: null,
        make: () => ({ kind: 'log', key: entry.id, entry }),
      })),
  ].sort((a, b) => ascending(a.at, b.at) || ascending(a.order, b.order))
  // Unconfirmed messages are last, regardless of this computer's clock.
  if (!hasNewer)
    entries.push(
      ...outgoing
        .filter((message) => !arrived.has(message.idFront))
        .map((message): Entry => ({
          ...moment(message.createdAt),
          order: message.idFront,
          author: 'us/outgoing',
          make: (starts, ends) => ({ kind: 'outgoing', key: message.idFront, message, starts, ends }),
        })),
    )

  const items: ThreadItem[] = []
  entries.forEach((entry, index) => {
    const [before, after] = [entries[index - 1], entries[index + 1]]
    if (!before || before.day !== entry.day) items.push({ kind: 'day', key: `day/${entry.day}`, at: entry.at })
    items.push(entry.make(!joined(before, entry), !joined(entry, after)))
  })
  return items
}

const joined = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.author !== null &&
  a.author === b.author &&
  a.day === b.day &&
  b.time - a.time < groupWindow
