import { mint, type ContactId, type PluginContext } from '@recado/sdk'
import type * as z from 'zod'
import type { ContactsTold } from '../events.ts'

/**
 * Contacts of the Business app become contacts of the company, silently. Who has the number already stays as they are,
 * but for those who are known by nothing else: they get their name. What is deleted in the app stays here.
 */
export async function onContacts(
  { connectionId, contacts }: z.output<typeof ContactsTold.schema>,
  { core }: Pick<PluginContext, 'core'>,
): Promise<void> {
  const source = `waba:${connectionId}`
  const byNumber = new Map(contacts.map(({ phone, name }) => [phone, { ref: phone, name, number: `+${phone}` }]))
  await core.imports.write({ source, run: connectionId, contacts: [...byNumber.values()] })
  const became = await core.imports.became(source, 'contact', [...byNumber.keys()])
  for (const [phone, id] of Object.entries(became)) {
    const contact = mint<ContactId>(id)
    // Messages of the past may come before the names of those who wrote them.
    const isNameless = /^\+\d+$/.test((await core.contacts.get(contact))?.name ?? '')
    if (isNameless) await core.contacts.change(contact, { name: byNumber.get(phone)!.name })
  }
}
