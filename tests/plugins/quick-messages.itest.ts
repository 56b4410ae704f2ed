import { tenantWall, type MessagePage } from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

interface StoredFile {
  name: string
  mime: string
  bytes: number
  url: string
}
interface QuickMessage {
  id: string
  key: string
  message: string
  scope: string
  queueId: string | null
  queue: string | null
  file: StoredFile | null
  parts: { id: string; text: string; file: StoredFile | null }[]
  editable: boolean
}
interface Page {
  messages: QuickMessage[]
  nextCursor: string | null
}

let node: TestApp
/** Administrator, agent in sales, agent in support; and the other company's administrator. */
let [ana, ugo, caio, sofia, bia]: Person[] = []

beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  ;[ana, ugo, caio, sofia, bia] = await Promise.all(
    [node.a.admin, node.a.user, node.a.colleague, node.a.supervisor, node.b.admin].map((user) => node.signIn(user)),
  )
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
    expect(await create(ugo!, { key: 'meu', message: 'Só meu' })).toMatchObject({
      key: 'meu',
      message: 'Só meu',
      scope: 'personal',
      queueId: null,
      queue: null,
      file: null,
      editable: true,
    })
    expect(await create(ana!, { key: 'todos', message: 'De todos', scope: 'global' })).toMatchObject({
      scope: 'global',
    })
    expect(
      await create(ana!, { key: 'vendas', message: 'Da fila', scope: 'queue', queueId: node.a.sales }),
    ).toMatchObject({ scope: 'queue', queueId: node.a.sales, queue: 'Vendas' })
    expect(await keysOf(ugo!)).toEqual(['meu', 'todos', 'vendas'])
    expect(await keysOf(caio!)).toEqual(['todos'])
    expect(await keysOf(ana!)).toEqual(['todos', 'vendas'])
    expect(await keysOf(bia!)).toEqual([])
  })

  test.each([
    ['S6-012', { scope: 'global' }],
    ['S6-013', { scope: 'queue' }],
  ])('%s only administrators create, change and delete what others use: %j', async (_id, scope) => {
    const draft = {
      key: `so-admin-${scope.scope}`,
      message: 'texto',
      ...scope,
      ...(scope.scope === 'queue' ? { queueId: node.a.sales } : {}),
    }
    for (const person of [ugo!, sofia!])
      expect(await person.refused('POST', '/fastreply', draft)).toBe('403 ERR_NO_PERMISSION')
    const { id } = await create(ana!, draft)
    for (const person of [ugo!, sofia!]) {
      expect(await person.refused('PUT', `/fastreply/${id}`, { ...draft, message: 'outro' })).toBe(
        '403 ERR_NO_PERMISSION',
      )
      expect(await person.refused('PUT', `/fastreply/${id}`, { key: draft.key, message: 'para mim' })).toBe(
        '403 ERR_NO_PERMISSION',
      )
      expect(await person.refused('DELETE', `/fastreply/${id}`)).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('PUT', `/p/quick-messages/fastreply/${id}/file`, upload('x'))).toBe(
        '403 ERR_NO_PERMISSION',
      )
      expect((await person.ok<QuickMessage[]>('GET', '/fastreply')).find((message) => message.id === id)).toMatchObject(
        { message: 'texto', editable: false },
      )
    }
    await ana!.ok('DELETE', `/fastreply/${id}`)
  })

  test('nobody turns their own message into everybody’s', async () => {
    const { id } = await create(ugo!, { key: 'promover', message: 'x' })
    expect(await ugo!.refused('PUT', `/fastreply/${id}`, { key: 'promover', message: 'x', scope: 'global' })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    await ugo!.ok('DELETE', `/fastreply/${id}`)
  })

  test('S8-054 what is not for the reader is as unknown as what does not exist, in the company and beyond', async () => {
    const personal = await create(ugo!, { key: 'segredo', message: 'x' })
    const draft = { key: 'k', message: 'm' }
    for (const person of [ana!, caio!, bia!]) {
      for (const id of [personal.id, randomUUID()]) {
        expect(await person.refused('PUT', `/fastreply/${id}`, draft)).toBe('404 ERR_NO_FAST_REPLY_FOUND')
        expect(await person.refused('DELETE', `/fastreply/${id}`)).toBe('404 ERR_NO_FAST_REPLY_FOUND')
        expect(await person.refused('PUT', `/p/quick-messages/fastreply/${id}/file`, upload('x'))).toBe(
          '404 ERR_NO_FAST_REPLY_FOUND',
        )
        expect(await person.refused('DELETE', `/p/quick-messages/fastreply/${id}/file`)).toBe(
          '404 ERR_NO_FAST_REPLY_FOUND',
        )
      }
    }
    const [row] = await node.database.owner`select text from plg_quick_messages.part where message_id = ${personal.id}`
    expect(row).toEqual({ text: 'x' })
  })

  test('a queue of another company is no queue', async () => {
    for (const queueId of [node.b.sales, randomUUID(), null]) {
      expect(
        await ana!.refused('POST', '/fastreply', { key: 'fila-alheia', message: 'x', scope: 'queue', queueId }),
      ).toBe('404 ERR_NO_QUEUE_FOUND')
    }
  })

  test('nobody without a session, and no path but with it', async () => {
    for (const path of ['/fastreply', '/p/quick-messages/messages'])
      expect((await fetch(node.base + path)).status).toBe(401)
  })
})

