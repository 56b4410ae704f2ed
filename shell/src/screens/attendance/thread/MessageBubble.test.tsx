import { TicketProvider } from '@recado/sdk/ui'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelCapabilities, Message, Ticket } from '../../../base/contracts.ts'
import { draw, sampleChannel } from '../../../testing/draw.rig.tsx'
import { anyMessage, anyTicket, sampleId } from '../../../testing/samples.ts'
import { MessageBubble } from './MessageBubble.tsx'
import type { ThreadActions } from './thread-actions.ts'

afterEach(cleanup)

const able: ChannelCapabilities = {
  ...sampleChannel().capabilities,
  reply: 'full',
  edit: { level: 'full' },
  deleteForAll: { level: 'full' },
  reaction: { level: 'full' },
}
const own = (change: Partial<Message> = {}) =>
  anyMessage(1, 1, {
    fromMe: true,
    userId: sampleId(1),
    status: 'sent',
    timestamp: new Date().toISOString(),
    ...change,
  })
async function bubble(
  message: Message,
  options: {
    capabilities?: ChannelCapabilities | undefined
    selected?: boolean | null
    permissions?: string[]
    status?: Ticket['status']
    quoted?: Message
  } = {},
) {
  const done: string[] = []
  const tell =
    (what: string) =>
    (...rest: unknown[]) => {
      done.push([what, ...rest.filter((one) => typeof one === 'string' || one === null)].join(' '))
    }
  const actions: ThreadActions = {
    onReply: tell('reply'),
    onEdit: tell('edit'),
    onDelete: tell('delete'),
    onStopPoll: tell('stopPoll'),
    onForward: tell('forward'),
    onReact: tell('react'),
    onSelect: tell('select'),
    onJump: tell('jump'),
    onView: tell('view'),
    onSendAgain: tell('again'),
  }
  const drawn = await draw(
    <TicketProvider ticket={anyTicket(1, { status: options.status ?? 'open' })}>
      <MessageBubble
        inGroup={false}
        message={message}
        quoted={options.quoted}
        starts
        ends
        highlighted={false}
        selected={options.selected ?? null}
        capabilities={'capabilities' in options ? options.capabilities : able}
        actions={actions}
      />
    </TicketProvider>,
    { permissions: options.permissions ?? ['messages.write'] },
  )
  const menu = async () => {
    fireEvent.keyDown(drawn.getByRole('button', { name: 'Mais ações' }), { key: 'Enter' })
    await waitFor(() => drawn.getByRole('menu'))
    return drawn.getAllByRole('menuitem').map((item) => item.textContent)
  }
  return { ...drawn, done, menu }
}

describe('what a message offers', () => {
  it('everything to its author on a channel that can', async () => {
    expect(await (await bubble(own())).menu()).toEqual([
      'Responder',
      'Copiar',
      'Encaminhar',
      'Selecionar',
      'Editar',
      'Apagar para todos',
    ])
  })
  it('only what the channel, the time and the author allow', async () => {
    expect(await (await bubble(own(), { capabilities: sampleChannel().capabilities })).menu()).toEqual([
      'Copiar',
      'Encaminhar',
      'Selecionar',
    ])
    cleanup()
    expect(await (await bubble(own({ timestamp: new Date(Date.now() - 6 * 60_000).toISOString() }))).menu()).toEqual([
      'Responder',
      'Copiar',
      'Encaminhar',
      'Selecionar',
      'Editar',
    ])
    cleanup()
    expect(await (await bubble(own({ userId: sampleId(2) }))).menu()).toEqual([
      'Responder',
      'Copiar',
      'Encaminhar',
      'Selecionar',
    ])
    cleanup()
    expect(await (await bubble(own(), { permissions: [] })).menu()).toEqual(['Copiar'])
  })
  it('a reply with one press, where the channel can quote', async () => {
    const { getByRole, done } = await bubble(own())
    fireEvent.click(getByRole('button', { name: 'Responder' }))
    expect(done).toEqual(['reply'])
    cleanup()
    expect(
      (await bubble(own(), { capabilities: sampleChannel().capabilities })).queryByRole('button', {
        name: 'Responder',
      }),
    ).toBeNull()
  })
  it('nothing to change while a change is under way', async () => {
    const { menu, queryByRole, getByRole } = await bubble(
      own({ act: { id: sampleId(5), kind: 'delete', state: 'pending', failure: null } }),
    )
    expect(getByRole('status').textContent).toBe('Apagando…')
    expect(queryByRole('button', { name: 'Reagir' })).toBeNull()
    expect(await menu()).toEqual(['Responder', 'Copiar', 'Encaminhar', 'Selecionar'])
  })
})

