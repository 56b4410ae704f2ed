import type { OutgoingPart, ServiceWindowState } from '@recado/contracts'
import type { SuggestionBoard } from './suggestion-board.ts'
import type { ActiveTrigger, TriggerChar } from './trigger.ts'

/**
 * The composer as an action of a plugin sees it (slot `ticket.composer.actions`). An action (a) draws its toolbar
 * button, usually `<IconButton onClick={() => composer.open('/')}>`, and (b) renders `<ComposerSuggestions
 * composer={composer} trigger="/" …>`, which shows a list whenever the agent has typed the trigger or pressed the
 * button, filtered by the text typed behind it, and is controlled by the keyboard. Actions with the same trigger share
 * one list, each under its own heading, independently of one another. A new `Composer` object arrives whenever a part
 * of it changes: plain reads while rendering are right.
 */
export interface Composer {
  readonly mode: 'reply' | 'note'
  readonly text: string
  /** True while writing is impossible: the window is closed, the ticket is not the agent's, the connection is off. */
  readonly disabled: boolean
  /**
   * The channel's service window; `undefined` for channels without one. While it is closed the composer takes no text
   * and shows these actions in its place: `sendParts` works all the same, for what the channel lets pass, a template.
   */
  readonly window: ServiceWindowState | undefined
  /** Text behind a trigger, or of a list that a toolbar button opened; `null` when no list is open. */
  readonly trigger: ActiveTrigger | null
  /** The element lists are placed above: the whole composer. */
  readonly anchor: HTMLElement | null
  /** Opens suggestions at the caret as if the trigger had been typed, and moves the focus into the text. */
  open(char: TriggerChar): void
  /** Closes the suggestions; typing on does not open the same ones again. */
  dismiss(): void
  /**
   * Puts text in place of the trigger and what was typed behind it, else at the caret. Undo brings the old text back.
   */
  insertText(text: string): void
  /** Puts text in place of everything that is written, and moves the focus into it. Undo brings the old text back. */
  replace(text: string): void
  /** What is selected in the text now; the whole text where nothing is. */
  selection(): { readonly text: string; readonly from: number; readonly to: number }
  /** Adds files to the message as if the agent had picked them; the channel's limits are checked by the composer. */
  attach(files: readonly File[]): void
  /**
   * Sends content of its own: texts, files that are kept already, a template, a place, contacts, choices. Each part
   * becomes a message of its own and is in the thread at once, as sending, waiting for the network, or refused with the
   * reason. They leave in this order, one after the other: behind one that is refused the others wait until it is sent
   * again or thrown away. The text in the composer stays.
   */
  sendParts(parts: readonly OutgoingPart[]): void
  focus(): void
  /** The current suggestions for the trigger; only {@link ComposerSuggestions} adds to them. */
  readonly suggestions: SuggestionBoard
}
