import type { Connection, Contact, Message, Ticket } from '@recado/contracts'
import type { ComponentType, ReactNode } from 'react'
import type { Composer } from '../composer/composer.ts'

/** An entry of a plugin between the messages of a conversation. */
export interface ThreadEntry {
  /** Unique within the plugin. */
  readonly id: string
  /** Time, ISO 8601: the entry is placed before the first later message. */
  readonly at: string
  readonly element: ReactNode
}

/** Words of a message that are read in the place of its own: the same in another language. */
export interface MessageWords {
  /** Without marks. */
  readonly text: string
  /** Tag of BCP 47, for the screen reader's voice; null where it is not known. */
  readonly language: string | null
}

/** An act on the open conversation, with its name in the command palette. */
export interface TicketCommand {
  /** Unique within the panel. */
  readonly id: string
  readonly label: string
  run(): void
}

/**
 * Props of each slot for its panels. A plugin that offers slots of its own adds them under its id: `declare module
 * '@recado/sdk/ui' { interface SlotMap { 'kanban.card': { card: Card } } }`.
 */
export interface SlotMap {
  /**
   * A button in the header of a conversation that is being attended. Commands given to `onCommands` are listed in the
   * command palette while that conversation is open; call it again whenever the list changes, and not with a list made
   * by every render. The first one, what the button does, stands in the conversation's menu too; on a telephone the
   * button is not drawn.
   */
  'ticket.header.actions': { ticket: Ticket; onCommands(commands: readonly TicketCommand[]): void }
  /** An accordion section beside the thread. */
  'ticket.sidebar': { ticket: Ticket }
  /** A button in the composer's toolbar, and suggestions while the agent types. See {@link Composer}. */
  'ticket.composer.actions': { ticket: Ticket; composer: Composer }
  /**
   * An editor beside the reply. While its tab is chosen the panel takes the composer's place, inside of its frame. The
   * shell keeps `draft` for this ticket and user, over switching and reloading; `autoFocus` is true if the agent is
   * about to write.
   */
  'ticket.composer.tabs': { ticket: Ticket; draft: string; autoFocus: boolean; onDraft(text: string): void }
  /**
   * Entries between the messages. The panel passes its entries to `onEntries`, again whenever they change; its own
   * output is shown above the thread: nothing, or an error with a retry. `since` is the instant of the oldest loaded
   * message, null when there are no older ones: no earlier entry is shown, so none needs to be fetched.
   */
  'ticket.thread.entries': { ticket: Ticket; since: string | null; onEntries(entries: readonly ThreadEntry[]): void }
  /** Content above the text, inside the composer: waiting parts. Draws nothing without any. */
  'ticket.composer.above': { ticket: Ticket; composer: Composer }
  /** An entry of a message's menu; render `DropdownMenu.Item`s, `close` ends the menu. */
  'ticket.message.actions': { ticket: Ticket; message: Message; close(): void }
  /**
   * Content in the bubble of a message, below what it says: a transcript, a translation. Drawn for each message that is
   * shown, so that panels fetch for the whole ticket and not for each message; draws nothing where it has nothing.
   * Words given to `onWords` are read in the bubble in the place of the message's own, which are its texts, its letter
   * and what is written to its files; its other parts stay. Null brings its own back, so give null when the panel goes,
   * and let people do the same by a button: the message itself stays what it is, for answers, copies and the search. Of
   * several panels the last that gave words is read.
   */
  'ticket.message.below': { ticket: Ticket; message: Message; onWords(words: MessageWords | null): void }
  /** A section of a contact's page. */
  'contact.panel': { contact: Contact }
  /** A card of the home page. */
  'home.widget': Record<never, never>
  /** Below a connection's card in the settings: how to use it, its own actions. */
  'connection.card': { connection: Connection }
  /**
   * Above the settings of a channel, while one is added or changed: what has to be known before it is connected.
   * `connection` is missing for one that is being added.
   */
  'connection.form': { type: string; connection?: Connection }
  /**
   * Beside the settings of a channel, while one is added or changed: how it will look. `values` are the settings as
   * they are typed, unchecked and without secrets: draw what is half typed as well. `connection` is missing for one
   * that is being added.
   */
  'connection.preview': { type: string; connection?: Connection; values: Readonly<Record<string, unknown>> }
}
/** Name of a slot, those that plugins have added included. */
export type SlotName = keyof SlotMap & string

/** Props of a page: the path it was contributed for. Search parameters are read with the router's own hooks. */
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
 * Default export of a plugin's `src/ui/panels.ts`. Nothing is loaded before a panel's slot or page is on the screen.
 */
export interface PluginPanels {
  readonly panels: Readonly<Record<string, PanelDefinition>>
}

/** Declares the panels of a plugin. A component whose props are not those of its slot does not compile. */
export const definePanels = <const P extends PluginPanels>(panels: P): P => panels
