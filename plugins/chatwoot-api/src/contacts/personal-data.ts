import type { ContactFootprint, PluginContext } from '@recado/sdk'
import { instantOf } from '../account.ts'
import { contactInboxes, extrasOf, forgetContacts } from './contact-store.ts'

/** Erases what programs said of a contact, and notes about their conversations. */
export const forgetContact = (ctx: PluginContext, { contacts }: ContactFootprint): Promise<void> =>
  forgetContacts(ctx, contacts)

/** What programs said of a contact; undefined for nothing. */
export async function exportContact(ctx: PluginContext, { contacts }: ContactFootprint): Promise<object | undefined> {
  const [extras, inboxes] = await Promise.all([extrasOf(ctx, contacts), contactInboxes(ctx, contacts)])
  if (extras.size === 0 && inboxes.length === 0) return undefined
  return {
    programs: [...extras.values()].map(({ identifier, phone, custom, additional }) => ({
      identifier,
      phone,
      custom,
      additional,
    })),
    inboxes: inboxes.map(({ source_id, created_at }) => ({ sourceId: source_id, since: instantOf(created_at) })),
  }
}
