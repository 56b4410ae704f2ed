import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

interface QuickMessage { id: string; key: string; message: string; scope: string; queueId: string | null; queue: string | null; file: { name: string; mime: string; bytes: number; url: string } | null; editable: boolean }
interface Page { messages: QuickMessage[]; nextCursor: string | null }

let node: TestApp
/** Administrator, agent in sales, agent in support; and the other company's administrator. */
let [ana, ugo, caio, sofia, bia]: Person[] = []

beforeAll(async () => {
  node = await testApp()
  ;[ana, ugo, caio, sofia, bia] = await Promise.all([node.a.admin, node.a.user, node.a.colleague, node.a.supervisor, node.b.admin].map((user) => node.signIn(user)))
})
afterAll(() => node.close())

const create = (person: Person, draft: object) => person.ok<QuickMessage>('POST', '/fastreply', draft)
const keysOf = async (person: Person) => (await person.ok<QuickMessage[]>('GET', '/fastreply')).map(({ key }) => key)
const upload = (content: string | Uint8Array<ArrayBuffer>, name = 'tabela.txt') => {
  const form = new FormData()
  form.set('file', new File([content], name))
  return form
}

describe('who writes and who sees', () => {
  test('S7-084 S3-021 S3-022 a message has a key, a text and a scope, and is personal unless it says otherwise', async () => {
    expect(await create(ugo!, { key: 'meu', message: 'Só meu' })).toMatchObject({ key: 'meu', message: 'Só meu', scope: 'personal', queueId: null, queue: null, file: null, editable: true })
    expect(await create(ana!, { key: 'todos', message: 'De todos', scope: 'global' })).toMatchObject({ scope: 'global' })
    expect(await create(ana!, { key: 'vendas', message: 'Da fila', scope: 'queue', queueId: node.a.sales })).toMatchObject({ scope: 'queue', queueId: node.a.sales, queue: 'Vendas' })
    expect(await keysOf(ugo!)).toEqual(['meu', 'todos', 'vendas'])
    expect(await keysOf(caio!)).toEqual(['todos'])
    expect(await keysOf(ana!)).toEqual(['todos', 'vendas'])
    expect(await keysOf(bia!)).toEqual([])
  })

  test.each([['S6-012', { scope: 'global' }], ['S6-013', { scope: 'queue' }]])('%s only administrators create, change and delete what others use: %j', async (_id, scope) => {
    const draft = { key: `so-admin-${scope.scope}`, message: 'texto', ...scope, ...(scope.scope === 'queue' ? { queueId: node.a.sales } : {}) }
    for (const person of [ugo!, sofia!]) expect(await person.refused('POST', '/fastreply', draft)).toBe('403 ERR_NO_PERMISSION')
    const { id } = await create(ana!, draft)
    for (const person of [ugo!, sofia!]) {
      expect(await person.refused('PUT', `/fastreply/${id}`, { ...draft, message: 'outro' })).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('PUT', `/fastreply/${id}`, { key: draft.key, message: 'para mim' })).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('DELETE', `/fastreply/${id}`)).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('PUT', `/p/quick-messages/fastreply/${id}/file`, upload('x'))).toBe('403 ERR_NO_PERMISSION')
      expect((await person.ok<QuickMessage[]>('GET', '/fastreply')).find((message) => message.id === id)).toMatchObject({ message: 'texto', editable: false })
    }
    await ana!.ok('DELETE', `/fastreply/${id}`)
  })

  test('nobody turns their own message into everybody’s', async () => {
    const { id } = await create(ugo!, { key: 'promover', message: 'x' })
    expect(await ugo!.refused('PUT', `/fastreply/${id}`, { key: 'promover', message: 'x', scope: 'global' })).toBe('403 ERR_NO_PERMISSION')
    await ugo!.ok('DELETE', `/fastreply/${id}`)
  })

  test('S8-054 what is not for the reader is as unknown as what does not exist, in the company and beyond', async () => {
    const personal = await create(ugo!, { key: 'segredo', message: 'x' })
    const draft = { key: 'k', message: 'm' }
    for (const person of [ana!, caio!, bia!]) {
      for (const id of [personal.id, randomUUID()]) {
        expect(await person.refused('PUT', `/fastreply/${id}`, draft)).toBe('404 ERR_NO_FAST_REPLY_FOUND')
        expect(await person.refused('DELETE', `/fastreply/${id}`)).toBe('404 ERR_NO_FAST_REPLY_FOUND')
        expect(await person.refused('PUT', `/p/quick-messages/fastreply/${id}/file`, upload('x'))).toBe('404 ERR_NO_FAST_REPLY_FOUND')
        expect(await person.refused('DELETE', `/p/quick-messages/fastreply/${id}/file`)).toBe('404 ERR_NO_FAST_REPLY_FOUND')
      }
    }
    const [row] = await node.database.owner`select message from plg_quick_messages.quick_message where id = ${personal.id}`
    expect(row).toEqual({ message: 'x' })
  })

  test('a queue of another company is no queue', async () => {
    for (const queueId of [node.b.sales, randomUUID(), null]) {
      expect(await ana!.refused('POST', '/fastreply', { key: 'fila-alheia', message: 'x', scope: 'queue', queueId })).toBe('404 ERR_NO_QUEUE_FOUND')
    }
  })

  test('nobody without a session, and no path but with it', async () => {
    for (const path of ['/fastreply', '/p/quick-messages/messages']) expect((await fetch(node.base + path)).status).toBe(401)
  })
})

