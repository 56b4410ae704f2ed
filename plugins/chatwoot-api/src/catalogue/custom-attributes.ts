import { Refusal, type AttributeSubject } from '@recado/sdk'
import { rows, type Work } from '../account.ts'
import { invalid } from '../http/answer.ts'
import type { Fields } from '../http/fields.ts'

/** The values of the company's own attributes, which core checks, apart from those that only programs know. */
export async function dividedAttributes(
  work: Work,
  owner: 'contact' | 'ticket',
  custom: Fields | undefined,
): Promise<{ readonly own: Fields; readonly free: Fields }> {
  if (!custom) return { own: {}, free: {} }
  const known = new Set((await work.core.attributes.list()).filter((one) => one.owner === owner).map(({ key }) => key))
  const all = Object.entries(custom)
  return {
    own: Object.fromEntries(all.filter(([key]) => known.has(key))),
    free: Object.fromEntries(all.filter(([key]) => !known.has(key))),
  }
}

/** Sets values of the company's own attributes; null removes one. @throws Fault 422 for a value that does not fit */
export async function setOwnAttributes(work: Work, subject: AttributeSubject, own: Fields): Promise<void> {
  if (Object.keys(own).length === 0) return
  await work.core.attributes.set(subject, own as never).catch((error: unknown) => {
    if (Refusal.is(error) && error.code === 'ERR_VALIDATION') {
      const [issue] = error.facts.issues ?? []
      throw invalid(issue?.message ?? 'Custom attributes are invalid', 'custom_attributes')
    }
    throw error
  })
}

/** Removes attributes of a contact or a conversation by their keys, those of the company among them. */
export async function removeAttributes(
  work: Work,
  subject: AttributeSubject,
  held: Fields,
  keys: readonly string[],
): Promise<void> {
  const owner = 'contact' in subject ? 'contact' : 'ticket'
  const wanted = Object.fromEntries(keys.filter((key) => key in held).map((key) => [key, null]))
  const { own, free } = await dividedAttributes(work, owner, wanted)
  await setOwnAttributes(work, subject, own)
  const [table, column, id] =
    'contact' in subject
      ? (['contact', 'contact_id', subject.contact] as const)
      : (['conversation', 'ticket_id', subject.ticket] as const)
  await rows(
    work,
    `update plg_chatwoot_api.${table} set custom = custom - $3::text[] where tenant_id = $1 and ${column} = $2`,
    [id, Object.keys(free)],
  )
}