describe('S8-055 a key is one within its scope', () => {
  test('the same word, in other case too, is refused in the same scope and welcome in another', async () => {
    const ids = [
      await create(ana!, { key: 'Oi', message: '1', scope: 'global' }),
      await create(ugo!, { key: 'oi', message: '2' }),
      await create(caio!, { key: 'oi', message: '3' }),
      await create(ana!, { key: 'oi', message: '4', scope: 'queue', queueId: node.a.sales }),
      await create(ana!, { key: 'oi', message: '5', scope: 'queue', queueId: node.a.support }),
      await create(bia!, { key: 'oi', message: '6', scope: 'global' }),
    ]
    expect(await ana!.refused('POST', '/fastreply', { key: 'OI', message: 'x', scope: 'global' })).toBe(
      '409 ERR_FAST_REPLY_EXISTS',
    )
    expect(await ugo!.refused('POST', '/fastreply', { key: 'oI', message: 'x' })).toBe('409 ERR_FAST_REPLY_EXISTS')
    expect(
      await ana!.refused('POST', '/fastreply', { key: 'oi', message: 'x', scope: 'queue', queueId: node.a.sales }),
    ).toBe('409 ERR_FAST_REPLY_EXISTS')
    const other = await create(ugo!, { key: 'outra', message: 'x' })
    expect(await ugo!.refused('PUT', `/fastreply/${other.id}`, { key: 'oi', message: 'x' })).toBe(
      '409 ERR_FAST_REPLY_EXISTS',
    )
    expect(await ugo!.ok('PUT', `/fastreply/${ids[1]!.id}`, { key: 'OI', message: 'de novo' })).toMatchObject({
      key: 'OI',
    })
  })

  test('many at once make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        ugo!.call<QuickMessage & { error?: string }>(
          'POST',
          '/fastreply',
          { key: 'corrida', message: 'x' },
          { 'idempotency-key': randomUUID() },
        ),
      ),
    )
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
      const page: Page = await sofia!.ok<Page>(
        'GET',
        `/p/quick-messages/messages?limit=2&scope=personal${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      expect(page.messages.length).toBeLessThanOrEqual(2)
      seen.push(...page.messages.map(({ key }) => key))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect([...seen].sort()).toEqual([...keys].sort())
    expect(seen).toEqual(
      (await sofia!.ok<Page>('GET', '/p/quick-messages/messages?limit=100&scope=personal')).messages.map(
        ({ key }) => key,
      ),
    )
  })

  test('a search finds keys and texts, and takes % and _ for what they are', async () => {
    const found = async (text: string) =>
      (
        await sofia!.ok<Page>(
          'GET',
          `/p/quick-messages/messages?scope=personal&searchParam=${encodeURIComponent(text)}`,
        )
      ).messages.map(({ key }) => key)
    expect(await found('zeb')).toEqual(['Zebra'])
    expect(await found('TEXTO B')).toEqual(['b', 'B2'])
    expect(await found('%')).toEqual(['a%b'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found("'; drop table")).toEqual([])
  })

  test.each([
    'cursor=x',
    `cursor=${Buffer.from('["a","b"]').toString('base64url')}`,
    'limit=0',
    'limit=101',
    'scope=all',
    `searchParam=${'x'.repeat(101)}`,
    'tenantId=1',
  ])('?%s is refused', async (query) => {
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
    expect(await ugo!.ok('PUT', `/fastreply/${id}`, { key: 'tabela', message: 'Nova' })).toMatchObject({
      message: 'Nova',
      file: { bytes: 6 },
    })
    expect(await ugo!.ok('PUT', path, upload('outro preço'))).toMatchObject({ file: { bytes: 12 } })
    expect(await ugo!.ok('DELETE', path)).toMatchObject({ file: null })
    expect(await ugo!.refused('PUT', path, new FormData())).toMatch(/^4/)
    expect(await ugo!.refused('PUT', path, upload(new Uint8Array(10_000_001)))).toMatch(
      /^413 ERR_(FILE|BODY)_TOO_LARGE$/,
    )
  })
})

/** A draft with the files that its parts name. */
const composed = (draft: object, ...files: readonly (string | Uint8Array<ArrayBuffer>)[]) => {
  const form = new FormData()
  form.set('draft', JSON.stringify(draft))
  files.forEach((content, index) => form.append('files', new File([content], `arquivo-${index}.txt`)))
  return form
}
const messagesPath = '/p/quick-messages/messages'

describe('several parts', () => {
  test('S1-021 S7-084 texts and files are made, changed and answered as a whole and in their order', async () => {
    const made = await ugo!.ok<QuickMessage>(
      'POST',
      messagesPath,
      composed(
        {
          key: 'visita',
          parts: [{ text: 'Oi' }, { text: 'O mapa', file: { upload: 1 } }, { text: '', file: { upload: 0 } }],
        },
        'zero',
        'um!',
      ),
    )
    expect(made.parts.map(({ text, file }) => [text, file?.bytes])).toEqual([
      ['Oi', undefined],
      ['O mapa', 3],
      ['', 4],
    ])
    expect(made).toMatchObject({ message: 'Oi', file: null, scope: 'personal' })
    const map = made.parts[1]!
    const changed = await ugo!.ok<QuickMessage>(
      'PUT',
      `${messagesPath}/${made.id}`,
      composed({ key: 'visita', parts: [{ text: 'Nosso mapa', file: { keep: map.id } }, { text: 'Até logo' }] }),
    )
    expect(changed.parts.map(({ text, file }) => [text, file?.bytes])).toEqual([
      ['Nosso mapa', 3],
      ['Até logo', undefined],
    ])
    expect(await (await fetch(node.base + changed.file!.url)).text()).toBe('um!')
    expect((await ugo!.ok<Page>('GET', `${messagesPath}?searchParam=logo`)).messages.map(({ key }) => key)).toContain(
      'visita',
    )
    expect(
      await caio!.refused('PUT', `${messagesPath}/${made.id}`, composed({ key: 'visita', parts: [{ text: 'x' }] })),
    ).toBe('404 ERR_NO_FAST_REPLY_FOUND')
  })

  test('clients of one text change the first part and leave the others', async () => {
    const made = await ugo!.ok<QuickMessage>(
      'POST',
      messagesPath,
      composed({ key: 'duas', parts: [{ text: 'um' }, { text: 'dois' }] }),
    )
    expect(
      (await ugo!.ok<QuickMessage>('PUT', `/fastreply/${made.id}`, { key: 'duas', message: 'primeira' })).parts.map(
        ({ text }) => text,
      ),
    ).toEqual(['primeira', 'dois'])
    expect(
      (await ugo!.ok<QuickMessage[]>('GET', '/fastreply?searchParam=dois')).map(({ key, message }) => [key, message]),
    ).toContainEqual(['duas', 'primeira'])
  })

  test.each<[string, object, string[], string]>([
    ['no part', { parts: [] }, [], '422 ERR_VALIDATION'],
    ['eleven parts', { parts: Array.from({ length: 11 }, () => ({ text: 'x' })) }, [], '422 ERR_VALIDATION'],
    ['an empty part', { parts: [{ text: ' ' }] }, [], '422 ERR_VALIDATION'],
    ['a file of nobody', { parts: [{ text: '', file: { keep: randomUUID() } }] }, [], '422 ERR_VALIDATION'],
    ['a file that did not come', { parts: [{ text: '', file: { upload: 0 } }] }, [], '422 ERR_NO_FILE_UPLOADED'],
    ['a file that nothing names', { parts: [{ text: 'x' }] }, ['a'], '422 ERR_NO_FILE_UPLOADED'],
    [
      'one file for two parts',
      { parts: [{ file: { upload: 0 } }, { file: { upload: 0 } }] },
      ['a'],
      '422 ERR_NO_FILE_UPLOADED',
    ],
    ['a stored file', { parts: [{ text: 'x', mediaId: randomUUID() }] }, [], '422 ERR_VALIDATION'],
  ])('with %s it is refused', async (_what, draft, files, refusal) => {
    expect(await ugo!.refused('POST', messagesPath, composed({ key: 'recusada', ...draft }, ...files))).toBe(refusal)
  })

  test('S5-041 a file has 10 MB, all of them 30', async () => {
    const nine = new Uint8Array(9_000_000)
    const parts = (count: number) => Array.from({ length: count }, (_, upload) => ({ file: { upload } }))
    expect(
      await ugo!.refused(
        'POST',
        messagesPath,
        composed({ key: 'grande', parts: parts(1) }, new Uint8Array(10_000_001)),
      ),
    ).toMatch(/^413 ERR_(FILE|BODY)_TOO_LARGE$/)
    expect(
      await ugo!.refused('POST', messagesPath, composed({ key: 'grande', parts: parts(4) }, nine, nine, nine, nine)),
    ).toMatch(/^413 ERR_(FILE|BODY)_TOO_LARGE$/)
    const three = await ugo!.ok<QuickMessage>(
      'POST',
      messagesPath,
      composed({ key: 'grande', parts: parts(3) }, nine, nine, nine),
    )
    expect(
      await ugo!.refused(
        'PUT',
        `${messagesPath}/${three.id}`,
        composed(
          { key: 'grande', parts: [...three.parts.map(({ id }) => ({ file: { keep: id } })), { file: { upload: 0 } }] },
          nine,
        ),
      ),
    ).toBe('413 ERR_FILE_TOO_LARGE')
  })

  test('messages from before there were parts are their first one, behind the wall of each company', async () => {
    const folder = join(import.meta.dirname, '../../plugins/quick-messages/migrations')
    const migration = (name: string) => readFile(join(folder, name), 'utf8')
    const old = {
      key: 'antiga',
      message: 'Segue a tabela',
      scope: 'global',
      media_id: randomUUID(),
      media_name: 'tabela.pdf',
      media_mime: 'application/pdf',
      media_bytes: 7,
    }
    const undone = new Error('only to look')
    await expect(
      node.database.owner.begin(async (sql) => {
        const owner = node.database.roles.pluginOwner('quick-messages')
        await sql.unsafe(`
          drop schema plg_quick_messages cascade;
          create schema plg_quick_messages authorization ${owner};
          set local role ${owner}`)
        await sql.unsafe(await migration('0001-quick-messages.sql'))
        await sql`insert into plg_quick_messages.quick_message ${sql([
          { ...old, tenant_id: node.a.id },
          { ...old, tenant_id: node.b.id, message: 'de B' },
        ])}`
        await sql.unsafe(tenantWall('plg_quick_messages.quick_message'))
        await sql.unsafe(await migration('0002-parts.sql'))
        const { message: text, key: _key, scope: _scope, ...file } = old
        expect(
          await sql`
            select tenant_id, position, text, media_id, media_name, media_mime, media_bytes
              from plg_quick_messages.part
             order by text desc`,
        ).toEqual([
          { tenant_id: node.b.id, position: 0, ...file, text: 'de B' },
          { tenant_id: node.a.id, position: 0, ...file, text },
        ])
        throw undone
      }),
    ).rejects.toBe(undone)
  })
})

describe('what is inserted is sent', () => {
  const ticketOf = async (): Promise<string> => {
    const { owner } = node.database
    const [contact, ticket] = [newId<never>(), newId<never>()]
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: node.a.id, name: 'Maria Souza' })}`
    await owner`
      insert into core.ticket ${owner({
        id: ticket,
        tenant_id: node.a.id,
        protocol: ticket,
        status: 'open',
        contact_id: contact,
        origin_id: contact,
        connection_id: node.a.connection,
        channel: 'webchat',
        chat: ticket,
        queue_id: node.a.sales,
        user_id: node.a.user.id,
      } as never)}`
    return ticket
  }
  const stored = (path: string, more: object = {}) => ({ parts: [{ kind: 'storedFile', path, ...more }] })

  test('a file goes by the path that its reader was given, with the words beside it, and is stored once', async () => {
    const ticket = await ticketOf()
    const { file } = await ugo!.ok<QuickMessage>(
      'POST',
      messagesPath,
      composed({ key: 'envio', parts: [{ file: { upload: 0 } }] }, 'preço'),
    )
    const [before] = await node.database
      .owner`select count(*)::int as files from core.media where tenant_id = ${node.a.id}`
    await ugo!.ok('POST', `/messages/${ticket}`, stored(file!.url, { caption: 'Segue' }))
    await ugo!.ok('POST', `/messages/${ticket}`, { parts: [{ kind: 'text', text: 'Até logo' }] })
    const { messages } = await ugo!.ok<MessagePage>('GET', `/messages/${ticket}`)
    expect(messages.map(({ parts }) => parts)).toMatchObject([
      [{ kind: 'media', as: 'document', caption: 'Segue', bytes: 6, name: 'arquivo-0.txt' }],
      [{ kind: 'text', text: 'Até logo' }],
    ])
    expect(
      await node.database.owner`select count(*)::int as files from core.media where tenant_id = ${node.a.id}`,
    ).toEqual([before])
  })

  test('no path but one that was signed for this company, and still is', async () => {
    const ticket = await ticketOf()
    const { file } = await ugo!.ok<QuickMessage>(
      'POST',
      messagesPath,
      composed({ key: 'meu-arquivo', parts: [{ file: { upload: 0 } }] }, 'x'),
    )
    const other = await bia!.ok<QuickMessage>(
      'POST',
      messagesPath,
      composed({ key: 'alheio', parts: [{ file: { upload: 0 } }] }, 'y'),
    )
    const [path, query] = file!.url.split('?') as [string, string]
    for (const forged of [
      other.file!.url,
      path,
      `${path}?${query.replace(/s=(.)/, (_, first: string) => `s=${first === 'A' ? 'B' : 'A'}`)}`,
      `${path}?${query.replace(/e=\d/, 'e=9')}`,
      `http://127.0.0.1${file!.url}`,
      '/media/%',
      '/etc/passwd',
    ]) {
      expect(await ugo!.refused('POST', `/messages/${ticket}`, stored(forged)), forged).toBe('404 ERR_NO_MEDIA_FOUND')
    }
  })
})

