import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peakDuring, residentOf, tellsResident } from '../bench/resident.ts'
import type { Person } from '../harness/app.ts'
import { emptyDatabase, type EmptyDatabase } from '../harness/database.ts'
import { Product } from '../harness/product.ts'

/* Long tables leave the product as they are read: what a node holds does not grow with them. */

/** Of contacts, and of conversations of this month. */
const rows = 200_000
/** What one file may add to what the node held. A page is a few hundred rows; the files have tens of megabytes. */
const mostGrowth = 90

describe.skipIf(!tellsResident)(`a file of ${rows} rows`, () => {
  let database: EmptyDatabase, product: Product, admin: Person, folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recado-exports-'))
    database = await emptyDatabase()
    product = await Product.start({ DATABASE_URL: database.ownerUrl })
    await product.ready()
    admin = await product.signIn()
    // Whatever is loaded once is there before anything is measured.
    for (const path of paths) await read(path)
    await fill(database.ownerUrl)
  }, 300_000)
  afterAll(async () => {
    await product?.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const paths = [
    '/contact-export?format=csv',
    '/contact-export?format=xlsx',
    '/p/reports/contacts/file?format=csv',
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
      const before = residentOf(product.pid)
      let bytes = 0
      const peak = await peakDuring(product.pid, async () => {
        bytes = await read(path)
      })
      // A row has at least a name, and is packed in a workbook.
      expect(bytes).toBeGreaterThan(path.includes('xlsx') ? 500_000 : 3_000_000)
      expect(peak - before, `${Math.round(bytes / 1_000_000)} MB in the file`).toBeLessThan(mostGrowth)
      await waiting.cancel()
    },
    300_000,
  )
})

/** Contacts and conversations of the company that the first start made, by statements over sets. */
async function fill(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    const [tenant] = await sql<{ id: string }[]>`select id from core.tenant order by created_at limit 1`
    const id = tenant!.id
    const [connection] = await sql<{ id: string }[]>`
      insert into core.connection (id, tenant_id, plugin, type, name, hook_secret)
      values (gen_random_uuid(), ${id}, 'webchat', 'webchat', 'Loja', gen_random_uuid()::text)
      returning id`
    await sql`
      insert into core.contact (id, tenant_id, name, email)
      select gen_random_uuid(), ${id}, 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br'
        from generate_series(1, ${rows}::integer) n`
    await sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, closed_at)
      select gen_random_uuid(), ${id}, 'P' || row_number() over (), 'closed', c.id, ${connection!.id}, 'webchat',
             c.id::text, now()
        from core.contact c where c.tenant_id = ${id}`
    await sql`analyze core.contact, core.ticket`
  } finally {
    await sql.end()
  }
}
