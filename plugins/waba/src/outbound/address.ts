import type { ExternalChatId } from '@recado/sdk'

/** Two letters of a country, a dot, letters and digits; the parent's has ENT between. */
export const bsuidPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/**
 * Address of a conversation: a phone by `to`, a business-scoped user id by `recipient`, and any other as the id of a
 * group.
 */
export function addressOf(chat: ExternalChatId): Readonly<Record<string, string>> {
  if (/^\d+$/.test(chat)) return { recipient_type: 'individual', to: chat }
  if (bsuidPattern.test(chat)) return { recipient_type: 'individual', recipient: chat }
  return { recipient_type: 'group', to: chat }
}