describe('S8-055 a key is one within its scope', () => {
  test('the same word, in other case too, is refused in the same scope and welcome in another', async () => {
    const ids = [await create(ana!, { key: 'Oi', message: '1', scope: 'global' }), await create(ugo!, { key: 'oi', message: '2' }), await create(caio!, { key: 'oi', message: '3' }),
      await create(ana!, { key: 'oi', message: '4', scope: 'queue', queueId: node.a.sales }), await create(ana!, { key: 'oi', message: '5', scope: 'queue', queueId: node.a.support }), await create(bia!, { key: 'oi', message: '6', scope: 'global' })]
    expect(await ana!.refused('POST', '/fastreply', { key: 'OI', message: 'x', scope: 'global' })).toBe('409 ERR_FAST_REPLY_EXISTS')
    expect(await ugo!.refused('POST', '/fastreply', { key: 'oI', message: 'x' })).toBe('409 ERR_FAST_REPLY_EXISTS')
    expect(await ana!.refused('POST', '/fastreply', { key: 'oi', message: 'x', scope: 'queue', queueId: node.a.sales })).toBe('409 ERR_FAST_REPLY_EXISTS')
    const other = await create(ugo!, { key: 'outra', message: 'x' })
    expect(await ugo!.refused('PUT', `/fastreply/${other.id}`, { key: 'oi', message: 'x' })).toBe('409 ERR_FAST_REPLY_EXISTS')
    expect(await ugo!.ok('PUT', `/fastreply/${ids[1]!.id}`, { key: 'OI', message: 'de novo' })).toMatchObject({ key: 'OI' })
  })

  test('many at once make one', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ugo!.call<QuickMessage & { error?: string }>('POST', '/fastreply', { key: 'corrida', message: 'x' }, { 'idempotency-key': randomUUID() })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })
})

