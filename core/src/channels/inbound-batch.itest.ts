import type { ExternalChatId, ExternalMessageId, ExternalUserId } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleIn, sourceAt } from '../../../tests/harness/arrivals.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { storeArrivals, type Arrival, type Settle } from './inbound-store.ts'

/* A message is stored in the same way whether it arrives alone or together with others. */

let database: TestDatabase
let batched: TestTenant
let single: TestTenant
beforeAll(async () => {
  database = await testDatabase()
  const { a, b } = await twoTenants(database.owner)
  batched = a
  single = b
})
afterAll(() => database.drop())

interface Said {
  readonly person: number
  /** Further verified identities that the provider names. */
  readonly aliases: readonly number[]
  readonly isGroup: boolean
  readonly isSelf: boolean
  readonly isHistory: boolean
  /** Number of the provider's message: two of the same number are one message. */
  readonly id: number
  readonly replyTo: number | null
}
const said = (aliases: fc.Arbitrary<readonly number[]>): fc.Arbitrary<Said> =>
  fc.record({
    person: fc.nat(4),
    aliases,
    isGroup: fc.boolean(),
    isSelf: fc.boolean(),
    isHistory: fc.boolean(),
    id: fc.nat(15),
    replyTo: fc.option(fc.nat(15)),
  })

let runs = 0
/** What belongs to one run carries its number, so that runs share the database. */
function arrivalsOf(run: number, tenant: TestTenant, all: readonly Said[]): Arrival[] {
  const person = (number: number, isGroup = false): string => `${run}-${isGroup ? 'g' : 'p'}${number}`
  return all.map(({ person: number, aliases, isGroup, isSelf, isHistory, id, replyTo }, index) => ({
    source: sourceAt({ tenantId: tenant.id, connectionId: tenant.connection }, 'test-channel', 'test'),
    message: {
      type: 'message',
      id: `${run}-m${id}` as ExternalMessageId,
      chat: person(number, isGroup) as ExternalChatId,
      at: new Date(1_750_000_000_000 + index * 1_000),
      isGroup,
      origin: isHistory ? 'history' : 'live',
      sender: {
        id: person(number) as ExternalUserId,
        name: `Cliente ${number}`,
        isSelf,
        aliases: aliases.map((alias) => person(alias) as ExternalUserId),
      },
      ...(replyTo !== null && { replyTo: `${run}-m${replyTo}` as ExternalMessageId }),
      parts: [{ kind: 'text', text: `Mensagem ${index}`, format: 'plain' }],
    },
    protocol: '{id}',
    blockMinutes: 0,
  }))
}

const settle: Settle = (...asked) => settleIn(database.db.raw)(...asked)
async function store(all: readonly Said[]): Promise<number> {
  const run = ++runs
  await storeArrivals(database.db.raw, arrivalsOf(run, batched, all), settle)
  for (const arrival of arrivalsOf(run, single, all)) await storeArrivals(database.db.raw, [arrival], settle)
  return run
}

/** Contacts of a run by their identities. */
async function peopleOf({ id }: TestTenant, run: number): Promise<object[]> {
  return database.owner<{ identities: string[]; name: string; group: boolean }[]>`
    select array_agg(i.value order by i.value) as identities, min(c.name) as name, bool_or(c.is_group) as group
      from core.contact_identity i join core.contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id
     where i.tenant_id = ${id} and i.value like ${`${run}-%`} group by i.contact_id order by 1`
}
/** The same without their names: who of several senders that are one person is taken first depends on their ids. */
const identitiesOf = async (tenant: TestTenant, run: number): Promise<unknown> =>
  (await peopleOf(tenant, run)).map((person) => ({ ...person, name: undefined }))
/** Tickets of a run with all that they show, their messages in order, and the events of both. */
async function conversationsOf({ id }: TestTenant, run: number): Promise<unknown> {
  return database.owner`
    select t.chat, t.status, t.unread, t.last_message, t.last_message_from_me, t.answered, t.last_message_at,
           t.is_group,
           (select array_agg(i.value order by i.value) from core.contact_identity i
             where i.tenant_id = t.tenant_id and i.contact_id = t.contact_id) as contact,
           (select array_agg(l.type order by l.id) from core.ticket_log l
             where l.tenant_id = t.tenant_id and l.ticket_id = t.id) as log,
           (select jsonb_agg(jsonb_build_array(m.external_id, m.body, m.from_me, m.status, m.send_type, m.is_read,
               m.sent_at, (select r.external_id from core.message r
                 where r.tenant_id = m.tenant_id and r.id = m.reply_to_id)) order by m.position)
              from core.message m where m.tenant_id = t.tenant_id and m.ticket_id = t.id) as messages,
           (select jsonb_agg(jsonb_build_array(e.name, e.data -> 'firstOfTicket', e.data -> 'status',
               (select m.external_id from core.message m
                 where m.tenant_id = e.tenant_id and m.id = (e.data ->> 'messageId')::uuid)) order by e.id)
              from bus.outbox e where e.tenant_id = t.tenant_id and e.key = t.id::text) as events,
           (select count(*)::integer from bus.outbox e
             where e.tenant_id = t.tenant_id and e.key = t.contact_id::text) as of_contact
      from core.ticket t where t.tenant_id = ${id} and t.chat like ${`${run}-%`} order by t.chat`
}

describe('a batch of messages', () => {
  it('is stored as the same messages are one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(said(fc.constant([])), { minLength: 1, maxLength: 12 }), async (all) => {
        const run = await store(all)
        expect(await peopleOf(batched, run)).toEqual(await peopleOf(single, run))
        expect(await conversationsOf(batched, run)).toEqual(await conversationsOf(single, run))
      }),
      { numRuns: 60 },
    )
  })

  it('finds the same people where senders have several identities', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said(fc.uniqueArray(fc.nat(7), { maxLength: 2 })), { minLength: 1, maxLength: 10 }),
        async (all) => {
          const run = await store(all)
          expect(await identitiesOf(batched, run)).toEqual(await identitiesOf(single, run))
        },
      ),
      { numRuns: 60 },
    )
  })
})
