import { randomUUID } from 'node:crypto'
import type {
  AttributeDefinition,
  AttributeValues,
  Contact,
  ContactImport,
  ContactImportPreview,
  ContactPage,
} from '@recado/contracts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

let world: TestApp
let admin: Person
let stranger: Person
let plan: AttributeDefinition
beforeAll(async () => {
  world = await testApp()
  ;[admin, stranger] = await Promise.all([world.signIn(world.a.admin), world.signIn(world.b.admin)])
  const define = (input: object, who = admin) =>
    who.ok<AttributeDefinition>('POST', '/attributes', { owner: 'contact', ...input })
  plan = await define({
    type: 'choice',
    label: 'Plano',
    options: [{ label: 'Ouro; com anuidade' }, { label: 'Prata' }, { label: 'Antigo' }],
  })
  await define({ type: 'choices', label: 'Categoria', options: [{ label: 'Casa' }, { label: 'Carro' }] })
  await define({ type: 'number', label: 'Vidas' })
  await define({ type: 'date', label: 'Cliente' })
  await define({ type: 'boolean', label: 'Ativo' })
  await define({ type: 'text', label: 'Observação' })
  await define({ type: 'text', label: 'Só deles' }, stranger)
})
afterAll(() => world.close())

let count = 0
const fresh = () => `+551198${String(20_000_000 + count++).slice(1)}`
const upload = (bytes: BlobPart, who = admin) => {
  const form = new FormData()
  form.set('file', new File([bytes], 'contatos'))
  return who.ok<ContactImport>('POST', '/contact-imports', form)
}
const take = async (draft: ContactImport, existing: string) => {
  await admin.ok('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping, existing })
  return eventually(
    () => admin.ok<ContactImport>('GET', `/contact-imports/${draft.id}`),
    ({ state }) => state !== 'running',
  )
}
const valuesOf = async (name: string): Promise<(AttributeValues | undefined)[]> => {
  const { contacts } = await admin.ok<ContactPage>('GET', `/contacts?searchParam=${encodeURIComponent(name)}`)
  return Promise.all(contacts.map(async ({ id }) => (await admin.ok<Contact>('GET', `/contacts/${id}`)).attributes))
}
const exported = async (format: string, searchParam: string) =>
  Buffer.from(
    await (
      await fetch(`${world.base}/contact-export?format=${format}&searchParam=${searchParam}`, {
        headers: admin.credentials,
      })
    ).arrayBuffer(),
  )

it('columns of a table become values of attributes, found by their names, and what does not fit is told at its cell', async () => {
  const mark = randomUUID().slice(0, 8)
  const [good, bad] = [fresh(), fresh()]
  const draft = await upload(
    `Nome;Telefone;plano;VIDAS;Cliente (cliente);Ativo\nAna ${mark};${good};prata;3,5;15/03/2024;sim\n` +
      `Bia ${mark};${bad};Diamante;três;31/02/2024;talvez\nCaio ${mark};${fresh()};antigo;;;`,
  )
  expect(draft.mapping).toEqual([
    'name',
    'number',
    'attribute:plano',
    'attribute:vidas',
    'attribute:cliente',
    'attribute:ativo',
  ])
  const preview = await admin.ok<ContactImportPreview>('POST', `/contact-imports/${draft.id}/preview`, {
    mapping: draft.mapping,
  })
  expect(preview.rows.map(({ problems }) => problems.map(({ column, problem }) => `${column} ${problem}`))).toEqual([
    [],
    ['2 attributeOption', '3 attributeNumber', '4 attributeDay', '5 attributeYesNo'],
    [],
  ])
  for (const mapping of [
    ['name', 'number', 'attribute:so_deles', 'ignore', 'ignore', 'ignore'],
    ['name', 'number', 'attribute:plano', 'attribute:plano', 'ignore', 'ignore'],
  ]) {
    for (const act of ['preview', 'start'])
      expect(await admin.refused('POST', `/contact-imports/${draft.id}/${act}`, { mapping })).toBe('422 ERR_VALIDATION')
  }
  const { options, label, description, requiredToResolve } = plan
  await admin.ok('PUT', `/attributes/${plan.id}`, {
    label,
    description,
    requiredToResolve,
    options: options.filter(({ id }) => id !== 'antigo').map((option) => ({ id: option.id, label: option.label })),
  })
  expect(await take(draft, 'skip')).toMatchObject({ created: 1, refused: 2 })
  expect(await valuesOf(`Ana ${mark}`)).toEqual([{ plano: 'prata', vidas: 3.5, cliente: '2024-03-15', ativo: true }])
  expect((await upload('Nome;Telefone;Plano\nx;1;y', stranger)).mapping).toEqual(['name', 'number', 'extra'])
})

it('who is known keeps a value where only gaps are filled, and gets the one of the table where that counts', async () => {
  const mark = randomUUID().slice(0, 8)
  const number = fresh()
  await admin.ok('POST', '/contacts', { name: `Davi ${mark}`, number, attributes: { plano: 'prata', vidas: 2 } })
  const table = `Nome;Telefone;Plano;Vidas;Ativo\nDavi ${mark};${number};;9;não`
  expect(await take(await upload(table), 'fill')).toMatchObject({ updated: 1 })
  expect(await valuesOf(mark)).toEqual([{ plano: 'prata', vidas: 2, ativo: false }])
  expect(await take(await upload(table), 'overwrite')).toMatchObject({ updated: 1 })
  expect(await valuesOf(mark)).toEqual([{ plano: 'prata', vidas: 9, ativo: false }])
})

it.each(['csv', 'xlsx'])(
  'what was exported as %s and is brought in again changes nothing, and brings back what is missing',
  async (format) => {
    const option = plan.options[0]!.id
    const values = fc.record(
      {
        plano: fc.constantFrom(option, 'prata'),
        categoria: fc.subarray(['casa', 'carro'], { minLength: 1 }),
        vidas: fc.oneof(fc.integer({ min: -5, max: 99 }), fc.constantFrom(0.1, 1e21)),
        cliente: fc.constantFrom('1999-12-31', '2026-01-02'),
        ativo: fc.boolean(),
        observacao: fc
          .string({ unit: fc.constantFrom('a', 'é', '"', ';', ',', '\n', '=', '-', '<'), minLength: 1, maxLength: 8 })
          .map((text) => text.trim() || 'x'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 4 }), async (people) => {
        const mark = randomUUID().slice(0, 8)
        for (const [index, attributes] of people.entries())
          await admin.ok('POST', '/contacts', { name: `${mark} ${index}`, number: fresh(), attributes })
        const before = await valuesOf(mark)
        const table = await exported(format, mark)
        const draft = await upload(table)
        expect(draft.mapping.filter((field) => field.startsWith('attribute:'))).toHaveLength(6)
        expect(await take(draft, 'overwrite')).toMatchObject({ updated: people.length, refused: 0 })
        expect(await valuesOf(mark)).toEqual(before)
        await world.database.owner`update core.contact set attributes = '{}' where tenant_id = ${world.a.id}`
        expect(await take(await upload(table), 'fill')).toMatchObject({ updated: people.length, refused: 0 })
        expect(await valuesOf(mark)).toEqual(before)
      }),
      { numRuns: 4 },
    )
  },
)
