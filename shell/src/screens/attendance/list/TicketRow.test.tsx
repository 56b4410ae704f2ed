import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Ticket } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { relativeTime } from '../../../base/ui/RelativeTime.tsx'
import { TicketRow } from './TicketRow.tsx'

afterEach(cleanup)
const row = (ticket = anyTicket(1), onOpen: (id: string, toWrite: boolean) => void = () => undefined) =>
  draw(
    <TicketRow
      ticket={ticket}
      density="comfortable"
      slaThresholds={null}
      open={false}
      marked={false}
      onOpen={onOpen}
    />,
  )

describe('a row of the ticket list', () => {
  it('shows who, what was said last and how much is unread', async () => {
    const { getByText, getByLabelText } = await row(anyTicket(1, { unreadMessages: 12, name: 'Maria' }))
    expect(getByText('Maria')).toBeTruthy()
    expect(getByText('Mensagem 1')).toBeTruthy()
    expect(getByLabelText('12 mensagens não lidas').textContent).toBe('9+')
  })

  it('says that the last words were ours', async () => {
    const { getByLabelText } = await row(anyTicket(1, { lastMessageFromMe: true }))
    expect(getByLabelText('Enviada por nós:')).toBeTruthy()
  })

  it('shows a draft, and who is writing before it', async () => {
    const { container, drafts, typing } = await row()
    act(() => drafts.set(anyTicket(1).id, { text: 'quase' }))
    expect(container.textContent).toContain('Rascunho: quase')
    act(() => typing.take(anyTicket(1).id, 'maria', 'Maria', true))
    expect(container.textContent).toContain('digitando…')
    act(() => typing.take(anyTicket(1).id, 'maria', 'Maria', false))
    expect(container.textContent).toContain('Rascunho: quase')
  })

  it('names what is not only words and has none, with a sign, and not its file', async () => {
    const shown = async (
      lastMessage: string,
      lastContent: Ticket['lastContent'],
      lastMessageAt = anyTicket(1).lastMessageAt,
    ) => {
      const { container, unmount } = await row(
        anyTicket(1, { name: 'Ana', lastMessage, lastContent, lastMessageAt, queue: null, username: null, tags: [] }),
      )
      const preview = container.querySelector('.flex-1.truncate')!
      const found = [preview.textContent, preview.querySelectorAll('svg').length]
      unmount()
      return found
    }
    expect(await shown('IMG_2031.jpg', { as: 'image', captioned: false })).toEqual(['Foto', 1])
    expect(await shown('Olha só', { as: 'image', captioned: true })).toEqual(['Olha só', 1])
    expect(await shown('', { as: 'video', captioned: true })).toEqual(['Vídeo', 1])
    expect(await shown('contrato.pdf', { as: 'document', captioned: false })).toEqual(['contrato.pdf', 1])
    expect(await shown('', { as: 'deleted', captioned: false })).toEqual(['Mensagem apagada', 1])
    expect(await shown('', null)).toEqual(['Sem texto', 0])
    expect(await shown('', null, null)).toEqual(['Nenhuma mensagem ainda', 0])
  })

  it('says how long the channel still lets it be answered, when that is not long', async () => {
    const ending = (minutes: number, change: Partial<Ticket> = {}) =>
      row(
        anyTicket(1, {
          serviceWindowEndsAt: new Date(Date.now() + minutes * 60_000 - 1_000).toISOString() as never,
          ...change,
        }),
      )
    const near = await ending(80)
    expect(near.getByRole('img', { name: 'Janela de atendimento fecha em 1 h 20 min' }).textContent).toMatch(
      /^1\sh 20\smin$/,
    )
    near.unmount()
    for (const [minutes, change] of [[300], [-5], [80, { status: 'closed' }]] as const) {
      const far = await ending(minutes, change)
      expect(far.queryByRole('img', { name: /Janela/ })).toBeNull()
      far.unmount()
    }
  })

  it('opens in place, and leaves a new tab to the browser', async () => {
    const onOpen = vi.fn<(id: string, toWrite: boolean) => void>()
    const { getByRole } = await row(anyTicket(1), onOpen)
    const link = getByRole('link')
    expect(link.getAttribute('href')).toBe(`#/atendimento/${anyTicket(1).id}`)
    fireEvent.click(link, { ctrlKey: true })
    expect(onOpen).not.toHaveBeenCalled()
    fireEvent.click(link)
    expect(onOpen).toHaveBeenLastCalledWith(anyTicket(1).id, false)
    fireEvent.click(link, { detail: 1 })
    expect(onOpen).toHaveBeenLastCalledWith(anyTicket(1).id, true)
  })
})

it('tells the time in the shortest way that is clear', () => {
  const now = new Date(2026, 10, 20, 15, 0)
  const ago = (minutes: number) => relativeTime(new Date(now.getTime() - minutes * 60_000), now, 'pt-BR', 'agora')
  expect(ago(0)).toBe('agora')
  expect(ago(12)).toMatch(/^12\s?min$/)
  expect(ago(150)).toBe('12:30')
  expect(ago(3 * 24 * 60)).toBe('ter')
  expect(ago(40 * 24 * 60)).toBe('11/10')
  // Six days back, however long they were, by the weekday; a whole week back would be today's name.
  const [afterChange, weekBefore] = [new Date(2018, 10, 5, 15), new Date(2018, 9, 29, 23, 30)]
  expect(relativeTime(weekBefore, afterChange, 'pt-BR', 'agora')).toBe('29/10')
  expect(relativeTime(new Date(2018, 9, 30, 0, 30), afterChange, 'pt-BR', 'agora')).toBe('ter')
})
