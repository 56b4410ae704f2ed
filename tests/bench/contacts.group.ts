import type { ContactImport } from '@recado/contracts'
import { buffer } from 'node:stream/consumers'
import { csvLine } from '../../core/contracts/src/csv.ts'
import { xlsxFile } from '../../core/src/contacts/bulk/xlsx-file.ts'
import { benchId, kinds, type BenchDatabase } from './cluster.ts'
import { credentials, makeCompanies } from './companies.ts'
import { atLeast, atMost, type Aim, type Figure, type Group } from './figure.ts'
import { until } from './measure.ts'
import { startNode } from './program.ts'
import { peakDuring, tellsResident } from './resident.ts'

const heading = ['Nome', 'Número', 'E-mail', 'Cidade']
const mapping = ['name', 'number', 'email', 'extra'] as const
const cities = ['Recife', 'Olinda', 'Caruaru', 'Petrolina', 'Garanhuns']
const rowOf = (n: number): string[] => [
  `Cliente ${n}`,
  `55119${String(10_000_000 + n)}`,
  `cliente${n}@exemplo.test`,
  cities[n % cities.length]!,
]
/** Rows of one plain insert: as many as the product takes in one transaction. */
const perStatement = 250
const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

const table = (rows: number): string[][] => Array.from({ length: rows }, (_, at) => rowOf(at + 1))
const fileOf = async (format: Format, rows: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    format === 'csv'
      ? Buffer.from([heading, ...table(rows)].map((row) => csvLine(row)).join(''))
      : await buffer(xlsxFile(heading, [table(rows)])),
  )

/** The signed-in administrator of a company. */
class Administrator {
  readonly #address: string
  readonly #headers: Record<string, string>
  constructor(port: number, headers: Record<string, string>) {
    this.#address = `http://127.0.0.1:${port}`
    this.#headers = headers
  }
  static async of(port: number, tenant: number): Promise<Administrator> {
    const { token, sessionid } = await credentials(tenant, 1)
    return new Administrator(port, { authorization: `Bearer ${token}`, sessionid })
  }
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(this.#address + path, { ...init, headers: { ...this.#headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${await answer.text()}`)
    return answer
  }