describe('variables', () => {
  const address = { key: 'endereco', label: 'Endereço', value: 'Rua das Flores, 10' }
  const product = { key: 'produto', label: 'Qual produto?', value: null }
  const path = '/p/quick-messages/variables'

  test('those of a company are its administrators’ to write and everybody’s to use, by the clock of the company', async () => {
    expect(await ugo!.refused('PUT', path, { variables: [address] })).toBe('403 ERR_NO_PERMISSION')
    await ana!.ok('PUT', path, { variables: [address, product] })
    expect(await ugo!.ok('GET', path)).toEqual({ variables: [address, product], timeZone: 'America/Sao_Paulo' })
    expect(await bia!.ok('GET', path)).toMatchObject({ variables: [] })
    await ana!.ok('PUT', path, { variables: [product] })
    expect(await ugo!.ok('GET', path)).toMatchObject({ variables: [product] })
  })

  test.each<[string, object]>([
    ['a name of everybody', { ...address, key: 'agent' }],
    ['a name with a space', { ...address, key: 'a b' }],
    ['no label', { ...address, label: ' ' }],
    ['an empty value', { ...address, value: '' }],
  ])('%s is refused', async (_what, variable) => {
    expect(await ana!.refused('PUT', path, { variables: [variable] })).toBe('422 ERR_VALIDATION')
  })

  test('the same name twice is refused', async () => {
    expect(await ana!.refused('PUT', path, { variables: [address, address] })).toBe('422 ERR_VALIDATION')
  })
})

