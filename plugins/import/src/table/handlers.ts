import { Refusal, type RouteRequest, type SessionContext, type ShapeOf } from '@recado/sdk'
import { refusal } from '../errors.ts'
import type { plugin } from '../plugin.ts'
import type { TableCheck, UploadedTable } from './routes.ts'
import { contactOf } from '../run/rows.ts'
import { describeTable } from './describe-table.ts'
import { instantIn } from './instants.ts'
import { cellsOf, keysOf } from './read-cells.ts'
import { guessColumns, isEnough, type TableChoice } from './table-choice.ts'
import { keepTable, readTable, readTables, removeTable, rowsAfter, type StoredTable } from './table-store.ts'

type Context = SessionContext<ShapeOf<typeof plugin>>

const sampled = 20
/** Time for which a table is kept that nobody imports. */
const keptMs = 7 * 86_400_000
const longestName = 200

async function shown(ctx: Context, table: StoredTable): Promise<UploadedTable> {
  const rows = await ctx.db.transaction((tx) => rowsAfter(tx, ctx.tenant, table.id, 0, sampled))
  return {
    ...table,
    columns: [...table.columns],
    guess: guessColumns(table.columns),
    sample: rows.map(({ cells }) => table.columns.map((_heading, at) => cells[at] ?? '')),
  }
}

/** Keeps a table that was uploaded; nothing is made of it yet. */
export async function upload({ files }: Pick<RouteRequest<never>, 'files'>, ctx: Context): Promise<UploadedTable> {
  const [file] = files
  if (!file || files.length > 1) throw new Refusal('ERR_NO_FILE_UPLOADED')
  const name = file.name.slice(0, longestName)
  const stored = await ctx.core.imports.readTable(
    file.bytes,
    (table) =>
      ctx.db.transaction(async (tx) => {
        const kept = await keepTable(tx, ctx.tenant, { userId: ctx.viewer.userId, name }, table)
        await ctx.enqueue(
          'forget',
          { file: kept.id },
          { key: `table ${kept.id}`, runAt: new Date(Date.now() + keptMs) },
        )
        return kept
      }),
    ctx.signal,
  )
  return shown(ctx, stored)
}

export async function tables(_request: unknown, ctx: Context): Promise<UploadedTable[]> {
  const stored = await ctx.db.transaction((tx) => readTables(tx, ctx.tenant))
  return Promise.all(stored.map((table) => shown(ctx, table)))
}

export const discard = ({ params: { id } }: { readonly params: { readonly id: string } }, ctx: Context) =>
  ctx.db.transaction(async (tx) => {
    if (!(await readTable(tx, ctx.tenant, id))) throw refusal('ERR_NO_IMPORT_TABLE')
    if (!(await removeTable(tx, ctx.tenant, id))) throw refusal('ERR_IMPORT_RUNNING')
    return { removed: true }
  })

/** @throws Refusal ERR_NO_IMPORT_TABLE, ERR_IMPORT_COLUMNS */
export const describedTable = (choice: TableChoice, ctx: Context) =>
  ctx.db.transaction(async (tx) => {
    const table = await readTable(tx, ctx.tenant, choice.file)
    if (!table) throw refusal('ERR_NO_IMPORT_TABLE')
    if (choice.columns.length !== table.columns.length || !isEnough(choice.columns)) throw refusal('ERR_IMPORT_COLUMNS')
    return describeTable(tx, ctx.tenant, choice, table.rows)
  })

/** What the table would become: counts, whom to map, and its first rows with what is wrong in them. */
export async function checkTable(
  { body: { table: choice } }: { readonly body: { readonly table: TableChoice } },
  ctx: Context,
): Promise<TableCheck> {
  const found = await describedTable(choice, ctx)
  const places = await ctx.core.imports.places()
  const rows = await ctx.db.transaction((tx) => rowsAfter(tx, ctx.tenant, choice.file, 0, sampled))
  return {
    ...found,
    companies: [],
    connections: [...found.connections],
    users: found.users.map((user) => ({ ...user, proposed: 'user' as const })),
    files: false,
    places: { connections: [...places.connections], users: [...places.users] },
    sample: rows.map(({ number, cells: values }) => {
      const cells = cellsOf(choice, values)
      const keys = keysOf(cells, choice)
      const { problems } = contactOf({
        ref: keys.contact ?? '',
        name: cells('contactName'),
        number: cells('contactNumber'),
        email: cells('contactEmail'),
        isGroup: false,
        tags: [],
      })
      const times = (['messageTime', 'ticketOpened', 'ticketClosed'] as const).filter((field) => cells(field) !== '')
      const isWrong = times.some((field) => instantIn(cells(field), choice) === null)
      return {
        row: number,
        problems: [
          ...(keys.contact !== null ? problems : keys.ticket === null ? (['contactUnknown'] as const) : []),
          ...(isWrong || (keys.message !== null && keys.at === null) ? (['dateInvalid'] as const) : []),
        ],
      }
    }),
  }
}
