import { toastQueue } from '@recado/sdk/ui'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import { draw, sampleChannel } from '../../../testing/draw.rig.tsx'
import { MemoryStorage } from '../../../testing/memory-storage.ts'
import { anyMessage, anyTicket } from '../../../testing/samples.ts'
import type { Ticket } from '../../../base/contracts.ts'
import { Composer } from './Composer.tsx'
import { wasRefusedByWindow } from './use-service-window.ts'

afterEach(cleanup)

const channelOf = (media = true) => ({
  title: 'Amostra',
  color: '#0f766e',
  icon: 'message-circle',
  identityKind: 'sample',
  capabilities: sampleChannel(media).capabilities,
})
const composer = (ticket: Ticket = anyTicket(1), storage?: Storage, media = true) =>
  draw(
    <Composer
      ticket={ticket}
      channel={channelOf(media)}
      replyTo={null}
      onReplyTo={() => undefined}
      onStart={() => undefined}
    />,
    storage ? { storage } : {},
  )
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('the composer', () => {
  it('sends with Enter, breaks the line with Shift+Enter, and not while a word is being composed', async () => {
    const { getByRole, sent } = await composer()
    const field = getByRole('textbox')
    type(field, 'Olá')
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(sent).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(sent.map((message) => message.body)).toEqual(['Olá']))
    expect((field as HTMLTextAreaElement).value).toBe('')
  })

  it("keeps each ticket's draft over switching and reloading", async () => {
    const storage = new MemoryStorage()
    const first = await composer(anyTicket(1), storage)
    type(first.getByRole('textbox'), 'quase pronta')
    first.unmount()
    const other = await composer(anyTicket(2), storage)
    expect((other.getByRole('textbox') as HTMLTextAreaElement).value).toBe('')
    other.unmount()
    const back = await composer(anyTicket(1), storage)
    expect((back.getByRole('textbox') as HTMLTextAreaElement).value).toBe('quase pronta')
  })

  it('offers what another device wrote, and the two change places', async () => {
    const { getByRole, findByText, queryByText, drafts, ticket } = await composer()
    type(getByRole('textbox'), 'daqui')
    act(() =>
      drafts.offer(ticket.id, {
        ticketId: ticket.id,
        text: 'do celular',
        files: [],
        uploads: [],
        writtenAt: '2026-11-22T12:00:00.000Z',
      }),
    )
    await findByText('do celular')
    fireEvent.click(getByRole('button', { name: 'Trocar' }))
    expect((getByRole('textbox') as HTMLTextAreaElement).value).toBe('do celular')
    expect(queryByText('daqui')).toBeTruthy()
    fireEvent.click(getByRole('button', { name: 'Descartar o outro rascunho' }))
    expect(queryByText('daqui')).toBeNull()
    act(() => toastQueue.shown()[0]!.action!.onClick())
    expect(queryByText('daqui')).toBeTruthy()
  })

  it('says which files of a draft did not come along', async () => {
    const { findByText, getByLabelText, queryByText, drafts, ticket } = await composer()
    act(() => drafts.set(ticket.id, { files: ['nota.pdf'] }))
    await findByText('Estes anexos não ficaram guardados. Escolha de novo: nota.pdf')
    fireEvent.click(getByLabelText('Seguir sem estes anexos'))
    expect(queryByText(/nota\.pdf/)).toBeNull()
    expect(drafts.filesOf(ticket.id)).toEqual([])
  })

  it("counts down close to the channel's limit and does not send beyond it", async () => {
    const { getByRole, getByText, sent } = await composer()
    const field = getByRole('textbox')
    type(field, 'x'.repeat(18))
    expect(getByText('2 caracteres restantes')).toBeTruthy()
    type(field, 'x'.repeat(21))
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(sent).toEqual([])
  })

  it('S8-126 S8-127 S8-128 leaves out by name what is too large, not taken by the channel or no picture at all, and keeps the others', async () => {
    const only = channelOf()
    const capabilities = {
      ...only.capabilities,
      media: { image: { mime: { 'image/*': 'full' } }, document: { mime: { 'application/pdf': 'full' } } },
    } as typeof only.capabilities
    const { container, findByText, queryByText } = await draw(
      <Composer
        ticket={anyTicket(1)}
        channel={{ ...only, capabilities }}
        replyTo={null}
        onReplyTo={() => undefined}
        onStart={() => undefined}
      />,
    )
    const large = new File(['x'], 'manual.pdf', { type: 'application/pdf' })
    Object.defineProperty(large, 'size', { value: 11_000_000 })
    const added = [
      large,
      new File(['a'], 'nota.pdf', { type: 'application/pdf' }),
      new File(['a'], 'filme.mov', { type: 'video/quicktime' }),
      new File(['texto'], 'foto.png', { type: 'image/png' }),
    ]
    fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: added } })
    expect(await findByText('nota.pdf')).toBeTruthy()
    for (const name of ['manual.pdf', 'filme.mov', 'foto.png']) expect(queryByText(name)).toBeNull()
    await waitFor(() =>
      expect(toastQueue.shown().map((toast) => toast.content)).toEqual([
        'Passa de 10 MB: manual.pdf',
        'Este canal não aceita este tipo de arquivo. Ficou de fora: filme.mov',
        'Formato de imagem inválido: foto.png',
      ]),
    )
  })

  it('offers no files where the channel carries none', async () => {
    const { queryByLabelText } = await composer(anyTicket(1), undefined, false)
    expect(queryByLabelText('Anexar arquivos')).toBeNull()
  })

  describe('the signature', () => {
    const forced = (place?: 'below') => {
      const channel = channelOf()
      const text = { ...channel.capabilities.text, ...(place && { signature: place }) }
      return draw(
        <Composer
          ticket={anyTicket(1)}
          channel={{ ...channel, capabilities: { ...channel.capabilities, text } }}
          replyTo={null}
          onReplyTo={() => undefined}
          onStart={() => undefined}
        />,
        { queries: [[keys.settings, { forceSignature: true }]] },
      )
    }

    it('S6-025 stands where it will be sent, and is sent along, when the company wants it', async () => {
      const { getByRole, getByText, sent } = await forced()
      const field = getByRole('textbox')
      expect(getByText('Ana Souza:').compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      expect(field.getAttribute('aria-describedby')).toBe(getByText('Ana Souza:').id)
      type(field, 'Olá')
      fireEvent.keyDown(field, { key: 'Enter' })
      await waitFor(() => expect(sent).toMatchObject([{ body: 'Olá', asSent: 'Ana Souza:\nOlá', signed: true }]))
    })

    it('counts within what the channel takes', async () => {
      const { getByRole, getByText } = await forced()
      type(getByRole('textbox'), 'x'.repeat(7))
      expect(getByText('2 caracteres restantes')).toBeTruthy()
    })

    it('stands below in a letter', async () => {
      const { getByRole, getByText } = await forced('below')
      expect(
        getByText('Ana Souza').compareDocumentPosition(getByRole('textbox')) & Node.DOCUMENT_POSITION_PRECEDING,
      ).toBeTruthy()
    })

    it('cannot be switched off then', async () => {
      const { getByLabelText, findByRole, getByText } = await forced()
      fireEvent.click(getByLabelText('Assinatura: Ana Souza'))
      const control = (await findByRole('switch')) as HTMLInputElement
      expect([control.checked, control.disabled]).toEqual([true, true])
      expect(getByText('Sua empresa assina todas as mensagens.')).toBeTruthy()
    })

    it('is not there for who has not chosen one', async () => {
      const { getByRole, getByLabelText, sent } = await composer()
      expect(getByLabelText('Assinatura')).toBeTruthy()
      type(getByRole('textbox'), 'Olá')
      fireEvent.keyDown(getByRole('textbox'), { key: 'Enter' })
      await waitFor(() => expect(sent).toMatchObject([{ body: 'Olá', asSent: 'Olá', signed: false }]))
    })
  })

  it('tells the other side that somebody writes, and that they stopped', async () => {
    const { getByRole, typed } = await composer()
    type(getByRole('textbox'), 'O')
    type(getByRole('textbox'), 'Ol')
    expect(typed).toEqual(['text'])
    fireEvent.blur(getByRole('textbox'))
    expect(typed).toEqual(['text', 'stop'])
  })

  describe('sending later', () => {
    const answering = (status: number, body: object = {}) => {
      const calls: { path: string; body: unknown }[] = []
      const fetch = async (path: string, init?: RequestInit) => {
        if (path.startsWith('/settings')) return Response.json([])
        calls.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
        return Response.json(body, { status })
      }
      return { calls, fetch: fetch as never }
    }
    const drawn = (fetch: never) =>
      draw(
        <Composer
          ticket={anyTicket(1)}
          channel={channelOf()}
          replyTo={null}
          onReplyTo={() => undefined}
          onStart={() => undefined}
        />,
        { fetch },
      )

    it('S1-022 leaves the text to the server with a time, and is empty afterwards', async () => {
      const { calls, fetch } = answering(200)
      const { getByRole, getByLabelText, getByText, sent } = await drawn(fetch)
      type(getByLabelText('Mensagem para Contato 1'), 'Bom dia')
      fireEvent.keyDown(getByLabelText('Mensagem para Contato 1'), { key: 'Enter', shiftKey: true, ctrlKey: true })
      fireEvent.click(getByText('Amanhã de manhã'))
      await waitFor(() =>
        expect((getByRole('textbox', { name: 'Mensagem para Contato 1' }) as HTMLTextAreaElement).value).toBe(''),
      )
      expect(calls[0]).toMatchObject({ body: { body: 'Bom dia', scheduleDate: expect.stringMatching(/Z$/) } })
      expect(sent).toEqual([])
    })

    const slow = () => {
      const answer = Promise.withResolvers<Response>()
      const fetch = (path: string) =>
        path.startsWith('/settings')
          ? Promise.resolve(Response.json([]))
          : path.endsWith('/scheduled')
            ? Promise.resolve(Response.json({ messages: [] }))
            : answer.promise
      return { fetch: fetch as never, answer: () => act(async () => answer.resolve(Response.json({}))) }
    }

    it('leaves what was written while the server took its time', async () => {
      const { fetch, answer } = slow()
      const { getByLabelText, getByText } = await drawn(fetch)
      const field = getByLabelText('Mensagem para Contato 1') as HTMLTextAreaElement
      type(field, 'Bom dia')
      fireEvent.click(getByLabelText('Agendar envio'))
      fireEvent.click(getByText('Em uma hora'))
      type(field, 'Outra coisa')
      await answer()
      await waitFor(() => expect(toastQueue.shown()).toHaveLength(1))
      expect(field.value).toBe('Outra coisa')
    })

    it('takes the draft of a conversation that was left before the server answered', async () => {
      const { fetch, answer } = slow()
      const { getByLabelText, getByText, drafts, ticket, unmount } = await drawn(fetch)
      type(getByLabelText('Mensagem para Contato 1'), 'Bom dia')
      fireEvent.click(getByLabelText('Agendar envio'))
      fireEvent.click(getByText('Em uma hora'))
      unmount()
      expect(drafts.of(ticket.id)).toBe('Bom dia')
      await answer()
      await waitFor(() => expect(drafts.of(ticket.id)).toBe(''))
    })

    it('keeps what was written when the time is refused', async () => {
      const { fetch } = answering(409, { error: 'ERR_SCHEDULE_LIMIT_REACHED', limit: 50 })
      const { getByLabelText, getByText, findByRole } = await drawn(fetch)
      type(getByLabelText('Mensagem para Contato 1'), 'Bom dia')
      fireEvent.click(getByLabelText('Agendar envio'))
      fireEvent.click(getByText('Em uma hora'))
      expect((await findByRole('alert')).textContent).toBe('Esta conversa já tem 50 mensagens agendadas')
      expect((getByLabelText('Mensagem para Contato 1') as HTMLTextAreaElement).value).toBe('Bom dia')
    })

    it('what is held back can be taken back, and stands in the composer again before what was written since', async () => {
      const { getByRole, findByText, outbox, recalled, ticket } = await composer()
      act(() =>
        outbox.add({
          ticketId: ticket.id,
          body: 'Ops',
          files: [new File(['a'], 'nota.pdf')],
          replyToId: null,
          hold: 10,
        }),
      )
      type(getByRole('textbox'), 'depois')
      fireEvent.click(await findByText('Desfazer'))
      await waitFor(() => expect((getByRole('textbox') as HTMLTextAreaElement).value).toBe('Ops\ndepois'))
      expect(recalled).toHaveLength(1)
      expect(await findByText('nota.pdf')).toBeTruthy()
      expect(outbox.of(ticket.id)).toEqual([])
    })
  })

  it('offers to reopen a closed ticket instead of writing into it', async () => {
    const { queryByRole, getByRole } = await composer(anyTicket(1, { status: 'closed' }))
    expect(queryByRole('textbox')).toBeNull()
    expect(getByRole('button', { name: 'Reabrir' })).toBeTruthy()
  })

  describe('on a channel with a service window', () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const windowed = (serviceWindowEndsAt: string | null, storage?: Storage) =>
      composer(anyTicket(1, { serviceWindowEndsAt }), storage)

    it('says how long there is when that is not long any more', async () => {
      expect((await windowed(inMinutes(79.5))).getByRole('timer').textContent).toContain('1 h 20 min')
      cleanup()
      expect((await windowed(inMinutes(180))).queryByRole('timer')).toBeNull()
    })

    it('is not there while the window is closed; what was written is kept', async () => {
      const storage = new MemoryStorage()
      const open = await windowed(inMinutes(180), storage)
      type(open.getByRole('textbox'), 'quase')
      open.unmount()
      const closed = await windowed(inMinutes(-1), storage)
      expect(closed.queryByRole('textbox')).toBeNull()
      expect(closed.getByRole('status').textContent).toContain('Seu rascunho está guardado.')
      closed.unmount()
      expect((await windowed(null)).queryByRole('textbox')).toBeNull()
      cleanup()
      expect(((await windowed(inMinutes(1_440), storage)).getByRole('textbox') as HTMLTextAreaElement).value).toBe(
        'quase',
      )
    })

    it('closes by itself', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      onTestFinished(() => void vi.useRealTimers())
      const { queryByRole } = await windowed(inMinutes(1))
      expect(queryByRole('textbox')).toBeTruthy()
      act(() => void vi.advanceTimersByTime(61_000))
      expect(queryByRole('textbox')).toBeNull()
    })

    it('believes a provider that says that its window is closed', async () => {
      const refused = anyMessage(1, 1, {
        fromMe: true,
        status: 'failed',
        failure: { code: '131047', message: 'Re-engagement message', kind: 'windowClosed' },
      })
      expect(wasRefusedByWindow([anyMessage(0, 1), refused])).toBe(true)
      expect(wasRefusedByWindow([refused, anyMessage(2, 1)])).toBe(false)
      const { queryByRole } = await draw(
        <Composer
          ticket={anyTicket(1)}
          channel={channelOf()}
          replyTo={null}
          isRefused
          onReplyTo={() => undefined}
          onStart={() => undefined}
        />,
      )
      expect(queryByRole('textbox')).toBeNull()
    })
  })
})
