import type { PluginContext, PluginTransaction } from '@recado/sdk'

/** Kinds of objects that programs name by integers. */
export type NumberedKind =
  | 'inbox'
  | 'contact'
  | 'conversation'
  | 'message'
  | 'attachment'
  | 'agent'
  | 'label'
  | 'attribute'
  | 'team'
  | 'webhook'

/** The largest integer that a program may name: PostgreSQL's, and that of most of their databases. */
const largest = 2_147_483_647

type Scope = Pick<PluginContext, 'db' | 'tenant'>

/** The company's own number, in every address of the API. Given once. */
export const accountNumber = ({ db, tenant }: Scope): Promise<number> =>
  db.transaction(async (tx) => {
    const read = async (): Promise<number | undefined> => {
      const [row] = await tx.query(
        'select number::int from plg_chatwoot_api.account where tenant_id = $1',
        [tenant],
        'object',
      )
      return (row as { number: number } | undefined)?.number
    }
    const known = await read()
    if (known !== undefined) return known
    await tx.query(
      'insert into plg_chatwoot_api.account (tenant_id) values ($1) on conflict do nothing',
      [tenant],
      'array',
    )
    return (await read())!
  })

/** Numbers of objects, in their order; those that have none get the next ones of the company. */
export async function numbersOf(
  { db, tenant }: Scope,
  kind: NumberedKind,
  objects: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(objects)]
  if (wanted.length === 0) return new Map()
  return db.transaction(async (tx) => {
    const known = await readNumbers(tx, tenant, kind, wanted)
    const missing = wanted.filter((object) => !known.has(object))
    if (missing.length === 0) return known
    // Taking the counter is what keeps two from numbering the same object at once.
    await tx.query(
      'insert into plg_chatwoot_api.counter (tenant_id, kind, last) values ($1, $2, 0) on conflict do nothing',
      [tenant, kind],
      'array',
    )
    await tx.query(
      'select last from plg_chatwoot_api.counter where tenant_id = $1 and kind = $2 for update',
      [tenant, kind],
      'array',
    )
    const now = await readNumbers(tx, tenant, kind, missing)
    const left = missing.filter((object) => !now.has(object))
    if (left.length > 0)
      await tx.query(
        `with taken as (
           update plg_chatwoot_api.counter set last = last + cardinality($3::text[])
            where tenant_id = $1 and kind = $2 returning last - cardinality($3::text[]) as before)
         insert into plg_chatwoot_api.number (tenant_id, kind, object, number)
         select $1, $2, w.object, taken.before + w.place
           from taken, unnest($3::text[]) with ordinality w (object, place)`,
        [tenant, kind, left],
        'array',
      )
    return readNumbers(tx, tenant, kind, wanted)
  })
}

export const numberOf = async (scope: Scope, kind: NumberedKind, object: string): Promise<number> =>
  (await numbersOf(scope, kind, [object])).get(object)!

/** The object of a number that a program names; undefined for one that was never given. */
export async function objectOf({ db, tenant }: Scope, kind: NumberedKind, given: unknown): Promise<string | undefined> {
  const number = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > largest) return undefined
  const rows = await db.transaction((tx) =>
    tx.query(
      'select object from plg_chatwoot_api.number where tenant_id = $1 and kind = $2 and number = $3',
      [tenant, kind, number],
      'object',
    ),
  )
  return (rows[0] as { object: string } | undefined)?.object
}

async function readNumbers(
  tx: PluginTransaction,
  tenant: string,
  kind: NumberedKind,
  objects: readonly string[],
): Promise<Map<string, number>> {
  const rows = (await tx.query(
    `select object, number
       from plg_chatwoot_api.number
      where tenant_id = $1 and kind = $2 and object = any ($3::text[])`,
    [tenant, kind, objects],
    'object',
  )) as { object: string; number: number }[]
  return new Map(rows.map(({ object, number }) => [object, number]))
}