describe('lists', () => {
  test('page by page in the order of the keys, each once, whatever the letters', async () => {
    const keys = ['ação', 'Zebra', 'a_b', 'a%b', 'ß', 'İstanbul', 'яблоко', 'b', 'B2', '😀', '1', 'z']
    for (const key of keys) await create(sofia!, { key, message: `texto ${key}` })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await sofia!.ok<Page>('GET', `/p/quick-messages/messages?limit=2&scope=personal${cursor === null ? '' : `&cursor=${cursor}`}`)
      expect(page.messages.length).toBeLessThanOrEqual(2)
      seen.push(...page.messages.map(({ key }) => key))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect([...seen].sort()).toEqual([...keys].sort())
    expect(seen).toEqual((await sofia!.ok<Page>('GET', '/p/quick-messages/messages?limit=100&scope=personal')).messages.map(({ key }) => key))
  })

  test('a search finds keys and texts, and takes % and _ for what they are', async () => {
    const found = async (text: string) => (await sofia!.ok<Page>('GET', `/p/quick-messages/messages?scope=personal&searchParam=${encodeURIComponent(text)}`)).messages.map(({ key }) => key)
    expect(await found('zeb')).toEqual(['Zebra'])
    expect(await found('TEXTO B')).toEqual(['b', 'B2'])
    expect(await found('%')).toEqual(['a%b'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found("'; drop table")).toEqual([])
  })

  test.each(['cursor=x', `cursor=${Buffer.from('["a","b"]').toString('base64url')}`, 'limit=0', 'limit=101', 'scope=all', `searchParam=${'x'.repeat(101)}`, 'tenantId=1'])('?%s is refused', async (query) => {
    expect(await ana!.refused('GET', `/p/quick-messages/messages?${query}`)).toBe('422 ERR_VALIDATION')
  })
})

describe('files', () => {
  test('S3-023 S5-041 a file comes, is served by a signed address, is replaced and goes', async () => {
    const { id } = await create(ugo!, { key: 'tabela', message: 'Segue a tabela' })
    const path = `/p/quick-messages/fastreply/${id}/file`
    const { file } = await ugo!.ok<QuickMessage>('PUT', path, upload('preço', '../..\u202Etabela.txt'))
    expect(file).toMatchObject({ mime: expect.stringMatching(/^text\/plain/), bytes: 6 })
    expect(file!.name).not.toMatch(/[/\u202E]/)
    expect(await (await fetch(node.base + file!.url)).text()).toBe('preço')
    expect(await ugo!.ok('PUT', `/fastreply/${id}`, { key: 'tabela', message: 'Nova' })).toMatchObject({ message: 'Nova', file: { bytes: 6 } })
    expect(await ugo!.ok('PUT', path, upload('outro preço'))).toMatchObject({ file: { bytes: 12 } })
    expect(await ugo!.ok('DELETE', path)).toMatchObject({ file: null })
    expect(await ugo!.refused('PUT', path, new FormData())).toMatch(/^4/)
    expect(await ugo!.refused('PUT', path, upload(new Uint8Array(10_000_001)))).toMatch(/^413 ERR_(FILE|BODY)_TOO_LARGE$/)
  })
})

describe('hostile input', () => {
  test.each<[string, unknown]>([
    ['no key', { message: 'x' }], ['an empty key', { key: ' ', message: 'x' }], ['a key of two words', { key: 'a b', message: 'x' }], ['a slash', { key: 'a/b', message: 'x' }], ['a long key', { key: 'x'.repeat(41), message: 'x' }],
    ['no text', { key: 'k' }], ['only spaces', { key: 'k', message: '\n ' }], ['a long text', { key: 'k', message: 'x'.repeat(10_001) }], ['NUL', { key: 'k', message: 'a\u0000' }],
    ['an owner', { key: 'k', message: 'x', userId: randomUUID() }], ['a company', { key: 'k', message: 'x', tenantId: randomUUID() }], ['a file of somebody', { key: 'k', message: 'x', mediaId: randomUUID() }],
    ['an unknown scope', { key: 'k', message: 'x', scope: 'all' }], ['an object', { key: { $ne: '' }, message: 'x' }],
  ])('a draft with %s is refused', async (_what, draft) => {
    expect(await ana!.refused('POST', '/fastreply', draft)).toBe('422 ERR_VALIDATION')
  })

  test('an id that is none', async () => {
    expect(await ana!.refused('DELETE', '/fastreply/1')).toBe('422 ERR_VALIDATION')
  })
})

test('S2-035 the manifest carries the page and the composer action', async () => {
  const { plugins } = await ugo!.ok<{ plugins: { id: string; pages: { path: string }[]; slots: { slot: string }[] }[] }>('GET', '/api/shell/manifest')
  expect(plugins.find(({ id }) => id === 'quick-messages')).toMatchObject({ pages: [{ path: '/mensagens-rapidas', panel: 'page' }], slots: [{ slot: 'ticket.composer.actions', panel: 'composer' }] })
})
