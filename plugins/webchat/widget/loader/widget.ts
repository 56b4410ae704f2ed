import { isFrom } from '../protocol/link.ts'
import { readToPage, seal, type Page, type ToFrame, type ToPage, type User } from '../protocol/messages.ts'
import type { Commands, Listener, WidgetEvent } from './commands.ts'
import { createKeeper } from './keeper.ts'
import { Launcher, type Look } from './launcher.ts'
import { createTitleNotice } from './title.ts'

export interface WidgetOptions {
  readonly origin: string
  readonly connection: string
  readonly locale: string | undefined
  readonly left: boolean | undefined
}

const currentPage = (): Page => ({
  url: location.href.slice(0, 2_000),
  title: document.title.slice(0, 300),
  referrer: document.referrer.slice(0, 2_000),
})

/** After the site has loaded and has nothing better to do. */
const whenIdle = (work: () => void): void => {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2_000 }) : setTimeout(work, 200)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

/** One widget on one page: the launcher here, the conversation in a frame of the widget's origin. */
export function createWidget({ origin, connection, locale, left }: WidgetOptions): Commands {
  const keeper = createKeeper(connection, () => localStorage)
  const title = createTitleNotice(document, () => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const listeners = new Map<WidgetEvent, Set<Listener>>()
  const tell = (event: WidgetEvent, detail?: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(detail)
  }

  let launcher: Launcher | undefined
  let frame: HTMLIFrameElement | undefined
  let initialised = false
  let look: Look | undefined
  let open = false
  let hidden = false
  let user: User | undefined
  let language = locale

  const post = (message: ToFrame) => {
    if (initialised) frame?.contentWindow?.postMessage(seal(message), origin)
  }

  const setOpen = (next: boolean) => {
    if (next === open) return
    open = next
    if (launcher) launcher.open = open
    if (open) {
      launcher?.tease(undefined)
      post({ type: 'page', page: currentPage() })
      frame?.focus()
    }
    post({ type: 'visibility', open })
    tell(open ? 'opened' : 'closed')
  }

  const setUnread = (count: number) => {
    if (launcher) launcher.unread = count
    title.show(count === 0 || !look ? undefined : `(${count}) ${look.unreadLabel}`)
    tell('unread', count)
  }

  const hear = (message: ToPage) => {
    switch (message.type) {
      case 'config': {
        const first = look === undefined
        look = message
        launcher?.dress(look)
        launcher?.show(!hidden)
        if (first && look.autoOpen) setOpen(true)
        if (first && !open) launcher?.tease(look.teaser)
        return
      }
      case 'unread':
        return setUnread(message.count)
      case 'state':
        return keeper.write(message.state)
      case 'toggle':
        return setOpen(message.open)
      case 'event':
        return tell(message.name, message.text)
    }
  }
  const onMessage = (event: MessageEvent) => {
    if (!isFrom(event, frame?.contentWindow, origin)) return
    const message = readToPage(event.data)
    if (message) hear(message)
  }

  const boot = () => {
    if (launcher || !document.body) return
    launcher = new Launcher({
      left,
      onToggle: () => setOpen(!open),
      onDismiss: () => launcher?.tease(undefined),
      onEscape: () => setOpen(false),
    })
    const made = (frame = document.createElement('iframe'))
    made.title = 'Chat'
    made.allow = 'autoplay; clipboard-write'
    made.src = `${origin}/p/webchat/c/${encodeURIComponent(connection)}/frame`
    made.onload = () => {
      initialised = true
      const state = keeper.read()
      post({
        type: 'init',
        page: currentPage(),
        open,
        ...(state === undefined ? {} : { state }),
        ...(language === undefined ? {} : { locale: language }),
      })
      if (user) post({ type: 'user', user })
    }
    addEventListener('message', onMessage)
    launcher.hold(made)
    launcher.open = open
  }
  addEventListener('popstate', () => post({ type: 'page', page: currentPage() }))
  whenIdle(boot)

  return {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!open),
    hide() {
      hidden = true
      setOpen(false)
      launcher?.show(false)
    },
    show() {
      hidden = false
      launcher?.show(look !== undefined)
    },
    shutdown() {
      setOpen(false)
      setUnread(0)
      keeper.write(undefined)
      removeEventListener('message', onMessage)
      launcher?.remove()
      launcher = frame = look = user = undefined
      initialised = false
    },
    boot,
    setUser(next) {
      user = next
      post({ type: 'user', user: next })
    },
    setLocale(next) {
      language = next
      post({ type: 'locale', locale: next })
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => set.delete(listener)
    },
  }
}