  /** Uploads the table, says what its columns are and waits until the last row is taken. */
  async bring(file: Uint8Array<ArrayBuffer>, format: Format, rows: number): Promise<void> {
    const form = new FormData()
    form.append('file', new File([file], `contatos.${format}`))
    const { id } = (await (await this.ask('/contact-imports', { method: 'POST', body: form })).json()) as ContactImport
    await this.ask(`/contact-imports/${id}/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mapping, countryCode: '55', existing: 'skip', tagIds: [], walletUserId: null }),
    })
    let last: ContactImport | undefined
    await until(
      'the table is taken',
      async () => {
        last = (await (await this.ask(`/contact-imports/${id}`)).json()) as ContactImport
        if (last.state === 'failed') throw new Error('the import failed')
        return last.state === 'done'
      },
      300,
      20,
    )
    if (last?.created !== rows)
      throw new Error(`of ${rows} rows ${last?.created} became contacts, ${last?.refused} were refused`)
  }

  /** Reads a table to its end without keeping it. */
  async fetchTable(format: Format): Promise<void> {
    const answer = await this.ask(`/contact-export?format=${format}`)
    for await (const piece of answer.body!) if (piece.length === 0) throw new Error('an empty piece')
  }
}

/**
 * The same rows as a program would write them that has to look at nothing: contacts, their identities and an event
 * each, a transaction for every 250.
 */
async function plainInsert({ owner }: BenchDatabase, tenant: number, rows: number): Promise<void> {
  const tenantId = benchId('tenant', tenant)
  for (let start = 1; start <= rows; start += perStatement) {
    const contacts = Array.from({ length: Math.min(perStatement, rows - start + 1) }, (_, index) => {
      const [name, number, email, city] = rowOf(start + index) as [string, string, string, string]
      return {
        id: benchId('contact', tenant, start + index),
        name,
        number,
        email,
        extra: [{ description: 'Cidade', info: city }],
      }
    })
    await owner.begin(async (sql) => {
      await sql`
        insert into core.contact (id, tenant_id, name, number, email, extra_info)
        select p.id, ${tenantId}, p.name, p.number, p.email, p.extra
          from jsonb_to_recordset(${sql.json(contacts)}) p (id uuid, name text, number text, email text, extra jsonb)`
      await sql`
        insert into core.contact_identity (tenant_id, kind, value, contact_id, verified)
        select ${tenantId}, i.kind, i.value, p.id, true
          from jsonb_to_recordset(${sql.json(contacts)}) p (id uuid, number text, email text)
          cross join lateral (values ('phone', p.number), ('email', p.email)) i (kind, value)`
      await sql`
        insert into bus.outbox (tenant_id, name, key, data)
        select ${tenantId}, 'bench.nobody', p.id::text, '{}'
          from jsonb_to_recordset(${sql.json(contacts)}) p (id uuid)`
    })
  }
}

async function rate(rows: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (rows * 1_000) / (performance.now() - began)
}

export const contacts: Group = {
  name: 'contacts',
  title: 'Contacts as tables',
  notes: [
    'A table of 100,000 contacts with number, address and a city is uploaded over HTTP, kept, and taken by the ' +
      'job in batches (`quick`: 20,000): each row is read, checked, looked up by number in every spelling and by ' +
      'address, and becomes a contact with two identities and an event. Rows count from the upload to the last ' +
      'contact. The limit writes the same contacts, identities and events as the database’s owner, 250 a ' +
      'transaction, and looks at nothing.',
    'Memory is what the process of the product holds at its highest, against its highest over a table of a tenth ' +
      'of the rows. An export is read to its end; the limit is a `copy` of the same contacts.',
  ],
  async run({ cluster, quick, say, skip }) {
    const rows = quick ? 20_000 : 100_000
    const database = await cluster.database('contacts')
    const { owner } = database
    await makeCompanies(database, { tenants: 4, usersPerTenant: 1 })
    await owner`update core.tenant set tier = 'premium'`
    const node = await startNode(cluster, database)
    const people = await Promise.all([1, 2, 3].map((tenant) => Administrator.of(node.ready.port, tenant)))
    const [small, csv, xlsx] = people as [Administrator, Administrator, Administrator]
    const of: Record<Format, Administrator> = { csv, xlsx }
    const figures: Figure[] = []
    const flat = (what: string, peak: number, least: number): Figure[] =>
      tellsResident
        ? [
            {
              what,
              value: peak,
              unit: 'MB',
              limit: { what: 'with a tenth of the rows', value: least },
              aims: [atMost(1.6)],
            },
          ]
        : []
    const compared = (what: string, value: number, limit: Figure['limit'], aims: readonly Aim[]): Figure => ({
      what,
      value,
      unit: '/s',
      ...(limit && { limit }),
      aims,
    })
    if (!tellsResident) skip('memory while contacts come and go', 'it is read from /proc')
    try {
      const some = await fileOf('csv', rows / 10)
      const least = await peakDuring(node.pid, () => small.bring(some, 'csv', rows / 10))
      const plain = await rate(rows, () => plainInsert(database, 4, rows))
      say(`${Math.round(plain).toLocaleString('en-US')} rows/s written plainly`)
      for (const format of formats) {
        const file = await fileOf(format, rows)
        let taken = 0
        const peak = await peakDuring(node.pid, async () => {
          taken = await rate(rows, () => of[format].bring(file, format, rows))
        })
        say(`${format}: ${Math.round(taken).toLocaleString('en-US')} rows/s`)
        figures.push(
          compared(
            `${format.toUpperCase()} of ${rows.toLocaleString('en-US')} rows brought in`,
            taken,
            { what: 'plain insert', value: plain },
            [atLeast(0.3)],
          ),
          ...flat(`${format.toUpperCase()}: memory at its highest`, peak, least),
        )
      }
      await owner`analyze`
      const copied = await rate(rows, async () => {
        const stream = await owner`
          copy (select c.name, c.number, c.email, c.extra_info
                  from core.contact c
                 where c.tenant_id = ${owner.unsafe(`'${benchId('tenant', 2)}'`)}
                 order by c.name, c.id) to stdout (format csv)`.readable()
        for await (const piece of stream) if (piece.length === 0) throw new Error('an empty piece')
      })
      const leastOut = await peakDuring(node.pid, () => small.fetchTable('csv'))
      for (const format of formats) {
        let read = 0
        const peak = await peakDuring(node.pid, async () => {
          read = await rate(rows, () => of[format].fetchTable(format))
        })
        figures.push(
          compared(
            `${format.toUpperCase()} of ${rows.toLocaleString('en-US')} contacts fetched`,
            read,
            { what: 'copy to stdout', value: copied },
            [atLeast(2_000, 'value')],
          ),
          ...flat(`${format.toUpperCase()} fetched: memory at its highest`, peak, leastOut),
        )
      }
      const [held] = await owner<
        { count: number }[]
      >`select count(*)::integer as count from core.contact where tenant_id = bench.id(${kinds.tenant}, 3, 0)`
      say(`${held!.count.toLocaleString('en-US')} contacts in the company of the workbook`)
      return figures
    } finally {
      await node.stop()
      await database.drop()
    }
  },
}
