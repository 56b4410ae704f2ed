import type { EventBus } from '../bus/bus.ts'

const topic = 'messages.scheduled'
interface Notice {
  readonly at: string
}

/** Call after the commit that stored a message for later: the node that sends it learns when it is due. */
export const announceScheduled = (bus: Pick<EventBus, 'emit'>, at: Date): void =>
  bus.emit(topic, { at: at.toISOString() } satisfies Notice)

/** @param stored given the moment at which something is due, in milliseconds. Answers how to stop. */
export const onScheduled = (bus: Pick<EventBus, 'on'>, stored: (at: number) => void): (() => void) =>
  bus.on(topic, (data) => stored(Date.parse((data as Notice).at)))
