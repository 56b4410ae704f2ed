import type { User } from '../protocol/messages.ts'

export type WidgetEvent = 'ready' | 'opened' | 'closed' | 'message' | 'unread' | 'error'
export type Listener = (detail?: unknown) => void

/**
 * What a site may ask of the widget: `RecadoChat.open()`, and before the script has come `RecadoChat.push(['open'])`.
 */
export interface Commands {
  open(): void
  close(): void
  toggle(): void
  /** Takes launcher and conversation off the page; the conversation goes on. */
  hide(): void
  show(): void
  /** Forgets the visitor on this browser and takes the widget away: for signing out. `boot` brings it back, empty. */
  shutdown(): void
  boot(): void
  setUser(user: User): void
  setLocale(locale: string): void
  /** Answers a function that stops it listening. */
  on(event: WidgetEvent, listener: Listener): () => void
}
export type Command = { [K in keyof Commands]: [K, ...Parameters<Commands[K]>] }[keyof Commands]

const mark = Symbol.for('recado.webchat')
type Page = { RecadoChat?: unknown }

/**
 * Puts the API in the place of the waiting commands and carries them out in order. Does nothing when it stands there
 * already.
 */
export function takeOver(page: object, create: () => Commands): void {
  const waiting = (page as Page).RecadoChat
  if (typeof waiting === 'object' && waiting !== null && mark in waiting) return
  const commands = create()
  const push = (command: unknown): void => {
    if (!Array.isArray(command)) return
    const [name, ...parameters] = command as [unknown, ...unknown[]]
    if (typeof name === 'string' && Object.hasOwn(commands, name))
      (commands[name as keyof Commands] as (...given: unknown[]) => void)(...parameters)
  }
  ;(page as Page).RecadoChat = { ...commands, push, [mark]: true }
  if (Array.isArray(waiting)) for (const command of waiting) push(command)
}
