import { bool, count, object, oneOf, optional, text, type Guard, type Shape } from './guards.ts'

/*
 * What the page of a site and the frame of the widget say to each other. Data only: nothing here names an address to
 * talk to, a script or markup. Both sides check who speaks before they look at what is said (see link.ts).
 */

const maxState = 65_536

/** Where the visitor is. */
const Page = object({ url: text(2_000), title: text(300), referrer: text(2_000) })
export type Page = Shape<typeof Page>

/**
 * Who the site says its visitor is: `token` is a signed identity, `id` with `hash` the older proof; the rest are
 * claims.
 */
export const User = object({
  token: optional(text(4_096)),
  id: optional(text(200)),
  hash: optional(text(128)),
  name: optional(text(200)),
  email: optional(text(254)),
})
export type User = Shape<typeof User>

const toFrame = {
  /** The first message: what the frame asked the page to keep, and the circumstances. */
  init: object({ state: optional(text(maxState)), locale: optional(text(20)), page: Page, open: bool }),
  visibility: object({ open: bool }),
  user: object({ user: User }),
  locale: object({ locale: text(20) }),
  page: object({ page: Page }),
}

const toPage = {
  /** How launcher and teaser look; nothing is shown before it. */
  config: object({
    color: text(9),
    ink: text(9),
    icon: optional(text(2_000)),
    title: text(200),
    openLabel: text(200),
    closeLabel: text(200),
    unreadLabel: text(200),
    teaser: optional(text(400)),
    dismissLabel: text(200),
    autoOpen: bool,
    /** The corner; a position that the page itself names is stronger. */
    left: bool,
  }),
  unread: object({ count }),
  /** An opaque text to keep for this visitor in the site's own storage; absent to forget it. */
  state: object({ state: optional(text(maxState)) }),
  toggle: object({ open: bool }),
  event: object({ name: oneOf('ready', 'message', 'error'), text: optional(text(10_000)) }),
}

type Union<Shapes extends Record<string, Guard<object>>> = {
  [K in keyof Shapes & string]: { type: K } & Shape<Shapes[K]>
}[keyof Shapes & string]
export type ToFrame = Union<typeof toFrame>
export type ToPage = Union<typeof toPage>

/** Marks the widget's messages among all others that fly through a window. */
const mark = 'recado.webchat.1'

const reader =
  <Shapes extends Record<string, Guard<object>>>(shapes: Shapes) =>
  (data: unknown): Union<Shapes> | undefined => {
    if (typeof data !== 'object' || data === null) return undefined
    const { mark: given, type, ...rest } = data as { mark?: unknown; type?: unknown }
    if (given !== mark || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return undefined
    return shapes[type]!(rest) ? ({ type, ...rest } as Union<Shapes>) : undefined
  }

/**
 * The message in some data, or undefined if it is none of ours, not of this direction, or has anything undeclared in
 * it.
 */
export const readToFrame: (data: unknown) => ToFrame | undefined = reader(toFrame)
export const readToPage: (data: unknown) => ToPage | undefined = reader(toPage)

export const seal = (message: ToFrame | ToPage): object => ({ mark, ...message })
