import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Part } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyMessage } from '../../../testing/samples.ts'
import { MessageParts } from './MessageParts.tsx'

afterEach(cleanup)
const file = (state: 'fetching' | 'unavailable'): Part => ({
  kind: 'pendingMedia',
  as: 'document',
  name: 'conta.pdf',
  caption: 'a de maio',
  state,
})
const parts = (part: Part, calls: string[] = []) =>
  draw(<MessageParts message={anyMessage(1, 1, { parts: [part] })} onView={() => undefined} />, {
    fetch: async (input, init) => {
      calls.push(`${init?.method} ${String(input)}`)
      return Response.json({})
    },
  })

describe('several parts', () => {
  it('stand below each other, as the subject above a mail', async () => {
    const subject: Part = { kind: 'text', text: '**Segunda via**', format: 'markdown' }
    const text: Part = { kind: 'text', text: 'Boa tarde,', format: 'plain' }
    const { container } = await draw(
      <MessageParts message={anyMessage(1, 1, { parts: [subject, text] })} onView={() => undefined} />,
    )
    const column = container.querySelector('.flex-col')
    expect([...column!.children].map(({ textContent }) => textContent)).toEqual(['Segunda via', 'Boa tarde,'])
  })
})

describe('a poll', () => {
  const part: Part = { kind: 'poll', question: 'Qual horário?', options: ['Manhã', 'Tarde'], several: false }
  const shown = async (votes?: { counts: number[]; voters: number; stopped?: boolean }) => {
    const message = anyMessage(1, 1, { parts: [part], ...(votes && { votes }) })
    const drawn = await draw(<MessageParts message={message} onView={() => undefined} />)
    const list = await drawn.findByRole('list', { name: 'Opções e votos' })
    return { ...drawn, rows: [...list.children].map(({ textContent }) => textContent) }
  }

  it('shows the votes of each option in words, with its share for who hears it', async () => {
    const { rows, getByText } = await shown({ counts: [2, 1], voters: 3 })
    expect(rows).toEqual(['Manhã2 votos (67%)', 'Tarde1 voto (33%)'])
    expect(getByText('3 pessoas votaram')).toBeTruthy()
  })

  it('says that nobody has voted yet', async () => {
    const { rows, getByText } = await shown()
    expect(rows).toEqual(['ManhãSem votos', 'TardeSem votos'])
    expect(getByText('Ninguém votou ainda')).toBeTruthy()
  })

  it('that was stopped says so beside its votes, with and without any', async () => {
    const some = await shown({ counts: [0, 1], voters: 1, stopped: true })
    expect(some.getByText('Encerrada').parentElement!.textContent).toBe('1 pessoa votou · Encerrada')
    some.unmount()
    const none = await shown({ counts: [0, 0], voters: 0, stopped: true })
    expect(none.getByText('Encerrada').parentElement!.textContent).toBe('Ninguém votou · Encerrada')
  })

  it('that is not here is named as such where somebody voted in it', async () => {
    const vote: Part = { kind: 'unsupported', note: 'a vote', about: 'vote' }
    const { findByText } = await parts(vote)
    expect(await findByText(/Votou em uma enquete que não está aqui/)).toBeTruthy()
  })
})

describe('an answer to a request to call', () => {
  it.each([
    ['allowed', undefined, 'Permitiu ligações'],
    ['temporary', undefined, 'Permitiu ligações por enquanto'],
    ['temporary', '2035-03-04T15:00:00.000Z', /^Permitiu ligações até 0[45]\/03/],
    ['refused', undefined, 'Não permitiu ligações'],
  ] as const)('%s until %s is said in words', async (calls, until, words) => {
    const part: Part = { kind: 'interactiveReply', id: 'x', label: 'as sent', calls, ...(until && { until }) }
    const { getByText, queryByText } = await parts(part)
    expect(getByText(words)).toBeTruthy()
    expect(queryByText(/as sent/)).toBeNull()
  })
})

describe('a file that cannot be shown', () => {
  it('S8-129 S8-130 says that it is not available, and hints to open it in a new tab', async () => {
    const media = { id: anyMessage(7, 1).id as string, url: '/media/x', mime: 'image/png', name: 'foto.png', bytes: 3 }
    const part = { kind: 'media', as: 'image', media: media.id, mime: 'image/png', name: 'foto.png' } as unknown as Part
    const { getByRole, getByText } = await draw(
      <MessageParts message={anyMessage(1, 1, { parts: [part], media: [media] })} onView={() => undefined} />,
    )
    fireEvent.error(getByRole('img', { name: 'foto.png' }))
    expect(getByText('Mídia não disponível. Tente abrir em uma nova aba.')).toBeTruthy()
    expect(getByRole('link', { name: 'Abrir em nova aba' }).getAttribute('href')).toBe('/media/x')
  })
})

describe('a file whose path is renewed', () => {
  const media = (as: 'image' | 'voice', mime: string) => {
    const id = anyMessage(7, 1).id as string
    const part = { kind: 'media', as, media: id, mime, name: 'arquivo' } as unknown as Part
    function Renewed() {
      const [at, setAt] = useState(1)
      return (
        <>
          <button onClick={() => setAt(at + 1)}>renovar</button>
          <MessageParts
            message={anyMessage(1, 1, {
              parts: [part],
              media: [{ id, url: `/media/x?e=${at}`, mime, name: 'arquivo', bytes: 3 }],
            })}
            onView={() => undefined}
          />
        </>
      )
    }
    return draw(<Renewed />)
  }

  it('comes with the new one when the old one did not do', async () => {
    const { getByRole, getByText, queryByText } = await media('image', 'image/png')
    fireEvent.error(getByRole('img', { name: 'arquivo' }))
    expect(queryByText(/Mídia não disponível/)).toBeTruthy()
    fireEvent.click(getByText('renovar'))
    expect(getByRole('img', { name: 'arquivo' }).getAttribute('src')).toBe('/media/x?e=2')
  })

  it('is not taken away from who hears it', async () => {
    const { container, getByText } = await media('voice', 'audio/ogg')
    const player = container.querySelector('audio')!
    const plays = (paused: boolean) => Object.defineProperty(player, 'paused', { value: paused, configurable: true })
    plays(false)
    fireEvent.click(getByText('renovar'))
    expect(player.getAttribute('src')).toBe('/media/x?e=1')
    plays(true)
    fireEvent.click(getByText('renovar'))
    expect(player.getAttribute('src')).toBe('/media/x?e=3')
  })
})

describe('a file that is still with the provider', () => {
  it('is shown with its name and caption while it is on its way, with nothing to do', async () => {
    const { getByText, queryByRole } = await parts(file('fetching'))
    expect(getByText('conta.pdf')).toBeTruthy()
    expect(getByText('a de maio')).toBeTruthy()
    expect(getByText('Buscando o arquivo…')).toBeTruthy()
    expect(queryByRole('button')).toBeNull()
  })

  it('can be asked for again when it could not be had', async () => {
    const calls: string[] = []
    const { getByText, getByRole } = await parts(file('unavailable'), calls)
    expect(getByText('Não foi possível buscar o arquivo')).toBeTruthy()
    fireEvent.click(getByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() =>
      expect(calls).toEqual([
        expect.stringMatching(new RegExp(`^POST .*/messages/${anyMessage(1, 1).id}/media/retry$`)),
      ]),
    )
  })
})
