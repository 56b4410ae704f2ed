import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { createApi } from './api.ts'

/** A server that keeps what it was asked and gives one answer. */
function server(answer: () => Response | Promise<Response> = () => Response.json({ ok: true })) {
  const calls: Array<{ path: string; init: RequestInit; headers: Headers }> = []
  const api = createApi((path, init) => {
    calls.push({ path, init, headers: new Headers(init.headers) })
    return Promise.resolve().then(answer)
  }, '/p/notes')
  return { api, calls }
}

describe('calls to the server', () => {
  test('a path stands below the plugin, unless it begins with a slash', async () => {
    const { api, calls } = server()
    await api.get('list', { query: { status: ['open', 'closed'], q: 'a b', none: undefined } })
    await api.get('/tickets/1')
    expect(calls.map(({ path }) => path)).toEqual(['/p/notes/list?status=open&status=closed&q=a+b', '/tickets/1'])
  })

  test('every POST has a key of its own, a given key is kept, other methods have none', async () => {
    const { api, calls } = server()
    await api.post('a', { x: 1 })
    await api.post('a', { x: 1 })
    await api.post('a', {}, { idempotencyKey: 'mine' })
    await api.put('a', {})
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[0]).not.toBe(keys[1])
    expect(keys.slice(2)).toEqual(['mine', null])
    expect(calls[0]!.init.body).toBe('{"x":1}')
  })

  test('files go as a form, whose content type the browser writes', async () => {
    const { api, calls } = server()
    const form = new FormData()
    await api.upload('files', form)
    expect(calls[0]!.init.body).toBe(form)
    expect(calls[0]!.headers.has('content-type')).toBe(false)
  })

  test('an answer without content is undefined', async () => {
    const { api } = server(() => new Response(null, { status: 204 }))
    expect(await api.delete('one')).toBeUndefined()
  })

  test('events come one after the other, however the line cuts them', async () => {
    const lines =
      'retry: 1000\n\nevent: piece\ndata: {"text":"O"}\n\n: alive\n\nevent: piece\ndata: {"text":"lá é"}\n\n' +
      'event: done\ndata: 1\n\n'
    const bytes = new TextEncoder().encode(lines)
    const body = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
          controller.close()
        },
      })
    const { api, calls } = server(() => new Response(body(), { headers: { 'content-type': 'text/event-stream' } }))
    const seen: unknown[] = []
    for await (const event of api.events('rewrite', { text: 'x' })) seen.push(event)
    expect(seen).toEqual([
      { event: 'piece', data: { text: 'O' } },
      { event: 'piece', data: { text: 'lá é' } },
      { event: 'done', data: 1 },
    ])
    expect(calls[0]).toMatchObject({ path: '/p/notes/rewrite', init: { method: 'POST', body: '{"text":"x"}' } })
    expect(calls[0]!.headers.get('accept')).toBe('text/event-stream')
  })

  test('a stream that fails throws: as its code, as a refusal before it, as a lost network', async () => {
    const read = async (answer: () => Response): Promise<unknown> => {
      try {
        for await (const _event of server(answer).api.events('rewrite')) continue
        return undefined
      } catch (error) {
        return error
      }
    }
    const told = 'event: error\ndata: {"error":"ERR_AI_BUDGET"}\n\n'
    expect(await read(() => new Response(told))).toMatchObject({ code: 'ERR_AI_BUDGET' })
    expect(await read(() => Response.json({ error: 'ERR_NOT_FOUND' }, { status: 404 }))).toMatchObject({
      code: 'ERR_NOT_FOUND',
      status: 404,
    })
    const cut = (): Response =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.error(new Error('cut'))
          },
        }),
      )
    expect(await read(cut)).toMatchObject({ code: 'ERR_NETWORK' })
    expect(ApiError.is(await read(() => new Response('data: {no json\n\n')))).toBe(true)
  })

  test('bytes come as they are, and a refusal of them as its code', async () => {
    const { api, calls } = server(() => new Response('GIF89a', { headers: { 'content-type': 'image/gif' } }))
    const picture = await api.blob('pictures', { query: { id: 1 } })
    expect([await picture.text(), picture.type, calls[0]!.headers.get('accept')]).toEqual([
      'GIF89a',
      'image/gif',
      '*/*',
    ])
    await expect(
      server(() => Response.json({ error: 'ERR_NOT_FOUND' }, { status: 404 })).api.blob('pictures'),
    ).rejects.toMatchObject({ code: 'ERR_NOT_FOUND', status: 404 })
  })

  test('a refusal becomes its code with its facts', async () => {
    const { api } = server(() => Response.json({ error: 'ERR_OTHER_OPEN_TICKET', ticketId: 't1' }, { status: 409 }))
    await expect(api.get('x')).rejects.toMatchObject({
      code: 'ERR_OTHER_OPEN_TICKET',
      status: 409,
      facts: { ticketId: 't1' },
    })
  })

  test.for([
    ['a lost network', () => Promise.reject(new TypeError('failed to fetch')), { code: 'ERR_NETWORK', status: 0 }],
    [
      'a page of a proxy',
      () => new Response('<html>', { status: 502 }),
      { code: 'ERR_UNREADABLE_ANSWER', status: 502 },
    ],
    [
      'a refusal in a shape that is not ours',
      () => Response.json([], { status: 418 }),
      { code: 'ERR_UNREADABLE_ANSWER', status: 418 },
    ],
  ] as const)('%s has a code too', async ([, answer, expected]) => {
    const error = await server(answer)
      .api.get('x')
      .catch((thrown: unknown) => thrown)
    expect(ApiError.is(error)).toBe(true)
    expect(error).toMatchObject(expected)
  })

  test('an aborted call says so', async () => {
    const controller = new AbortController()
    const { api } = server(() => {
      controller.abort()
      throw controller.signal.reason
    })
    await expect(api.get('x', { signal: controller.signal })).rejects.toMatchObject({ code: 'ERR_ABORTED' })
  })
})
