import type { FieldIssue, FormField, FormReference } from '@recado/contracts'
import * as z from 'zod'
import type { Database } from '../db/database.ts'

/** What a value of a block refers to, and the place of the value. */
export interface Referred { readonly of: FormReference; readonly id: string; readonly path: string }

/** What a filled in form refers to; what is empty refers to nothing. */
export const referredBy = (fields: readonly FormField[], input: Readonly<Record<string, unknown>>, path: string): readonly Referred[] => fields.flatMap(({ name, type, refersTo: of }): Referred[] => {
  const value = input[name]
  if (of === undefined) return []
  if (type === 'referenceArray') return Array.isArray(value) ? value.map((id, at) => ({ of, id: String(id), path: `${path}.${name}.${at}` })) : []
  return typeof value === 'string' && value !== '' ? [{ of, id: value, path: `${path}.${name}` }] : []
})

/** The places of what is referred to and not there any more, found in one round trip. What is switched off or archived is there. */
export type GoneReferences = (tenantId: string, referred: readonly Referred[]) => Promise<readonly FieldIssue[]>

const isId = (id: string): boolean => z.uuid().safeParse(id).success

export const goneReferences = (db: Database): GoneReferences => async (tenantId, referred) => {
  if (referred.length === 0) return []
  const wanted = (of: FormReference): string[] => [...new Set(referred.filter((one) => one.of === of).map(({ id }) => id))]
  const ids = (of: FormReference): string[] => wanted(of).filter(isId)
  const [there] = await db.read(tenantId, (sql) => [
    sql<{ of: FormReference; id: string }>`
      select 'queue' as of, q.id::text from core.queue q where q.tenant_id = ${tenantId} and q.id = any (${ids('queue')}::uuid[])
      union all select 'user', u.id::text from core.user_account u where u.tenant_id = ${tenantId} and u.id = any (${ids('user')}::uuid[]) and u.deleted_at is null
      union all select 'tag', t.id::text from core.tag t where t.tenant_id = ${tenantId} and t.id = any (${ids('tag')}::uuid[])
      union all select 'connection', c.id::text from core.connection c where c.tenant_id = ${tenantId} and c.id = any (${ids('connection')}::uuid[]) and c.deleted_at is null
      union all select a.owner || 'Attribute', a.key from core.attribute_definition a
       where a.tenant_id = ${tenantId} and a.key = any (case a.owner when 'contact' then ${wanted('contactAttribute')}::text[] else ${wanted('ticketAttribute')}::text[] end)`,
  ])
  const known = new Set(there.map(({ of, id }) => `${of} ${id}`))
  return referred.filter(({ of, id }) => !known.has(`${of} ${id}`)).map(({ path }) => ({ path, message: 'is not there any more' }))
}
