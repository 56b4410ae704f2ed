import type { ContactFootprint, PluginContext } from '@recado/sdk'
import { webchat } from '../channel/capabilities.ts'
import { eraseVisitors, readVisitors } from './visitor-store.ts'

const visitorsOf = ({ identities }: ContactFootprint): string[] =>
  identities.filter(({ kind }) => kind === webchat.identityKind).map(({ value }) => value)

/** Erases the visitors behind a contact: their typed data, their site's statements about them, and their sessions. */
export const forgetContact = (ctx: PluginContext, footprint: ContactFootprint): Promise<void> =>
  eraseVisitors({ db: ctx.db, tenant: ctx.tenant }, visitorsOf(footprint))

/** Data that visitors typed, and their site's statements about them. */
export async function exportContact(ctx: PluginContext, footprint: ContactFootprint): Promise<unknown> {
  const visitors = await readVisitors({ db: ctx.db, tenant: ctx.tenant }, visitorsOf(footprint))
  return visitors.length > 0 ? { visitors } : undefined
}
