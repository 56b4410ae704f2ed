import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { newId } from '../../core/src/base/ids.ts'
import { createTableReader } from '../../core/src/contacts/bulk/table-reader.ts'
import { openDatabase } from '../../core/src/db/database.ts'
import { Imports } from '../../core/src/imports/imports.service.ts'
import { benchId } from './cluster.ts'
import { makeCompanies } from './companies.ts'
import { atMost, type Group } from './figure.ts'
import { alternating } from './measure.ts'

const perBatch = 1_000
const perTicket = 20

export const imports: Group = {
  name: 'imports',
  title: 'Conversations of another system',
  notes: [
    'Messages of the past are written by `core.imports` in batches of 1,000, over 20 to a conversation, as the ' +
      'server’s role, with the record that makes each of them known. The plain insert writes the same rows to ' +
      '`core.message` in statements of 1,000 as the same role in the same way, with the triggers that count ' +
      'messages, and nothing else. Written again, nothing is stored: what is left is looking each of them up.',
  ],
  async run({ cluster, quick, rounds }) {
    const database = await cluster.database('imports')
    await makeCompanies(database, { tenants: 1, usersPerTenant: 1 })
    const db = openDatabase({ url: database.appUrl, poolSize: 2 })
    const plain = postgres(database.appUrl, { max: 1, onnotice: () => undefined })
    const [tenantId, connection] = [benchId('tenant', 1), benchId('connection', 1)]
    const messages = quick ? 10_000 : 100_000
    const port = new Imports({
      db,
      bus: { publish: async () => undefined, poke: () => undefined } as never,
      limits: { roomForContacts: async () => null },
      protocols: { template: async () => '{id}' },
      channels: () => ({ find: () => undefined }),
      tables: createTableReader(),
    })
    const day = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString()
    const rowOf = (n: number) => ({
      ref: `M${n}`,
      ticket: String(Math.floor(n / perTicket)),
      fromMe: n % 2 === 0,
      parts: [
        { kind: 'text' as const, text: `Mensagem ${n} sobre o pedido que chegou ontem`, format: 'plain' as const },
      ],
      at: day(n),
    })
    let made = 0
    /** People and conversations of a source of its own, before its messages are measured. */
    const source = async (): Promise<{ source: string; run: string }> => {
      const of = { source: `source ${made++}`, run: randomUUID() }
      for (let from = 0; from < messages / perTicket; from += perBatch) {
        const refs = Array.from({ length: Math.min(perBatch, messages / perTicket - from) }, (_, n) => String(from + n))
        await port.write(tenantId, 'bench', {
          ...of,
          contacts: refs.map((ref) => ({ ref, name: `Pessoa ${ref}` })),
          tickets: refs.map((ref) => ({
            ref,
            contact: ref,
            connection: connection as never,
            status: 'closed',
            openedAt: day(0),
            endedAt: day(1),
          })),
        })
      }
      return of
    }
    const writeAll = async (of: { source: string; run: string }): Promise<number> => {
      const began = performance.now()
      for (let from = 0; from < messages; from += perBatch)
        await port.write(tenantId, 'bench', {
          ...of,
          messages: Array.from({ length: perBatch }, (_, n) => rowOf(from + n)),
        })
      return (messages / (performance.now() - began)) * 1_000
    }
    const insertAll = async (): Promise<number> => {
      const { source: name } = await source()
      const tickets = await database.owner<{ id: string; contact: string }[]>`
        select t.id, t.contact_id as contact from core.import_record r join core.import_source s on s.id = r.source_id
          join core.ticket t on t.id = r.target_id where s.name = ${name} and r.kind = 'ticket'`
      const began = performance.now()
      for (let from = 0; from < messages; from += perBatch) {
        const rows = Array.from({ length: perBatch }, (_, n) => {
          const { parts, fromMe, at } = rowOf(from + n)
          const to = tickets[Math.floor((from + n) / perTicket)]
          return { id: newId(), body: parts[0]!.text, to, parts, fromMe, at }
        })
        await plain.begin(async (sql) => {
          await sql`select set_config('app.tenant', ${tenantId}, true)`
          await sql`
            insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
              is_read, sent_at)
            select g.id, ${tenantId}, (g.to ->> 'id')::uuid, (g.to ->> 'contact')::uuid, ${connection}, g."fromMe",
                   g.body, g.parts, 'received', true, g.at
              from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) g
                (id uuid, "to" jsonb, "fromMe" boolean, body text, parts jsonb, at timestamptz)`
        })
      }
      return (messages / (performance.now() - began)) * 1_000
    }
    try {
      let last: { source: string; run: string } | undefined
      const seen = await alternating(rounds, {
        imported: async () => ({ rate: await writeAll((last = await source())) }),
        plain: async () => ({ rate: await insertAll() }),
        again: async () => ({ rate: await writeAll({ ...last!, run: randomUUID() }) }),
      })
      return [
        {
          what: 'messages imported',
          value: 1_000 / seen.imported.rate,
          unit: 'ms',
          limit: { what: 'a plain insert', value: 1_000 / seen.plain.rate },
          aims: [atMost(3)],
        },
        { what: 'messages imported', value: seen.imported.rate, unit: '/s' },
        { what: 'messages that were imported before', value: seen.again.rate, unit: '/s' },
      ]
    } finally {
      await Promise.all([db.close(), plain.end({ timeout: 5 })])
      await database.drop()
    }
  },
}
