import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasFfmpeg } from '../harness/ffmpeg.ts'
import { wav } from '../harness/recording.ts'
import { wabaWorld, type WabaWorld } from './waba.rig.ts'

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const ogg = new Uint8Array(
  Buffer.concat([
    Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
    Buffer.alloc(64),
  ]),
)

describe.each(['meta', '360dialog'] as const)('files of official WhatsApp at %s', (provider) => {
  let world: WabaWorld
  beforeAll(async () => {
    world = await wabaWorld(provider)
  })
  afterAll(() => world.close())

  it('files come by reference: the message is there at once, the bytes follow, a damaged or failed fetch is repeated', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.faults.plan('media', { status: 500, code: 2, message: 'Service temporarily unavailable' })
    world.simulator.faults.plan('download', 'damaged')
    const picture = customer.send('image', png, 'image/png', { caption: 'a caixa' })
    const waiting = await world.mine.last(ticket, ({ body }) => body === 'a caixa')
    expect(JSON.stringify(waiting)).not.toContain((picture.message['image'] as { id: string }).id)
    const shown = await world.mine.last(ticket, ({ media }) => media.length === 1)
    expect(shown.parts).toMatchObject([
      { kind: 'media', as: 'image', mime: 'image/png', bytes: png.length, caption: 'a caixa' },
    ])
    expect(new Uint8Array(await (await fetch(world.base + shown.media[0]!.url)).arrayBuffer())).toEqual(png)
    customer.send('voice', ogg, 'audio/ogg; codecs=opus')
    expect(
      (await world.mine.last(ticket, ({ media, id }) => media.length === 1 && id !== shown.id)).parts,
    ).toMatchObject([{ kind: 'media', as: 'voice' }])
  })

  it('a file that is gone says so, and an agent may ask again', async () => {
    const { customer, ticket } = await world.mine.talking()
    const document = customer.send('document', new TextEncoder().encode('a;b\n1;2\n'), 'text/csv', {
      name: 'lista.csv',
    })
    const id = (document.message['document'] as { id: string }).id
    const kept = world.mine.line.media.get(id)!
    world.mine.line.media.delete(id)
    const missed = await world.mine.last(
      ticket,
      ({ parts: [part] }) => part?.kind === 'pendingMedia' && part.state === 'unavailable',
    )
    world.mine.line.media.set(id, kept)
    await world.mine.admin.ok('POST', `/messages/${missed.id}/media/retry`)
    expect((await world.mine.last(ticket, ({ media }) => media.length === 1)).parts).toMatchObject([
      { kind: 'media', as: 'document', name: 'lista.csv' },
    ])
  })

  it('sends pictures and files, uploads each once, and voice notes as such', async () => {
    const { customer, ticket } = await world.mine.talking()
    const form = new FormData()
    form.set('body', 'veja')
    form.append('medias', new File([png], 'foto.png', { type: 'image/png' }))
    form.append('medias', new File(['%PDF-1.4\n%…\n'], 'conta.pdf', { type: 'application/pdf' }))
    await world.mine.send(ticket, form)
    const [picture, file] = await world.mine.got(customer, 2)
    expect(picture!.message).toMatchObject({ type: 'image', image: { caption: 'veja', id: expect.any(String) } })
    expect(file!.message).toMatchObject({ type: 'document', document: { filename: 'conta.pdf' } })
    expect(world.mine.line.media.get((picture!.message['image'] as { id: string }).id)!.bytes).toEqual(png)
    const recording = new FormData()
    recording.set('voice', 'true')
    recording.append('medias', new File([ogg], 'voice.ogg', { type: 'audio/ogg' }))
    await world.mine.send(ticket, recording)
    const said = await world.mine.got(customer, 3)
    expect(said[2]!.message).toMatchObject({ type: 'audio', audio: { voice: true } })
  })

  it.skipIf(!hasFfmpeg())('a recording that is no ogg is converted, and heard as a voice note', async () => {
    const { customer, ticket } = await world.mine.talking()
    const recording = new FormData()
    recording.set('voice', 'true')
    recording.append('medias', new File([wav()], 'recado.wav', { type: 'audio/wav' }))
    await world.mine.send(ticket, recording)
    const [note] = await world.mine.got(customer, 1)
    const { id } = note!.message['audio'] as { id: string }
    expect(note!.message).toMatchObject({ type: 'audio', audio: { voice: true } })
    expect(world.mine.line.media.get(id)).toMatchObject({ mime: 'audio/ogg' })
  })

  it('S8-175 a recording that nobody can read is refused as such, by its name, and the text with it is not sent alone', async () => {
    const { ticket } = await world.mine.talking()
    const recording = new FormData()
    recording.set('voice', 'true')
    recording.set('body', 'Ouça')
    recording.append(
      'medias',
      new File([wav().subarray(0, 12), 'nada que se ouça'.repeat(9)], 'recado.wav', { type: 'audio/wav' }),
    )
    expect(await world.mine.admin.call('POST', `/messages/${ticket.id}`, recording)).toMatchObject({
      status: 422,
      body: { error: 'ERR_AUDIO', detail: 'recado.wav' },
    })
    expect(await world.mine.messages(ticket)).toHaveLength(1)
  })
})
