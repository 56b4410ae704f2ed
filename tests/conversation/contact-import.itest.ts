import { randomInt } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Contact, ContactImport, ContactImportPreview, ContactPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { xlsxFile } from '../../core/src/contacts/bulk/xlsx-file.ts'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

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

const form = (content: string | Uint8Array, name = 'contatos.csv'): FormData => {
  const data = new FormData()
  data.set('file', new File([content as BlobPart], name))
  return data
}
const upload = (content: string | Uint8Array, person = admin) =>
  person.ok<ContactImport>('POST', '/contact-imports', form(content))
const start = (it: ContactImport, choices: object = {}, person = admin) =>
  person.ok<ContactImport>('POST', `/contact-imports/${it.id}/start`, {
    mapping: it.mapping,
    countryCode: '55',
    ...choices,
  })
const over = (it: Pick<ContactImport, 'id'>, person = admin) =>
  eventually(
    () => person.ok<ContactImport>('GET', `/contact-imports/${it.id}`),
    ({ state }) => state !== 'running',
  )
const bring = async (content: string | Uint8Array, choices: object = {}) =>
  over(await start(await upload(content), choices))
const refusedLines = async (it: Pick<ContactImport, 'id'>, person = admin) =>
  (await (await fetch(`${world.base}/contact-imports/${it.id}/refused`, { headers: person.credentials })).text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
const find = async (searchParam: string, person = admin): Promise<Contact[]> =>
  Promise.all(
    (await person.ok<ContactPage>('GET', `/contacts?${new URLSearchParams({ searchParam })}`)).contacts.map(({ id }) =>
      person.ok<Contact>('GET', `/contacts/${id}`),
    ),
  )
const phone = () => `119${randomInt(10_000_000, 99_999_999)}`

describe('an import of contacts', () => {
  it('S2-095 makes contacts of a table, with tags, wallet and further information, and keeps what it could not take', async () => {
    const [vip, all] = [newId(), newId()]
    await world.database.owner`insert into core.tag ${world.database.owner([
      { id: vip, tenant_id: world.a.id, name: 'VIP' },
      { id: all, tenant_id: world.a.id, name: 'Feira' },
    ])}`
    const draft = await upload(
      'Nome;Telefone;E-mail;Etiquetas;Empresa\r\nNádia Importada;(11) ' +
        '98111-2222;nadia@importada.test;vip;"Padaria ""Sol""; Ltda"\r\n;11981112223;;;\r\nSem número;;;;\r\n' +
        '=Olga;+5511981112224;errado;outra;\r\n',
    )
    expect(draft).toMatchObject({
      name: 'contatos.csv',
      state: 'draft',
      rows: 4,
      done: 0,
      columns: ['Nome', 'Telefone', 'E-mail', 'Etiquetas', 'Empresa'],
      mapping: ['name', 'number', 'email', 'tags', 'businessName'],
    })
    const preview = await admin.ok<ContactImportPreview>('POST', `/contact-imports/${draft.id}/preview`, {
      mapping: draft.mapping,
      countryCode: '55',
    })
    expect(
      preview.rows.map(({ row, problems }) => [row, problems.map(({ column, problem }) => `${column} ${problem}`)]),
    ).toEqual([
      [1, []],
      [2, ['0 nameMissing']],
      [3, ['1 numberMissing']],
      [4, ['2 emailInvalid', '3 tagUnknown']],
    ])
    expect(await find('Nádia Importada')).toEqual([])

    const done = await over(await start(draft, { tagIds: [all], walletUserId: world.a.user.id }))
    expect(done).toMatchObject({ state: 'done', done: 4, created: 1, updated: 0, skipped: 0, refused: 3 })
    const [nadia] = await find('Nádia Importada')
    expect(nadia).toMatchObject({
      number: '+5511981112222',
      email: 'nadia@importada.test',
      businessName: 'Padaria "Sol"; Ltda',
      extraInfo: [],
    })
    expect(nadia!.tags.map(({ tag }) => tag)).toEqual(['Feira', 'VIP'])
    expect(nadia!.identities).toEqual([
      { kind: 'email', value: 'nadia@importada.test', verified: true },
      { kind: 'phone', value: '+5511981112222', verified: true },
    ])
    expect(await world.database.owner`select user_id from core.contact_wallet where contact_id = ${nadia!.id}`).toEqual(
      [{ user_id: world.a.user.id }],
    )
    expect(await refusedLines(done)).toEqual([
      'Nome,Telefone,E-mail,Etiquetas,Empresa,Motivo',
      ',11981112223,,,,Nome: Falta o nome',
      'Sem número,,,,,Telefone: Falta o número ou o e-mail',
      `'=Olga,'+5511981112224,errado,outra,,"E-mail: O e-mail não é válido; Etiquetas: A etiqueta não existe"`,
    ])
    expect(await find('Nádia Importada', stranger)).toEqual([])
    expect(
      await world.database
        .owner`select action from core.audit_log where tenant_id = ${world.a.id} and subject = ${draft.id}`,
    ).toEqual([{ action: 'contacts.import' }])
  })

  it('S2-095 takes a workbook as it takes text', async () => {
    const done = await bring(
      await buffer(
        xlsxFile(
          ['Número', 'Nome'],
          [
            [
              [phone(), 'Da Planilha Um'],
              [phone(), 'Da Planilha Dois'],
            ],
          ],
        ),
      ),
    )
    expect(done).toMatchObject({ state: 'done', created: 2, refused: 0 })
    expect((await find('Da Planilha')).map(({ name }) => name)).toEqual(['Da Planilha Dois', 'Da Planilha Um'])
  })

  it('S5-036 S5-037 does not begin without a name and a number', async () => {
    const draft = await upload('Nome;E-mail\nAna;ana@exemplo.test')
    expect(await admin.refused('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping })).toBe(
      '422 ERR_CONTACT_IMPORT_COLUMNS',
    )
    const other = await upload('Telefone;E-mail\n1;ana@exemplo.test')
    for (const mapping of [other.mapping, ['number', 'number'], ['ignore', 'name']])
      expect(await admin.refused('POST', `/contact-imports/${other.id}/start`, { mapping })).toBe(
        '422 ERR_CONTACT_IMPORT_COLUMNS',
      )
    expect(await admin.refused('POST', `/contact-imports/${other.id}/start`, { mapping: ['name'] })).toBe(
      '422 ERR_VALIDATION',
    )
    expect(await admin.refused('POST', '/contact-imports', form('só isto'))).toBe('422 ERR_CONTACT_IMPORT_FILE')
    expect(await admin.refused('POST', '/contact-imports', new FormData())).toBe('422 ERR_NO_FILE_UPLOADED')
  })

  it.each([
    ['skip', { created: 1, skipped: 2 }, { name: 'Antes', email: null, extra: 'velho' }],
    ['fill', { created: 1, updated: 2 }, { name: 'Antes', email: 'fill@depois.test', extra: 'velho' }],
    ['overwrite', { created: 1, updated: 2 }, { name: 'Por último', email: 'overwrite@depois.test', extra: 'novo' }],
  ] as const)(
    'knows who is there, in any spelling and further up in the table: %s',
    async (existing, counts, { name, email, extra }) => {
      const digits = `1${randomInt(1, 9)}9${randomInt(60_000_000, 99_999_999)}`
      const known = newId()
      // Written down by somebody, without its ninth digit, and never seen by a channel.
      await world.database.owner`
        insert into core.contact ${world.database.owner({
          id: known,
          tenant_id: world.a.id,
          name: 'Antes',
          number: `+55${digits.slice(0, 2)}${digits.slice(3)}`,
          extra_info: world.database.owner.json([{ description: 'Nota', info: 'velho' }]),
        })}`
      const done = await bring(
        `name,phone,email,Nota\nDepois,${digits},${existing}@depois.test,novo\nNova,${phone()},,\n` +
          `Por último,+55 ${digits},,`,
        { existing },
      )
      expect(done).toMatchObject({ state: 'done', updated: 0, skipped: 0, refused: 0, ...counts })
      const [row] = await world.database.owner<
        { name: string; email: string | null; extra_info: { info: string }[] }[]
      >`select name, email, extra_info from core.contact where id = ${known}`
      expect(row).toMatchObject({ name, email, extra_info: [{ info: extra }] })
    },
  )

  it('refuses a row whose number and address are two people’s', async () => {
    const [one, two] = [phone(), phone()]
    expect(
      await bring(
        `Nome;Telefone;E-mail\nUm;${one};um@dois.test\nDois;${two};dois@dois.test\nAmbos;${one};dois@dois.test`,
        { existing: 'overwrite' },
      ),
    ).toMatchObject({ created: 2, updated: 0, refused: 1 })
  })

  it('S3-013 knows nothing of WhatsApp on a number that it brings', async () => {
    const [kept, other] = [phone(), phone()]
    const make = (number: string, email: string) =>
      admin.ok<Contact>('POST', '/contacts', {
        name: 'Com selo',
        number: `+55${number}`,
        email,
        whatsappValidated: true,
      })
    const [stays, changes] = [await make(kept, 'fica@selo.test'), await make(other, 'muda@selo.test')]
    await bring(`Nome;Telefone;E-mail\nFica;${kept};fica@selo.test\nMuda;${phone()};muda@selo.test`, {
      existing: 'overwrite',
    })
    const read = (id: string) => admin.ok<Contact>('GET', `/contacts/${id}`)
    expect(await read(stays.id)).toMatchObject({ name: 'Fica', whatsappValidated: true })
    expect(await read(changes.id)).toMatchObject({ name: 'Muda', whatsappValidated: false })
  })

  it('S8-012 makes no more contacts than the plan allows, and keeps the others', async () => {
    const [{ held } = { held: 0 }] = await world.database.owner<
      { held: number }[]
    >`select count(*)::integer as held from core.contact where tenant_id = ${world.a.id} and merged_into is null`
    await world.database.owner`update core.tenant set max_contacts = ${held + 2} where id = ${world.a.id}`
    const rows = Array.from({ length: 5 }, (_row, place) => `Limite ${place};${phone()}`)
    const done = await bring(`Nome;Telefone\n${rows.join('\n')}`)
    await world.database.owner`update core.tenant set max_contacts = null where id = ${world.a.id}`
    expect(done).toMatchObject({ state: 'done', created: 2, refused: 3 })
    expect((await refusedLines(done)).slice(1).every((line) => line.includes('ERR_CONTACT_LIMIT_REACHED'))).toBe(true)
  })

  it('is of whoever brought it, and for who may', async () => {
    const draft = await upload('Nome;Telefone\nAna;11988887777')
    expect(await agent.refused('POST', '/contact-imports', form('Nome;Telefone\nAna;1'))).toBe('403 ERR_NO_PERMISSION')
    for (const person of [supervisor, stranger])
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/refused'],
        ['POST', '/cancel'],
        ['POST', '/preview', { mapping: [] }],
        ['POST', '/start', { mapping: [] }],
      ] as const) {
        expect(await person.refused(method, `/contact-imports/${draft.id}${path}`, body), path).toBe(
          '404 ERR_NO_CONTACT_IMPORT_FOUND',
        )
      }
    expect(
      await admin.refused('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping, tagIds: [newId()] }),
    ).toBe('404 ERR_NO_TAG_FOUND')
    expect(
      await admin.refused('POST', `/contact-imports/${draft.id}/start`, {
        mapping: draft.mapping,
        walletUserId: world.b.user.id,
      }),
    ).toBe('404 ERR_NO_USER_FOUND')
    const own = await upload(`Nome;Telefone;Carteiras\nCaio;${phone()};${world.a.user.email}`, supervisor)
    expect(own.mapping).toEqual(['name', 'number', 'wallets'])
    expect((await upload('Nome;Telefone\nBia;11988887776')).id).not.toBe(draft.id)
    expect(await admin.refused('GET', `/contact-imports/${draft.id}`)).toBe('404 ERR_NO_CONTACT_IMPORT_FOUND')
  })
})

describe('an import by somebody who may not decide on wallets', () => {
  it('S2-095 S2-054 puts nobody into one', async () => {
    await world.database
      .owner`update core.user_account set denied = '{contacts.wallet}' where id = ${world.a.supervisor.id}`
    await world.restart()
    const draft = await upload(`Nome;Telefone;Carteiras\nCaio;${phone()};${world.a.user.email}`, supervisor)
    expect(draft.mapping).toEqual(['name', 'number', 'ignore'])
    for (const choice of [
      { mapping: ['name', 'number', 'wallets'] },
      { mapping: draft.mapping, walletUserId: world.a.user.id },
    ])
      expect(await supervisor.refused('POST', `/contact-imports/${draft.id}/start`, choice)).toBe(
        '403 ERR_NO_PERMISSION',
      )
    expect(await over(await start(draft, {}, supervisor), supervisor)).toMatchObject({ created: 1, refused: 0 })
    await world.database.owner`update core.user_account set denied = '{}' where id = ${world.a.supervisor.id}`
    await world.restart()
  })
})

describe('a large import', () => {
  const rowsOf = (count: number, prefix: string) =>
    Array.from({ length: count }, (_row, place) => `${prefix} ${place};+55119${String(70_000_000 + place)}`)

  it('goes on after a restart, and takes every row once', async () => {
    const draft = await upload(`Nome;Telefone\n${rowsOf(6_000, 'Muitos').join('\n')}`)
    await start(draft, { existing: 'fill' })
    await eventually(
      () => admin.ok<ContactImport>('GET', `/contact-imports/${draft.id}`),
      ({ done }) => done > 0,
    )
    await world.restart()
    const done = await eventually(
      () => admin.ok<ContactImport>('GET', `/contact-imports/${draft.id}`),
      ({ state }) => state === 'done',
    )
    expect(done).toMatchObject({ done: 6_000, created: 6_000, updated: 0, skipped: 0, refused: 0 })
    expect(
      await world.database.owner`
        select count(*)::integer as n, count(distinct number)::integer as d
          from core.contact
         where tenant_id = ${world.a.id} and name like 'Muitos %'`,
    ).toEqual([{ n: 6_000, d: 6_000 }])
    expect(
      await world.database.owner`
        select count(*)::integer as n
          from bus.log
         where tenant_id = ${world.a.id} and name = 'contact.created.v1'`.then(([row]) => row!['n']),
    ).toBeGreaterThanOrEqual(6_000)
    expect(
      await world.database
        .owner`select count(*)::integer as n from core.contact_import_row where import_id = ${draft.id}`,
    ).toEqual([{ n: 0 }])
  }, 60_000)

  it('can be stopped: what was taken stays, and the rest is in the file', async () => {
    const draft = await upload(
      `Nome;Telefone\n${rowsOf(6_000, 'Parados')
        .map((row) => row.replace('+55119', '+55219'))
        .join('\n')}`,
    )
    await start(draft)
    const cancelled = await admin.ok<ContactImport>('POST', `/contact-imports/${draft.id}/cancel`)
    expect(cancelled).toMatchObject({ state: 'cancelled' })
    const [taken] = await world.database
      .owner`select count(*)::integer as n from core.contact where tenant_id = ${world.a.id} and name like 'Parados %'`
    expect(taken).toEqual({ n: cancelled.done })
    const lines = await refusedLines(draft)
    expect(lines).toHaveLength(1 + 6_000 - cancelled.done)
    expect(lines.at(-1)).toBe(`Parados 5999,'+5521970005999,A importação parou antes desta linha`)
    expect(await admin.ok('POST', `/contact-imports/${draft.id}/cancel`)).toMatchObject({
      state: 'cancelled',
      done: cancelled.done,
    })
    expect(await admin.refused('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping })).toBe(
      '409 ERR_CONTACT_IMPORT_BEGUN',
    )
  }, 60_000)
})
