import type { ScheduledMessage, ScheduledMessages } from '../../base/contracts.ts'

/**
 * S4-116, S4-117: waiting and failed messages are in the list, in the order of their times; all others have left it.
 */
export function placeScheduled(list: ScheduledMessages, incoming: ScheduledMessage): ScheduledMessages {
  const others = list.messages.filter(({ id }) => id !== incoming.id)
  const stays = incoming.status === 'pending' || incoming.status === 'failed'
  return {
    messages: stays
      ? [...others, incoming].toSorted(
          (a, b) => a.scheduleDate.localeCompare(b.scheduleDate) || a.id.localeCompare(b.id),
        )
      : others,
  }
}

/** A sent message is part of the thread now. */
export const dropScheduled = (list: ScheduledMessages, id: string): ScheduledMessages =>
  list.messages.some((message) => message.id === id)
    ? { messages: list.messages.filter((message) => message.id !== id) }
    : list

/**
 * The words of a scheduled message that can be changed: those that it begins with below the head of a letter, its text
 * or the caption of its first file.
 */
export function wordsOf({ parts }: Pick<ScheduledMessage, 'parts'>): string {
  const first = parts.find(({ kind }) => kind !== 'letterHead')
  if (first?.kind === 'text') return first.text
  return first?.kind === 'media' ? (first.caption ?? '') : ''
}

/** Everything that it says beside its files, whose names are shown as files. */
export const saidIn = ({ parts, media, body }: Pick<ScheduledMessage, 'parts' | 'media' | 'body'>): string =>
  media.length === 0
    ? body
    : parts
        .flatMap((part) => (part.kind === 'text' ? part.text : part.kind === 'media' ? (part.caption ?? []) : []))
        .join('\n')