describe('hostile input', () => {
  test.each<[string, unknown]>([
    ['no key', { message: 'x' }],
    ['an empty key', { key: ' ', message: 'x' }],
    ['a key of two words', { key: 'a b', message: 'x' }],
    ['a slash', { key: 'a/b', message: 'x' }],
    ['a long key', { key: 'x'.repeat(41), message: 'x' }],
    ['no text', { key: 'k' }],
    ['only spaces', { key: 'k', message: '\n ' }],
    ['a long text', { key: 'k', message: 'x'.repeat(10_001) }],
    ['NUL', { key: 'k', message: 'a\u0000' }],
    ['an owner', { key: 'k', message: 'x', userId: randomUUID() }],
    ['a company', { key: 'k', message: 'x', tenantId: randomUUID() }],
    ['a file of somebody', { key: 'k', message: 'x', mediaId: randomUUID() }],
    ['an unknown scope', { key: 'k', message: 'x', scope: 'all' }],
    ['an object', { key: { $ne: '' }, message: 'x' }],
  ])('a draft with %s is refused', async (_what, draft) => {
    expect(await ana!.refused('POST', '/fastreply', draft)).toBe('422 ERR_VALIDATION')
  })

  test('an id that is none', async () => {
    expect(await ana!.refused('DELETE', '/fastreply/1')).toBe('422 ERR_VALIDATION')
  })
})

