import type { ContactDraft } from './contact-draft.ts'

/** What a part of the form of a contact is given; `problems` are words by field. */
export interface ContactPartProps {
  draft: ContactDraft
  set(change: Partial<ContactDraft>): void
  problems: Readonly<Record<string, string>>
}
