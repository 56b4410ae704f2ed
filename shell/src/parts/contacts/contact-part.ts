import type { ContactDraft } from './contact-draft.ts'

/** Props of a part of the contact form; `problems` are texts by field. */
export interface ContactPartProps {
  draft: ContactDraft
  set(change: Partial<ContactDraft>): void
  problems: Readonly<Record<string, string>>
}
