import type { PluginTransaction } from '@recado/sdk'
import type { Description } from '../source/describe.ts'
import { refOf, separators } from './read-cells.ts'
import { tableConnection, type TableChoice, type TableField } from './table-choice.ts'

const mostNamed = 500
/** No text has it: what is not split. */
const nowhere = '\u0001'

/** Different values of these columns, without case; `split` into the parts of a list. */
export const distinctOf = async (
  tx: PluginTransaction,
  tenantId: string,
  { file, columns }: TableChoice,
  fields: readonly TableField[],
  { split, after = '', size }: { readonly split: boolean; readonly after?: string; readonly size: number },
): Promise<string[]> => {
  const at = fields.map((field) => columns.indexOf(field)).filter((column) => column >= 0)
  if (at.length === 0) return []
  const rows = (await tx.query(
    `select distinct btrim(v.part) as name from plg_import.table_row r
      cross join jsonb_array_elements_text($3::jsonb) c (at)
      cross join regexp_split_to_table(r.cells->>(c.at::integer), $4) v (part)
      where r.tenant_id = $1 and r.file_id = $2 and btrim(v.part) > $5 order by 1 limit ${size}`,
    [tenantId, file, JSON.stringify(at), split ? separators : nowhere, after],
    'object',
  )) as { name: string }[]
  return rows.map(({ name }) => name)
}

/** What a table holds, by what its columns are said to be. Contacts and tickets are counted by one column each. */
export async function describeTable(
  tx: PluginTransaction,
  tenantId: string,
  choice: TableChoice,
  rows: number,
): Promise<Description> {
  const count = async (...fields: TableField[]): Promise<number> => {
    const at = fields.map((field) => choice.columns.indexOf(field)).find((column) => column >= 0)
    if (at === undefined) return 0
    const [row] = (await tx.query(
      `select count(distinct nullif(btrim(r.cells->>$3::integer), ''))::float8 as total
         from plg_import.table_row r where r.tenant_id = $1 and r.file_id = $2`,
      [tenantId, choice.file, at],
      'object',
    )) as { total: number }[]
    return row!.total
  }
  const labels = async (split: boolean, ...fields: TableField[]): Promise<number> =>
    new Set((await distinctOf(tx, tenantId, choice, fields, { split, size: mostNamed })).map(refOf)).size
  const users = await distinctOf(tx, tenantId, choice, ['user'], { split: false, size: mostNamed })
  return {
    system: 'table',
    companies: [],
    connections: [{ ref: tableConnection, name: choice.name }],
    users: [...new Map(users.map((name) => [refOf(name), name]))].map(([ref, name]) => ({
      ref,
      name,
      email: name.includes('@') ? name : '',
      profile: '',
    })),
    totals: {
      queue: await labels(false, 'ticketQueue'),
      tag: await labels(true, 'contactTags', 'ticketTags'),
      contact: await count('contactId', 'contactNumber', 'contactEmail', 'contactName'),
      ticket: await count('ticketId'),
      message: choice.columns.some((field) => field === 'messageText' || field === 'messageId') ? rows : 0,
    },
  }
}
