import { mint, type ExternalChatId, type ExternalMessageId, type InboundEvent } from '@recado/contracts'

/** Longer than any provider's id. */
const maxIdLength = 500
/** Before this there was nothing to connect. */
const earliest = Date.UTC(2000, 0, 1)

/** NUL cannot be stored as text and a lone surrogate cannot be encoded; neither is a reason to lose a message. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD')

/**
 * The same value with each text, however deep it lies, replaced by what `clean` makes of it. Only what JSON can hold is
 * kept.
 */
export const withTexts = <T>(value: T, clean: (text: string) => string): T => replaceTexts(value, clean) as T

function replaceTexts(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => (isLeftOut(each) ? null : replaceTexts(each, clean)))
  if ('toJSON' in value && typeof value.toJSON === 'function') return replaceTexts(value.toJSON(), clean)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (isLeftOut(each) ? [] : [[key, replaceTexts(each, clean)]])),
  )
}

/** Whether JSON has no word for it. */
const isLeftOut = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value)

/** The same value with texts that can be stored. */
export const storableIn = <T>(value: T): T => withTexts(value, storable)

/** More than any poll has. */
export const mostOptions = 100
const isPlace = (option: number): boolean => Number.isSafeInteger(option) && option >= 0 && option < mostOptions

const cleanId = <T extends string>(id: T): T => storable(id).slice(0, maxIdLength) as T

/**
 * A provider's time as it can be stored: not in the future, not before all providers, and now when it is none at all.
 */
export function cleanTime(at: Date | null, now = Date.now()): Date {
  const time = at?.getTime() ?? Number.NaN
  return Number.isNaN(time) ? new Date(now) : new Date(Math.min(Math.max(time, earliest), now))
}

/** An event that can be stored: it has a time. */
export type Clean<E extends InboundEvent> = E extends InboundEvent ? E & { readonly at: Date } : never

/** An event whose ids and time can be stored, whatever the provider sent. Its content is cleaned when it is stored. */
export function cleanEvent<E extends InboundEvent>(event: E): Clean<E> {
  const clean: Record<string, unknown> = { ...event, at: cleanTime(event.at) }
  for (const name of ['chat', 'id', 'replyTo', 'from', 'to'] as const)
    if (typeof clean[name] === 'string') clean[name] = cleanId(clean[name])
  if ('target' in event) {
    clean['target'] =
      typeof event.target === 'string'
        ? mint<ExternalMessageId>(cleanId(event.target))
        : 'poll' in event.target
          ? { poll: cleanId(event.target.poll) }
          : { chat: mint<ExternalChatId>(cleanId(event.target.chat)), upTo: cleanTime(event.target.upTo) }
  }
  if ('sender' in event) clean['sender'] = { ...event.sender, id: cleanId(event.sender.id) }
  if (event.type === 'vote') clean['options'] = event.options.filter(isPlace).slice(0, mostOptions)
  return clean as unknown as Clean<E>
}
