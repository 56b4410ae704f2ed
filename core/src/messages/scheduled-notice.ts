import type { EventBus } from '../bus/bus.ts'

const topic = 'messages.scheduled'
interface Notice {
  readonly at: string
}

/** Call after the commit that stored a message for later: the sending node is notified of its time. */
export const announceScheduled = (bus: Pick<EventBus, 'emit'>, at: Date): void =>
  bus.emit(topic, { at: at.toISOString() } satisfies Notice)

/** @param stored given the moment at which something is due, in milliseconds. Answers a function that stops it. */
export const onScheduled = (bus: Pick<EventBus, 'on'>, stored: (at: number) => void): (() => void) =>
  bus.on(topic, (data) => stored(Date.parse((data as Notice).at)))
