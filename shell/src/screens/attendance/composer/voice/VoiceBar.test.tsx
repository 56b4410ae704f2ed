import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { toastQueue } from '@recado/sdk/ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, sampleChannel } from '../../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../../testing/samples.ts'
import { Composer } from '../Composer.tsx'

class FakeRecorder {
  static isTypeSupported = () => true
  mimeType = 'audio/webm;codecs=opus'
  ondataavailable: (event: { data: Blob }) => void = () => undefined
  onstop: () => void = () => undefined
  start() {
    /* hears from here on */
  }
  pause() {
    /* rests */
  }
  resume() {
    /* hears again */
  }
  stop() {
    this.ondataavailable({ data: new Blob(['som']) })
    this.onstop()
  }
}
const ask = vi.fn<() => Promise<unknown>>()
let time = 0
beforeEach(() => {
  time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('AudioContext', undefined)
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: ask }, configurable: true })
  ask.mockResolvedValue({ getTracks: () => [] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const drawn = () =>
  draw(
    <Composer
      ticket={anyTicket(1)}
      channel={{
        title: 'Amostra',
        color: '#0f766e',
        icon: 'x',
        identityKind: 'sample',
        capabilities: { ...sampleChannel().capabilities, media: { voice: { mime: { 'audio/*': 'full' } } } },
      }}
      replyTo={null}
      onReplyTo={() => undefined}
      onStart={() => undefined}
    />,
  )

describe('a voice note', () => {
  it('is recorded by pressing once, ended by pressing again, listened to and sent beside the draft', async () => {
    const { getByLabelText, getByRole, findByRole, findByLabelText, sent, drafts, ticket } = await drawn()
    act(() => drafts.set(ticket.id, { text: 'depois' }))
    fireEvent.click(getByLabelText('Gravar áudio'))
    await findByRole('timer')
    expect(getByLabelText('Parar a gravação').getAttribute('aria-pressed')).toBe('true')
    expect(document.activeElement).toBe(getByRole('button', { name: 'Parar' }))
    time = 3_000
    fireEvent.click(getByLabelText('Parar a gravação'))
    await findByLabelText('Ouvir antes de enviar')
    fireEvent.click(getByLabelText('Enviar mensagem de voz'))
    await waitFor(() => expect(sent).toMatchObject([{ body: '', voice: true, seconds: 3 }]))
    expect(sent[0]!.files[0]!.type).toBe('audio/webm')
    expect(drafts.of(ticket.id)).toBe('depois')
  })

  it('of less than a second is refused, and can be recorded again', async () => {
    const { getByLabelText, findByRole, getByRole, sent } = await drawn()
    fireEvent.click(getByLabelText('Gravar áudio'))
    await findByRole('timer')
    time = 400
    fireEvent.click(getByRole('button', { name: 'Enviar mensagem de voz' }))
    expect((await findByRole('alert')).textContent).toBe('Áudio muito curto. Grave pelo menos 1 segundo.')
    expect(sent).toEqual([])
    fireEvent.click(getByRole('button', { name: 'Gravar de novo' }))
    await findByRole('timer')
  })

  it('is discarded by Escape, and can be had back', async () => {
    const { getByLabelText, findByRole, queryByRole, findByLabelText } = await drawn()
    fireEvent.click(getByLabelText('Gravar áudio'))
    await findByRole('timer')
    time = 3_000
    const opened = vi.spyOn(URL, 'createObjectURL')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(toastQueue.shown()[0]?.content).toBe('Gravação descartada'))
    expect(opened).not.toHaveBeenCalled()
    expect(queryByRole('timer')).toBeNull()
    act(() => toastQueue.shown()[0]!.action!.onClick())
    await findByLabelText('Ouvir antes de enviar')
  })

  it.each([
    ['NotAllowedError', /bloqueou o microfone/],
    ['NotFoundError', /Nenhum microfone/],
  ])('says what to do after %s, and offers another way', async (name, words) => {
    ask.mockRejectedValue(Object.assign(new Error(), { name }))
    const { getByLabelText, findByRole, getByRole } = await drawn()
    fireEvent.click(getByLabelText('Gravar áudio'))
    expect((await findByRole('alert')).textContent).toMatch(words)
    expect([
      getByRole('button', { name: 'Tentar de novo' }),
      getByRole('button', { name: 'Anexar um áudio' }),
    ]).toHaveLength(2)
  })

  it('stays with its ticket while another one is open', async () => {
    const first = await drawn()
    fireEvent.click(first.getByLabelText('Gravar áudio'))
    await first.findByRole('timer')
    time = 2_000
    first.unmount()
    await waitFor(() => expect(first.attachments.of(anyTicket(1).id).recording).toMatchObject({ seconds: 2 }))
  })

  it('is not offered where the channel carries no sound', async () => {
    const { queryByLabelText } = await draw(
      <Composer
        ticket={anyTicket(1)}
        channel={{
          title: 'Amostra',
          color: '#0f766e',
          icon: 'x',
          identityKind: 'sample',
          capabilities: { ...sampleChannel().capabilities, media: { document: { mime: { '*/*': 'full' } } } },
        }}
        replyTo={null}
        onReplyTo={() => undefined}
        onStart={() => undefined}
      />,
    )
    expect(queryByLabelText('Gravar áudio')).toBeNull()
  })
})
