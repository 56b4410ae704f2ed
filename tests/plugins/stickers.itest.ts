import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webpFile } from '../../plugins/stickers/src/stickers/webp.rig.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

interface Sticker {
  id: string
  name: string
  pack: string
  url: string
  bytes: number
  isAnimated: boolean
  isFavourite: boolean
}
interface Page {
  stickers: Sticker[]
  nextCursor: string | null
}

let node: TestApp
/** Administrator, two agents; and the other company's administrator. */
let [ana, ugo, caio, bia]: Person[] = []
beforeAll(async () => {
  node = await testApp()
  ;[ana, ugo, caio, bia] = await Promise.all(
    [node.a.admin, node.a.user, node.a.colleague, node.b.admin].map((user) => node.signIn(user)),
  )
})
afterAll(() => node.close())

const path = '/p/stickers/stickers'
const file = (bytes: Uint8Array<ArrayBuffer>, name: string, pack = ''): FormData => {
  const form = new FormData()
  form.set('name', name)
  form.set('pack', pack)
  form.set('file', new File([bytes], 'x.webp', { type: 'image/webp' }))
  return form
}
const add = (name: string, pack = '', person = ana!): Promise<Sticker> =>
  person.ok<Sticker>('POST', path, file(webpFile(), name, pack))
const names = async (person: Person, query = ''): Promise<string[]> =>
  (await person.ok<Page>('GET', `${path}${query}`)).stickers.map(({ name }) => name)

test('S1-023 a company keeps stickers in packs; everybody of it finds and sends them, nobody of another', async () => {
  await add('Obrigado', 'Cordiais')
  const moving = await ana!.ok<Sticker>(
    'POST',
    path,
    file(webpFile({ isAnimated: true, bytes: 200_000 }), 'aplausos', 'Festa'),
  )
  expect(moving).toMatchObject({ isAnimated: true, bytes: 200_000, pack: 'Festa', isFavourite: false })
  expect(await names(ugo!)).toEqual(['aplausos', 'Obrigado'])
  expect(await names(ugo!, '?searchParam=OBRI')).toEqual(['Obrigado'])
  expect(await names(ugo!, '?pack=Festa')).toEqual(['aplausos'])
  expect(await ugo!.ok('GET', '/p/stickers/packs')).toEqual({ packs: ['Cordiais', 'Festa'] })
  expect((await fetch(node.base + moving.url)).headers.get('content-type')).toBe('image/webp')
  expect(await names(bia!)).toEqual([])
  expect(await bia!.refused('PUT', `${path}/${moving.id}/favourite`, { favourite: true })).toBe('404 ERR_NOT_FOUND')
})

test('only who manages them adds, names and deletes', async () => {
  const one = await add('Nossa')
  expect(await ugo!.refused('POST', path, file(webpFile(), 'x'))).toBe('403 ERR_NO_PERMISSION')
  expect(await ugo!.refused('PUT', `${path}/${one.id}`, { name: 'y', pack: '' })).toBe('403 ERR_NO_PERMISSION')
  expect(await ugo!.refused('DELETE', `${path}/${one.id}`)).toBe('403 ERR_NO_PERMISSION')
  expect(await ana!.ok('PUT', `${path}/${one.id}`, { name: 'Nossa!', pack: 'Cordiais' })).toMatchObject({
    name: 'Nossa!',
    pack: 'Cordiais',
  })
  await ana!.ok('DELETE', `${path}/${one.id}`)
  for (const call of [
    ['DELETE', undefined],
    ['PUT', { name: 'z', pack: '' }],
  ] as const)
    expect(await ana!.refused(call[0], `${path}/${one.id}`, call[1])).toBe('404 ERR_NOT_FOUND')
  expect(await ana!.refused('DELETE', `${path}/${randomUUID()}`)).toBe('404 ERR_NOT_FOUND')
})

test('favourites and recent ones are each user’s own, the last sent first', async () => {
  const [one, two] = [await add('um'), await add('dois')]
  await ugo!.ok('PUT', `${path}/${one.id}/favourite`, { favourite: true })
  expect(await names(ugo!, '?view=favourites')).toEqual(['um'])
  expect(await names(caio!, '?view=favourites')).toEqual([])
  await ugo!.ok('PUT', `${path}/${one.id}/favourite`, { favourite: false })
  expect(await names(ugo!, '?view=favourites')).toEqual([])
  await ugo!.ok('POST', `${path}/${one.id}/used`)
  await ugo!.ok('POST', `${path}/${two.id}/used`)
  await ugo!.ok('POST', `${path}/${one.id}/used`)
  expect(await names(ugo!, '?view=recent')).toEqual(['um', 'dois'])
  await ana!.ok('DELETE', `${path}/${one.id}`)
  expect(await names(ugo!, '?view=recent')).toEqual(['dois'])
})

test('pages follow each other by name', async () => {
  const { stickers, nextCursor } = await ugo!.ok<Page>('GET', `${path}?limit=1`)
  const rest = await names(ugo!, `?cursor=${nextCursor}`)
  expect([stickers[0]!.name, ...rest]).toEqual(await names(ugo!))
})

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['a picture of another size', webpFile({ width: 300 }), 'ERR_FILE_TYPE'],
  ['no picture', new Uint8Array(Buffer.from('<svg onload=alert(1)>')), 'ERR_FILE_TYPE'],
  ['a head without a file', webpFile().slice(0, 40), 'ERR_FILE_TYPE'],
  ['a still one over 100 KB', webpFile({ bytes: 100_002 }), 'ERR_FILE_TOO_LARGE'],
  ['a moving one over 500 KB', webpFile({ isAnimated: true, bytes: 500_002 }), 'ERR_FILE_TOO_LARGE'],
])('%s is no sticker', async (_what, bytes, code) => {
  expect(await ana!.refused('POST', path, file(bytes, 'x'))).toContain(code)
})

// The last of all: who leaves does not come back.
test('what somebody kept at hand goes with them, and the stickers stay', async () => {
  const { id } = await add('tchau')
  for (const person of [ugo!, caio!]) await person.ok('PUT', `${path}/${id}/favourite`, { favourite: true })
  await ana!.ok('DELETE', `/users/${node.a.colleague.id}?newUserId=${node.a.user.id}`)
  await eventually(
    () => node.database.owner`select from plg_stickers.habit where user_id = ${node.a.colleague.id}`,
    (rows) => rows.length === 0,
  )
  expect(await names(ugo!, '?view=favourites')).toEqual(['tchau'])
})
