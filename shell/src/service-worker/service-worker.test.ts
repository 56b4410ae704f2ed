import { describe, expect, test } from 'vitest'
import { offlinePage } from './offline-page.ts'
import { openTicket, showPush } from './push.ts'
import type { WorkerNotificationOptions } from './scope.ts'

const ticketId = '0190f3a2-7c1e-7b3d-9a41-1c2d3e4f5a6b'
const payload = {
  title: 'Ana',
  body: 'Oi',
  icon: '/icon-192.png',
  tag: `ticket-${ticketId}`,
  data: { ticketId, contactId: 'c', userId: 'u' },
}

function desk() {
  const shown: { title: string; options: WorkerNotificationOptions }[] = []
  const done: string[] = []
  return {
    shown,
    done,
    scope: {
      location: { origin: 'https://recado.test' },
      registration: {
        showNotification: async (title: string, options: WorkerNotificationOptions) =>
          void shown.push({ title, options }),
      },
      clients: {
        claim: async () => undefined,
        openWindow: async (url: string) => void done.push(`open ${url}`),
      },
    },
    click: (data: unknown) => ({ data, close: () => void done.push('close') }),
  }
}

describe('a push', () => {
  test('S9-113 S9-114 vibrates 200, 100, 200 ms, stays until somebody answers it, and takes the place of the one before', async () => {
    const { scope, shown } = desk()
    await showPush(scope, { json: () => payload })
    expect(shown).toEqual([
      {
        title: 'Ana',
        options: expect.objectContaining({
          body: 'Oi',
          icon: '/icon-192.png',
          tag: `ticket-${ticketId}`,
          data: payload.data,
          vibrate: [200, 100, 200],
          requireInteraction: true,
          renotify: true,
        }),
      },
    ])
  })

  test.each([
    ['nothing', null],
    [
      'no JSON',
      {
        json: () => {
          throw new SyntaxError('no')
        },
      },
    ],
    ['something else', { json: () => ({ hello: 1 }) }],
    ['null', { json: () => null }],
  ])('that says %s is shown all the same', async (_what, data) => {
    const { scope, shown } = desk()
    await showPush(scope, data)
    expect(shown.map(({ title }) => title)).toEqual(['Recado'])
  })
})

describe('a click on a notification', () => {
  test('S2-060 opens /atendimento/{ticketId} in a new tab', async () => {
    const { scope, done, click } = desk()
    await openTicket(scope, click(payload.data))
    expect(done).toEqual(['close', `open https://recado.test/#/atendimento/${ticketId}`])
  })
  test('opens the page that the notice of a plugin names', async () => {
    const { scope, done, click } = desk()
    await openTicket(scope, click({ ticketId: '', path: '/chat-interno?conversa=7' }))
    expect(done).toEqual(['close', 'open https://recado.test/#/chat-interno?conversa=7'])
  })
  test.each([
    [undefined],
    [{ ticketId: '' }],
    [{ ticketId: '../../evil' }],
    [{ ticketId: '//evil.test' }],
    [{ path: 'https://evil.test' }],
    [{ path: 'javascript:alert(1)' }],
    [{ path: '/a#b' }],
    [{ path: '/a b' }],
  ])('never leaves the product: %o', async (data) => {
    const { scope, done, click } = desk()
    await openTicket(scope, click(data))
    expect(done[1]).toBe('open https://recado.test/#/notificacoes')
  })
})

test.each([
  ['pt-BR', 'Sem conexão'],
  ['en-GB', 'No connection'],
  ['es-AR', 'Sin conexión'],
  ['ru', 'Нет соединения'],
  ['de', 'No connection'],
  ['constructor', 'No connection'],
])('the page in place of the product speaks %s', async (language, title) => {
  const page = await offlinePage(language)
  expect(page.status).toBe(503)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toContain(`<h1>${title}</h1>`)
})