describe('reactions', () => {
  it('stand below the message; ours can be taken back', async () => {
    const { getByRole, getByText, done } = await bubble(own({ reaction: { visitor: '🙏', '@us': '👍' } }))
    expect(getByText('🙏').closest('button')).toBeNull()
    fireEvent.click(getByRole('button', { name: 'Retirar 👍' }))
    expect(done).toEqual(['react '])
  })
})

it('a failed act says why, and the message stays', async () => {
  const { getByRole, getByText } = await bubble(
    own({ act: { id: sampleId(5), kind: 'edit', state: 'failed', failure: { code: '400', message: 'too late' } } }),
  )
  expect(getByRole('alert').textContent).toBe('Não foi editada: too late')
  expect(getByText('Texto 1')).toBeTruthy()
})

describe('what a provider says beside the content', () => {
  it('that a message was passed on, once or many times', async () => {
    expect((await bubble(own({ forwarded: 'once' }))).getByText('Encaminhada')).toBeTruthy()
    cleanup()
    expect((await bubble(own({ forwarded: 'often' }))).getByText('Encaminhada com frequência')).toBeTruthy()
    cleanup()
    expect((await bubble(own())).queryByText(/Encaminhada/)).toBeNull()
  })

  it('the words that were chosen of the answered message, which they lead to', async () => {
    const quoted = anyMessage(2, 1, { body: 'Temos o azul, o verde e o preto' })
    const shown = await bubble(own({ quotedMsgId: quoted.id, quote: 'o verde' }), { quoted })
    fireEvent.click(shown.getByRole('button', { name: 'Em resposta a: o verde' }))
    expect(shown.done).toEqual([`jump ${quoted.id}`])
    expect(shown.queryByText(/o azul/)).toBeNull()
  })

  it('those of a message that is not known here, which lead nowhere', async () => {
    const shown = await bubble(own({ quote: 'do outro grupo' }))
    expect(shown.getByRole('blockquote').textContent).toBe('Em resposta a: do outro grupo')
    expect(shown.queryByRole('button', { name: /do outro grupo/ })).toBeNull()
  })

  it('nothing of an answered message that was deleted, and nothing where the message itself was', async () => {
    const quoted = anyMessage(2, 1, { isDeleted: true, body: '' })
    const shown = await bubble(own({ quotedMsgId: quoted.id, quote: 'segredo' }), { quoted })
    expect(shown.queryByText(/segredo/)).toBeNull()
    cleanup()
    const gone = await bubble(own({ isDeleted: true, quote: 'segredo', forwarded: 'once', body: '' }))
    expect(gone.queryByText(/segredo|Encaminhada/)).toBeNull()
  })
})

it('a deleted message shows nothing of what it said', async () => {
  const { queryByText, getByText } = await bubble(
    own({
      isDeleted: true,
      reaction: { visitor: '🙏' },
      act: { id: sampleId(5), kind: 'delete', state: 'pending', failure: null },
    }),
  )
  expect(getByText('Mensagem apagada')).toBeTruthy()
  for (const gone of ['Texto 1', '🙏', 'Apagando…']) expect(queryByText(gone)).toBeNull()
})

it('while messages are chosen, each has a box and no menu', async () => {
  const { getByRole, queryByRole, done } = await bubble(own(), { selected: false })
  expect(queryByRole('button', { name: 'Mais ações' })).toBeNull()
  fireEvent.click(getByRole('checkbox', { name: /^Selecionar a mensagem de / }))
  expect(done).toEqual(['select'])
})

describe('what did not arrive', () => {
  const failed = own({ status: 'failed', failure: { code: '500', message: 'away' } })
  it('can be sent again, and however fast the hand, once', async () => {
    const { getByRole, done } = await bubble(failed)
    fireEvent.doubleClick(getByRole('button', { name: 'Enviar de novo' }))
    fireEvent.click(getByRole('button', { name: 'Enviar de novo' }))
    fireEvent.click(getByRole('button', { name: 'Enviar de novo' }))
    expect(done).toEqual(['again'])
  })
  it.each([
    ['by who may not write', { permissions: [] }],
    ['by who only reads along', { capabilities: undefined }],
    ['in a conversation that has ended', { status: 'closed' as const }],
  ])('is not offered again %s', async (_who, options) => {
    const { queryByRole } = await bubble(failed, options)
    expect(queryByRole('button', { name: 'Enviar de novo' })).toBeNull()
  })
})
