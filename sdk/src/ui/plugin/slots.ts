import type { Connection, Contact, Message, Ticket } from '@recado/contracts'
import type { ComponentType, ReactNode } from 'react'
import type { Composer } from '../composer/composer.ts'

/** Something of a plugin that stands between the messages of a conversation. */
export interface ThreadEntry {
  /** Unique within the plugin. */
  readonly id: string
  /** ISO 8601: it stands before the first message that is later. */
  readonly at: string
  readonly element: ReactNode
}

/** Something that can be done with the conversation on the screen, by its name in the command palette. */
export interface TicketCommand {
  /** Unique within the panel. */
  readonly id: string
  readonly label: string
  run(): void
}

/**
 * What each slot hands to the panels that stand in it. A plugin that offers slots of its own adds them under its id:
 * `declare module '@recado/sdk/ui' { interface SlotMap { 'kanban.card': { card: Card } } }`.
 */
export interface SlotMap {
  /**
   * A button in the header of a conversation that is being attended. What is given to `onCommands` stands in the
   * command palette while that conversation is on the screen; call it anew whenever the list changes, and not with a
   * list made by every render.
   */
  'ticket.header.actions': { ticket: Ticket; onCommands(commands: readonly TicketCommand[]): void }
  /** An accordion section beside the thread. */
  'ticket.sidebar': { ticket: Ticket }
  /** A button in the composer's toolbar, and suggestions while the agent types. See {@link Composer}. */
  'ticket.composer.actions': { ticket: Ticket; composer: Composer }
  /**
   * A way of writing beside the reply. While its tab is chosen the panel stands in the composer's place, inside of its
   * frame. The shell keeps `draft` for this ticket and user, over switching and reloading; `autoFocus` says that the
   * agent wants to write.
   */
  'ticket.composer.tabs': { ticket: Ticket; draft: string; autoFocus: boolean; onDraft(text: string): void }
  /**
   * What stands between the messages. The panel draws its entries through `onEntries`, anew whenever they change; what
   * it renders itself stands above the thread: nothing, or an error with a retry. `since` is the instant of the oldest
   * message that is loaded, null when there are no older ones: nothing before it is shown, so nothing before it needs
   * to be fetched.
   */
  'ticket.thread.entries': { ticket: Ticket; since: string | null; onEntries(entries: readonly ThreadEntry[]): void }
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
export interface PageProps {
  path: string
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A panel of one slot, or of a page. Names are those of `ui.slots[].panel` and `ui.pages[].panel` in the definition.
 */
export type PanelDefinition =
  | { readonly [S in SlotName]: { readonly slot: S; readonly load: Load<SlotMap[S]> } }[SlotName]
  | { readonly slot?: never; readonly page: `/${string}`; readonly load: Load<PageProps> }

/**
 * What `src/ui/panels.ts` of a plugin exports as default. Nothing is loaded before a panel's slot or page is on the
 * screen.
 */
export interface PluginPanels {
  readonly panels: Readonly<Record<string, PanelDefinition>>
}

/** Declares the panels of a plugin. A component whose props are not those of its slot does not compile. */
export const definePanels = <const P extends PluginPanels>(panels: P): P => panels
