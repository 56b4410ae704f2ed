import { mint, type ContactId, type PluginContext } from '@recado/sdk'
import { webchat } from '../channel/capabilities.ts'
import { eraseVisitors } from './visitor-store.ts'

/** Erases the visitors behind a contact: what they typed, what their site said of them, and their sessions. */
export async function forgetContact(ctx: PluginContext, contactId: string): Promise<void> {
  const contact = await ctx.core.contacts.get(mint<ContactId>(contactId))
  const own = contact?.identities.filter(({ kind }) => kind === webchat.identityKind).map(({ value }) => value) ?? []
  await eraseVisitors({ db: ctx.db, tenant: ctx.tenant }, own)
}