test('S2-035 the manifest carries the page and the composer action', async () => {
  const { plugins } = await ugo!.ok<{
    plugins: { id: string; pages: { path: string }[]; slots: { slot: string }[] }[]
  }>('GET', '/api/shell/manifest')
  expect(plugins.find(({ id }) => id === 'quick-messages')).toMatchObject({
    pages: [{ path: '/mensagens-rapidas', panel: 'page' }],
    slots: [
      { slot: 'ticket.composer.actions', panel: 'composer' },
      { slot: 'ticket.composer.above', panel: 'stack' },
    ],
  })
})

// The last of all: who leaves does not come back.
test('whoever leaves the company takes their personal messages along; what colleagues, queues and other companies have stays', async () => {
  const { owner } = node.database
  const kept = [
    await create(ana!, { key: 'fica', message: 'x' }),
    await create(ana!, { key: 'fica-fila', message: 'x', scope: 'queue', queueId: node.a.support }),
    await create(bia!, { key: 'fica', message: 'x' }),
  ]
  await create(caio!, { key: 'sai', message: 'Só meu' })
  await ana!.ok('DELETE', `/users/${node.a.colleague.id}?newUserId=${node.a.user.id}`)
  await eventually(
    () => owner`select from plg_quick_messages.quick_message where user_id = ${node.a.colleague.id}`,
    (rows) => rows.length === 0,
  )
  expect(
    await owner`select from plg_quick_messages.quick_message where id = any (${kept.map(({ id }) => id)}::uuid[])`,
  ).toHaveLength(3)
})
