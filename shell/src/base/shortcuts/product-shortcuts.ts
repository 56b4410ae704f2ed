import type { KeyBinding } from '../contracts.ts'

/** Groups of acts with keys in their list. `writing` is for the composer's text field. */
export const shortcutGroups = ['general', 'list', 'ticket', 'writing', 'plugins'] as const
export type ShortcutGroup = (typeof shortcutGroups)[number]

interface ProductShortcut {
  readonly group: Exclude<ShortcutGroup, 'plugins'>
  /** The default keys; null for an act that has none until the user sets some. */
  readonly keys: KeyBinding | null
  /** A screen that the keys lead to. */
  readonly path?: string
}

/**
 * Acts of the product that can have keys; the name of each is `keys:act.<id>`. Those of plugins are in their manifests.
 */
export const productShortcuts = {
  palette: { group: 'general', keys: { code: 'KeyK', mod: true } },
  help: { group: 'general', keys: { code: 'Slash', mod: true } },
  goHome: { group: 'general', keys: { code: 'Digit1', mod: true, shift: true }, path: '/home' },
  goAttendance: { group: 'general', keys: { code: 'Digit2', mod: true, shift: true }, path: '/atendimento' },
  goContacts: { group: 'general', keys: { code: 'Digit3', mod: true, shift: true }, path: '/contatos' },
  goBoard: { group: 'general', keys: null, path: '/painel-atendimentos' },
  next: { group: 'list', keys: { code: 'KeyJ' } },
  previous: { group: 'list', keys: { code: 'KeyK' } },
  nextOpen: { group: 'list', keys: { code: 'KeyJ', shift: true } },
  previousOpen: { group: 'list', keys: { code: 'KeyK', shift: true } },
  open: { group: 'list', keys: { code: 'Enter' } },
  select: { group: 'list', keys: { code: 'KeyX' } },
  selectAll: { group: 'list', keys: { code: 'KeyA', mod: true } },
  search: { group: 'list', keys: { code: 'KeyF', shift: true } },
  tree: { group: 'list', keys: null },
  back: { group: 'list', keys: { code: 'Escape' } },
  newTicket: { group: 'list', keys: { code: 'KeyN' } },
  reply: { group: 'ticket', keys: { code: 'KeyR' } },
  writeTab: { group: 'ticket', keys: { code: 'KeyM', mod: true, shift: true } },
  start: { group: 'ticket', keys: { code: 'KeyA' } },
  returnToQueue: { group: 'ticket', keys: null },
  resolve: { group: 'ticket', keys: { code: 'KeyE' } },
  resolveSilently: { group: 'ticket', keys: null },
  reopen: { group: 'ticket', keys: null },
  transfer: { group: 'ticket', keys: { code: 'KeyT' } },
  join: { group: 'ticket', keys: null },
  snooze: { group: 'ticket', keys: { code: 'KeyH' } },
  wake: { group: 'ticket', keys: null },
  leaveUnread: { group: 'ticket', keys: { code: 'KeyU' } },
  priority: { group: 'ticket', keys: { code: 'KeyP' } },
  tag: { group: 'ticket', keys: { code: 'KeyL' } },
  pin: { group: 'ticket', keys: null },
  watch: { group: 'ticket', keys: { code: 'KeyW' } },
  find: { group: 'ticket', keys: { code: 'KeyF', mod: true } },
  panel: { group: 'ticket', keys: { code: 'KeyI' } },
  exportPdf: { group: 'ticket', keys: null },
  deleteTicket: { group: 'ticket', keys: null },
  send: { group: 'writing', keys: { code: 'Enter' } },
  schedule: { group: 'writing', keys: { code: 'Enter', mod: true, shift: true } },
  markStrong: { group: 'writing', keys: { code: 'KeyB', mod: true } },
  markEmphasis: { group: 'writing', keys: { code: 'KeyI', mod: true } },
  markStruck: { group: 'writing', keys: { code: 'KeyX', mod: true, shift: true } },
  markCode: { group: 'writing', keys: { code: 'KeyE', mod: true } },
} as const satisfies Record<string, ProductShortcut>

export type ProductShortcutId = keyof typeof productShortcuts
/** A product's act, or `<plugin>/<command>`. */
export type ShortcutId = ProductShortcutId | `${string}/${string}`

export const isProductShortcut = (id: string): id is ProductShortcutId => Object.hasOwn(productShortcuts, id)
export const groupOf = (id: string): ShortcutGroup => (isProductShortcut(id) ? productShortcuts[id].group : 'plugins')
