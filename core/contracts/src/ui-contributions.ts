import * as z from 'zod'
import { ChannelOperation } from './channel-operations.ts'
import { KeyBinding } from './keys.ts'
import { Tier } from './tier.ts'

/** Slots of panels. The props of each slot are typed in `@recado/sdk/ui`. */
export const slots = [
  'ticket.header.actions',
  'ticket.sidebar',
  'ticket.composer.actions',
  'ticket.composer.tabs',
  'ticket.thread.entries',
  'ticket.message.actions',
  'ticket.message.below',
  'contact.panel',
  'home.widget',
  'connection.card',
  'connection.form',
  'connection.preview',
  'ticket.composer.above',
] as const
/** Name of a place for panels. */
export const Slot = z.enum(slots)
export type Slot = z.infer<typeof Slot>

/**
 * When a contribution is shown. All given conditions must hold; core evaluates permission and role before the manifest
 * leaves. `operation`: in slots of a conversation or a connection whose channel offers it.
 */
export const When = z
  .object({
    permission: z.string().optional(),
    connectionType: z.string().optional(),
    operation: ChannelOperation.optional(),
  })
  .strict()
/**
 * The lowest licence for a contribution, if it differs from its plugin's. The routes that it calls declare it too: see
 * {@link RouteSpec.tier}.
 */
const OwnTier = Tier.optional()
/**
 * A panel in a slot. Of several in one place the lower `order` comes first. `tone` is for `ticket.composer.tabs`: the
 * ground of what is written there. `note` is for words that colleagues read and customers never do. `wide`
 * is for `home.widget`: a card that needs the whole width of the page.
 */
export const SlotContribution = z
  .object({
    slot: Slot,
    panel: z.string().min(1),
    titleKey: z.string(),
    icon: z.string().optional(),
    order: z.int().default(100),
    tone: z.enum(['plain', 'note']).optional(),
    wide: z.boolean().optional(),
    when: When.optional(),
    tier: OwnTier,
  })
  .strict()
export type SlotContribution = z.infer<typeof SlotContribution>
/**
 * A page at an exact path of the shell. With `nav` it is also listed in the rail or in the settings menu. A company
 * below its `tier` sees which one it needs. `layout: 'full'` gives it the whole area beside the rail, without the list
 * of settings and without scrolling of its own: for a canvas or a board. `nav.badge` is the path of a GET route of the
 * plugin that answers `{ count }`, the number beside the entry; it is read anew after the push `badge`.
 */
export const PageContribution = z
  .object({
    path: z.string().regex(/^\/[a-z0-9/-]+$/),
    panel: z.string().min(1),
    titleKey: z.string(),
    nav: z
      .object({
        group: z.enum(['attendance', 'work', 'insight', 'settings']),
        icon: z.string(),
        order: z.int().default(100),
        badge: z
          .string()
          .regex(/^[a-z][a-z0-9/-]*$/)
          .optional(),
      })
      .strict()
      .optional(),
    when: When.optional(),
    tier: OwnTier,
    layout: z.enum(['page', 'full']).optional(),
  })
  .strict()
export type PageContribution = z.infer<typeof PageContribution>
/**
 * An entry of the command palette that leads to a path. `keys` are a suggestion: they hold while nothing else has them
 * and `reservationOf` has no objection, and every user may give the command others.
 */
export const CommandContribution = z
  .object({ id: z.string(), titleKey: z.string(), path: z.string(), keys: KeyBinding.optional(), tier: OwnTier })
  .strict()
export type CommandContribution = z.infer<typeof CommandContribution>
export const UiContributions = z
  .object({
    slots: z.array(SlotContribution).default([]),
    pages: z.array(PageContribution).default([]),
    commands: z.array(CommandContribution).default([]),
  })
  .strict()
export type UiContributions = z.infer<typeof UiContributions>
