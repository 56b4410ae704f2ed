import type { Connection, Contact, Message, Ticket } from '@recado/contracts'
import type { ComponentType } from 'react'
import type { Composer } from '../composer/composer.ts'

/**
 * What each slot hands to the panels that stand in it. A plugin that offers slots of its own adds them under its id:
 * `declare module '@recado/sdk/ui' { interface SlotMap { 'kanban.card': { card: Card } } }`.
 */
export interface SlotMap {
  /** An accordion section beside the thread. */
  'ticket.sidebar': { ticket: Ticket }
  /** A button in the composer's toolbar, and suggestions while the agent types. See {@link Composer}. */
  'ticket.composer.actions': { ticket: Ticket; composer: Composer }
  /** Above the text, inside the composer: what waits there to be sent. Draws nothing while there is nothing. */
  'ticket.composer.above': { ticket: Ticket; composer: Composer }
  /** An entry of a message's menu; render `DropdownMenu.Item`s, `close` ends the menu. */
  'ticket.message.actions': { ticket: Ticket; message: Message; close(): void }
  /** A section of a contact's page. */
  'contact.panel': { contact: Contact }
  /** A card of the home page. */
  'home.widget': Record<never, never>
  /** Below a connection's card in the settings: how to use it, its own actions. */
  'connection.card': { connection: Connection }
}
/** Name of a slot, those that plugins have added included. */
export type SlotName = keyof SlotMap & string

/** What a page receives: the path it was contributed for. Search parameters are read with the router's own hooks. */
export interface PageProps { path: string }

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A panel of one slot, or of a page. Names are those of `ui.slots[].panel` and `ui.pages[].panel` in the definition. */
export type PanelDefinition =
  | { readonly [S in SlotName]: { readonly slot: S; readonly load: Load<SlotMap[S]> } }[SlotName]
  | { readonly slot?: never; readonly page: `/${string}`; readonly load: Load<PageProps> }

/** What `src/ui/panels.ts` of a plugin exports as default. Nothing is loaded before a panel's slot or page is on the screen. */
export interface PluginPanels { readonly panels: Readonly<Record<string, PanelDefinition>> }

/** Declares the panels of a plugin. A component whose props are not those of its slot does not compile. */
export const definePanels = <const P extends PluginPanels>(panels: P): P => panels
