import { randomInt } from 'node:crypto'
import type {
  ContactDuplicatePage,
  ContactDuplicatesMerged,
  ContactImport,
  ContactPage,
  ContactRecord,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvRows } from '../../core/src/contacts/bulk/csv-rows.ts'
import { xlsxRows } from '../../core/src/contacts/bulk/xlsx-rows.ts'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import type { TestTenant } from '../harness/tenants.ts'

let world: TestApp
let admin: Person
let supervisor: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.signIn(world.a.admin)
  supervisor = await world.signIn(world.a.supervisor)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const fetched = (query: string, person = admin) =>
  fetch(`${world.base}/contact-export?${query}`, { headers: person.credentials })
async function table(query: string, person = admin): Promise<string[][]> {
  const response = await fetched(query, person)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const rows: string[][] = []
  for await (const row of query.includes('xlsx') ? xlsxRows(bytes) : csvRows(bytes)) rows.push(row)
  return rows
}
const phone = () => `119${randomInt(60_000_000, 99_999_999)}`
async function written(values: Record<string, unknown>, tenant: TestTenant = world.a): Promise<string> {
  const id = newId()
  await world.database.owner`insert into core.contact ${world.database.owner({ id, tenant_id: tenant.id, ...values })}`
  return id
}
const bring = async (content: string, person = admin): Promise<ContactImport> => {
  const form = new FormData()
  form.set('file', new File([content], 'contatos.csv'))
  const draft = await person.ok<ContactImport>('POST', '/contact-imports', form)
  await person.ok('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping, countryCode: '55' })
  return eventually(
    () => person.ok<ContactImport>('GET', `/contact-imports/${draft.id}`),
    ({ state }) => state !== 'running',
  )
}

describe('an export of contacts', () => {
  it('S2-096 holds what the list finds, and an import knows all of it again', async () => {
    const number = phone()
    await bring(
      `Nome;Telefone;Loja\n=HYPERLINK("http://evil");${number};"Sol; ""Lua"""\nExportada Bia;${phone()};\n` +
        `Ninguém mais;${phone()};`,
    )
    for (const format of ['csv', 'xlsx']) {
      const rows = await table(`searchParam=HYPERLINK&format=${format}`)
      const [headings, values] = rows as [string[], string[]]
      expect([...headings.slice(0, 4), ...headings.slice(-3)]).toEqual([
        'Nome',
        'Número',
        'E-mail',
        'Etiquetas',
        'Carteiras',
        'Loja',
        'Outras informações',
      ])
      expect([values[0], values[1], values[headings.indexOf('Loja')]]).toEqual([
        `${format === 'csv' ? "'" : ''}=HYPERLINK("http://evil")`,
        `${format === 'csv' ? "'" : ''}+55${number}`,
        'Sol; "Lua"',
      ])
    }
    const all = await (await fetched('format=csv')).text()
    expect(all.split('\r\n').length).toBeGreaterThan(4)
    expect(await bring(all)).toMatchObject({ created: 0, refused: 0, skipped: all.trimEnd().split('\r\n').length - 1 })
    expect((await table('format=csv', stranger)).flat().join()).not.toContain('Exportada')
    const trail = await world.database.owner<
      { facts: object }[]
    >`select facts from core.audit_log where tenant_id = ${world.a.id} and action = 'contacts.export' order by at`
    expect(trail[0]!.facts).toEqual({ format: 'csv', filtered: true })
  })

  it.each(['csv', 'xlsx'])(
    'S2-095 S2-096 nothing of a contact is lost when an export is brought in again, as %s',
    async (format) => {
      const name = `'=Volta ${format} ${randomInt(1_000_000)}`
      const { id: tagId } = await admin.ok<{ id: string }>('POST', '/tags', {
        tag: `volta-${format}`,
        color: '#112233',
      })
      const given = {
        name,
        number: `+55${phone()}`,
        email: `volta.${format}.${randomInt(1_000_000)}@exemplo.test`,
        firstName: 'Ana',
        lastName: 'da Volta',
        businessName: 'Padaria; "Sol"',
        document: '529.982.247-25',
        birthdayDate: '1990-03-09',
        gender: 'non-binary',
        maritalStatus: 'widowed',
        source: '=Feira',
        category: "'=Ouro",
        website: 'https://volta.test',
        instagram: 'volta',
        telegramId: '123',
        extraInfo: [{ description: 'Cor', info: 'azul' }],
        tagIds: [tagId],
        walletUserIds: [world.a.user.id],
      }
      const first = await admin.ok<ContactRecord>('POST', '/contacts', given)
      const response = await fetched(`searchParam=${encodeURIComponent(name)}&format=${format}`)
      const file = new File([await response.arrayBuffer()], `volta.${format}`)
      await admin.ok('DELETE', `/contacts/${first.id}`)
      const form = new FormData()
      form.set('file', file)
      const draft = await admin.ok<ContactImport>('POST', '/contact-imports', form)
      await admin.ok('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping, countryCode: '55' })
      expect(
        await eventually(
          () => admin.ok<ContactImport>('GET', `/contact-imports/${draft.id}`),
          ({ state }) => state !== 'running',
        ),
      ).toMatchObject({ created: 1, refused: 0 })
      const [again] = (await admin.ok<ContactPage>('GET', `/contacts?searchParam=${encodeURIComponent(name)}`)).contacts
      const kept = ({ id: _id, createdAt: _createdAt, identities, ...rest }: ContactRecord) => ({
        ...rest,
        identities: identities.map(({ kind, value }) => `${kind} ${value}`).toSorted(),
      })
      expect(kept(await admin.ok<ContactRecord>('GET', `/contacts/${again!.id}`))).toEqual(kept(first))
      await admin.ok('DELETE', `/contacts/${again!.id}`)
    },
  )

  it('is for who may, and shows nobody more than the list does', async () => {
    for (const person of [agent, supervisor]) expect((await fetched('format=csv', person)).status).toBe(403)
    await world.database.owner`
      insert into core.setting ${world.database.owner({
        tenant_id: world.a.id,
        key: 'hideContactData',
        value: world.database.owner.json(true),
      })}`
    await world.database
      .owner`update core.user_account set granted = '{contacts.export}' where id = ${world.a.supervisor.id}`
    await written({ name: 'Mascarada Silva', number: '+5511955554444', email: 'mascarada@exemplo.test' })
    await world.restart()
    await written({
      name: 'Mascarada Souza',
      extra_info: world.database.owner.json([
        { description: '+5511933332222', info: 'fixo da loja' },
        { description: 'Celular', info: '+5511922221111' },
      ]),
    })
    const masked = await table('searchParam=Mascarada&format=xlsx', supervisor)
    expect(masked).toHaveLength(3)
    expect(masked.flat().join()).not.toMatch(/955554444|mascarada@|933332222|922221111/)
    expect(masked[2]!.join(), 'what is called by a number is among the rest').toContain('fixo da loja')
    expect((await table('searchParam=Mascarada', admin)).flat()).toContain('mascarada@exemplo.test')
    await world.database.owner`delete from core.setting where tenant_id = ${world.a.id} and key = 'hideContactData'`
    await world.restart()
  })
})

describe('duplicates', () => {
  const groups = (person = admin, query = 'limit=50') =>
    person.ok<ContactDuplicatePage>('GET', `/contact-duplicates?${query}`)
  const named = async (person = admin) =>
    (await groups(person)).duplicates.map(({ same, keep, others }) =>
      [same.join(), keep.name, ...others.map(({ name }) => name)].join(' < '),
    )

  it('S2-098 are found by number, in any spelling, by address and by document; the oldest stays, and every merge can be undone', async () => {
    const digits = `21${randomInt(6, 9)}${randomInt(1_000_000, 9_999_999)}`
    const full = `+5521 9${digits.slice(2)}`.replace(' ', '')
    const oldest = await written({ name: 'Igual antiga', number: full, created_at: new Date('2020-01-01') })
    const without = await written({ name: 'Igual sem o nono', number: `+55${digits}` })
    await written({ name: 'Igual na outra empresa', number: full }, world.b)
    await written({ name: 'Carta um', email: 'CARTA@exemplo.test', created_at: new Date('2021-01-01') })
    await written({ name: 'Carta dois', email: 'carta@exemplo.test' })
    await written({ name: 'Doc um', document: '529.982.247-25', created_at: new Date('2021-01-01') })
    await written({ name: 'Doc dois', document: '52998224725' })
    expect(await named()).toEqual(
      expect.arrayContaining([
        'document < Doc um < Doc dois',
        'phone < Igual antiga < Igual sem o nono',
        'email < Carta um < Carta dois',
      ]),
    )
    expect((await groups(stranger)).duplicates).toEqual([])
    const all = await groups()
    const pages: ContactDuplicatePage[] = []
    do pages.push(await groups(admin, `limit=1${pages.length > 0 ? `&cursor=${pages.at(-1)!.nextCursor}` : ''}`))
    while (pages.at(-1)!.nextCursor !== null)
    expect(pages.map(({ groups: count }) => count)).toEqual(pages.map(() => all.groups))
    expect(pages.flatMap(({ duplicates }) => duplicates)).toEqual(all.duplicates)
    // Positions in the list are words for machines, and anybody can read them.
    expect(pages.map(({ nextCursor }) => Buffer.from(nextCursor ?? '', 'base64url').toString()).join(' ')).not.toMatch(
      /exemplo|52998224725|\+5521/,
    )

    const { merges, failed } = await supervisor.ok<ContactDuplicatesMerged>('POST', '/contact-duplicates/merge', {
      groups: [
        { keep: oldest, others: [without] },
        { keep: oldest, others: [newId()] },
      ],
    })
    expect(failed).toBe(1)
    expect(merges).toMatchObject([{ from: { id: without }, into: { id: oldest }, automatic: false }])
    expect(await named()).not.toContain('phone < Igual antiga < Igual sem o nono')
    expect((await admin.ok<{ id: string }>('GET', `/contacts/${without}`)).id).toBe(oldest)
    await admin.ok('POST', `/contacts/merges/${merges[0]!.id}/undo`)
    expect((await admin.ok<{ id: string }>('GET', `/contacts/${without}`)).id).toBe(without)
    expect(await named(), 'who was set apart is not proposed again').not.toContain(
      'phone < Igual antiga < Igual sem o nono',
    )
    expect(await agent.refused('GET', '/contact-duplicates')).toBe('403 ERR_NO_PERMISSION')
    expect(
      await admin.refused('GET', `/contact-duplicates?cursor=${Buffer.from('phone +5521').toString('base64url')}`),
    ).toBe('422 ERR_VALIDATION')
    expect(
      await stranger.ok('POST', '/contact-duplicates/merge', { groups: [{ keep: oldest, others: [without] }] }),
    ).toEqual({ merges: [], failed: 1 })
  })
})
