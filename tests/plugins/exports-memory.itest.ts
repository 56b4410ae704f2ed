import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peakDuring, tellsResident } from '../bench/resident.ts'
import type { Person } from '../harness/app.ts'
import { emptyDatabase, type EmptyDatabase } from '../harness/database.ts'
import { Product } from '../harness/product.ts'

/* Long tables leave the product as they are read: what a node holds does not grow with them. */

const rows = 100_000
/** What a file may take beyond one with a tenth of the rows, in MB. */
const mostGrowth = 100
/** The node's heap ends here, in MB: one that kept the rows of these files would die of it. */
const heap = 224

describe.skipIf(!tellsResident)(`a file of ${rows} rows`, () => {
  let database: EmptyDatabase, product: Product, admin: Person, folder: string
  /** The most that the node held over files with a tenth of the rows, in MB. */
  let least = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recado-exports-'))
    database = await emptyDatabase()
    product = await Product.start({
      DATABASE_URL: database.ownerUrl,
      NODE_OPTIONS: `--max-old-space-size=${heap}`,
    })
    await product.ready()
    admin = await product.signIn()
    await fill(database.ownerUrl, 1, rows / 10)
    for (const path of paths) least = Math.max(least, await peakDuring(product.pid, () => read(path)))
    await fill(database.ownerUrl, rows / 10 + 1, rows)
  }, 600_000)
  afterAll(async () => {
    await product?.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const paths = [
    '/contact-export?format=csv',
    '/contact-export?format=xlsx',
    '/p/reports/contacts/file?format=csv',
    '/p/reports/tickets/file?format=csv',
    '/p/reports/tickets/file?format=xlsx',
  ]

  const answer = async (path: string): Promise<Response> => {
    const response = await fetch(product.base + path, { headers: admin.credentials })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return response
  }
  /** Length of a file that is read to its end. */
  async function read(path: string): Promise<number> {
    const file = join(folder, 'file')
    await pipeline(Readable.fromWeb((await answer(path)).body as never), createWriteStream(file))
    return (await stat(file)).size
  }

  it.each(paths)(
    '%s takes no more memory than a page, also while another reader does not read on',
    async (path) => {
      // Taking contacts out asks for a fresh session.
      admin = await product.signIn()
      const waiting = (await answer(path)).body!.getReader()
      await waiting.read()
      let bytes = 0
      const peak = await peakDuring(product.pid, async () => {
        bytes = await read(path)
      })
      // A row has at least a name, and is packed in a workbook.
      expect(bytes).toBeGreaterThan(path.includes('xlsx') ? 200_000 : 1_200_000)
      expect(peak - least, `${Math.round(bytes / 1_000_000)} MB in the file`).toBeLessThan(mostGrowth)
      await waiting.cancel()
    },
    600_000,
  )
})

/** Contacts of the company that the first start made, from one number to another, each with a conversation of now. */
async function fill(ownerUrl: string, from: number, to: number): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    const [tenant] = await sql<{ id: string }[]>`select id from core.tenant order by created_at limit 1`
    await sql`
      with made as (
        insert into core.contact (id, tenant_id, name, email)
        select gen_random_uuid(), ${tenant!.id}, 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br'
          from generate_series(${from}::integer, ${to}::integer) n returning id, tenant_id)
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, closed_at)
      select gen_random_uuid(), m.tenant_id, m.id::text, 'closed', m.id, c.id, c.type, m.id::text, now()
        from made m join core.connection c on c.tenant_id = m.tenant_id and c.is_default`
    await sql`analyze core.contact, core.ticket`
  } finally {
    await sql.end()
  }
}
