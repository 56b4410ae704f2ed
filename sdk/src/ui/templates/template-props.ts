import type { OutgoingPart, Ticket } from '@recado/contracts'
import type { ReactNode } from 'react'
import type { TemplateFacts } from '../../template-facts.ts'
import type { Composer } from '../composer/composer.ts'

/** What a template's form does when it is left: back to the list, away, or with a part that is sent. */
export interface TemplateFormActs {
  onBack(): void
  onClose(): void
  onSend(part: OutgoingPart): void
}

/** A `TemplatePicker`: the conversation, and what is drawn in its window. */
export interface TemplatePickerProps<T> {
  ticket: Ticket
  composer: Composer
  /** Draws a `TemplateList`; `onPick` opens the form of a template. */
  renderList(onPick: (template: T) => void): ReactNode
  /** Draws a `TemplateForm`. */
  renderForm(template: T, acts: TemplateFormActs): ReactNode
}

/** A template in the list. `note` stands beside its language; `unfit` says why it cannot be sent from here. */
export interface ListedTemplate {
  readonly id: string
  readonly name: string
  /** As the provider codes it, `pt_BR`. */
  readonly language: string
  readonly text: string
  readonly note?: string | undefined
  readonly unfit?: string | undefined
}

/** A `TemplateList`: what the plugin has read, and what is asked of it. */
export interface TemplateListProps {
  /** The query of TanStack Query that reads the list. */
  query: { isPending: boolean; isError: boolean; isSuccess: boolean; error: unknown; refetch(): unknown }
  templates: readonly ListedTemplate[]
  more?: { isBusy: boolean; load(): void } | undefined
  /** Says where templates are written, while there is none. */
  noneHelp: string
  onSearch(search: string): void
  onPick(id: string): void
}

/** One value of a template. `key` is that of the part's `vars`, `example` shows what is meant. */
export interface TemplateFormField {
  readonly key: string
  readonly label: string
  readonly example: string
  /** Whether name, protocol and agent may be put into it by a menu. */
  readonly takesFacts: boolean
  readonly isOptional?: boolean
  readonly isNumber?: boolean
}

/** A `TemplateForm`: the values of one message, and what the contact will read. */
export interface TemplateFormProps {
  /** The template's. */
  name: string
  ticket: Ticket
  fields: readonly TemplateFormField[]
  /** The values at the beginning. */
  guess(facts: TemplateFacts): Record<string, string>
  /** A sentence for each field that is not filled in as it must be, by its key. */
  problems(values: Readonly<Record<string, string>>): Readonly<Record<string, string>>
  /** Whether what stands above the fields is complete. */
  isReady?: boolean
  /** Drawn above the fields. `isDemanded`: sending was tried, so that what is missing is said. */
  renderAbove?(isDemanded: boolean): ReactNode
  renderPreview(values: Readonly<Record<string, string>>): ReactNode
  onBack(): void
  onClose(): void
  onSend(values: Readonly<Record<string, string>>): void
}
