import { join } from 'node:path'
import type { MessagePage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigurationWithToken } from '../../plugins/api/src/configurations/configuration.ts'
import type { ExternalSent } from '../../plugins/api/src/external/external.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { wuzapiWorld, type WuzapiWorld } from './wuzapi.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let world: WuzapiWorld
let site: WebSite
let program: ConfigurationWithToken
beforeAll(async () => {
  site = await webSite()
  world = await wuzapiWorld([pluginFolder(join(import.meta.dirname, '../../plugins/api'))])
  program = await world.mine.admin.ok('POST', '/p/api/configurations', {
    name: 'Loja',
    sessionId: world.mine.connection.id,
  })
})
afterAll(async () => {
  await world?.close()
  await site?.close()
})

async function send(body: FormData | object): Promise<{ status: number; body: ExternalSent & { error?: string } }> {
  const isForm = body instanceof FormData
  const response = await fetch(`${world.base}/v1/api/external/${program.configuration.id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${program.token}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as ExternalSent & { error?: string } }
}

describe('a file of a program', () => {
  it('is sent with its words as caption, uploaded or from an address', async () => {
    const { ticket, said } = await world.mine.talking()
    const form = new FormData()
    form.set('ticketId', ticket.id)
    form.set('body', 'a nota')
    form.set('media', new File([png], 'nota.png', { type: 'image/png' }))
    expect(await send(form)).toMatchObject({ status: 200, body: { ticketId: ticket.id } })
    site.answer('/fotos/vitrine.png', { headers: { 'content-type': 'image/png' }, body: png })
    const mediaUrl = `http://127.0.0.1:${site.port}/fotos/vitrine.png`
    expect((await send({ ticketId: ticket.id, body: 'a vitrine', mediaUrl })).status).toBe(200)
    const got = await world.mine.got(said.chat, 2)
    expect(got.map(({ kind, text }) => [kind, text])).toEqual([
      ['image', expect.stringContaining('a nota')],
      ['image', expect.stringContaining('a vitrine')],
    ])
    const { messages } = await world.mine.admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)
    const files = messages.filter(({ fromMe }) => fromMe).map(({ sendType, parts }) => [sendType, parts[0]])
    expect(files).toMatchObject([
      ['API', { kind: 'media', name: 'nota.png', mime: 'image/png', caption: 'a nota' }],
      ['API', { kind: 'media', name: 'vitrine.png', mime: 'image/png', caption: 'a vitrine' }],
    ])
  })

  it('is not fetched from the own network, nor where there is none', async () => {
    const { ticket, said } = await world.mine.talking()
    site.answer('/fora.png', { status: 302, headers: { location: 'http://10.0.0.5/fora.png' } })
    const own = `http://127.0.0.1:${site.port}`
    for (const mediaUrl of [
      'http://10.0.0.5/a.png',
      'http://169.254.169.254/latest',
      `${own}/nada.png`,
      `${own}/fora.png`,
    ])
      expect(await send({ ticketId: ticket.id, mediaUrl })).toMatchObject({
        status: 422,
        body: { error: 'ERR_API_MEDIA_URL' },
      })
    expect(await world.mine.got(said.chat, 0)).toEqual([])
  })
})
