import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { draw } from '../../../../testing/draw.rig.tsx'
import { PollDialog, type Poll } from './PollDialog.tsx'

afterEach(cleanup)

async function drawn(onSend = vi.fn<(poll: Poll) => void>()) {
  const { getByLabelText, getByText } = await draw(<PollDialog onSend={onSend} onClose={() => undefined} />)
  return {
    onSend,
    getByLabelText,
    getByText,
    write: (label: string, value: string) => fireEvent.change(getByLabelText(label), { target: { value } }),
    send: () => fireEvent.click(getByText('Enviar enquete')),
  }
}

test('a poll is sent with its options; a further line comes when the last one is used', async () => {
  const { onSend, write, send, getByLabelText } = await drawn()
  write('Pergunta', ' Quando? ')
  write('Opção 1', 'Manhã')
  write('Opção 2', 'Tarde')
  write('Opção 3', 'Noite')
  fireEvent.click(getByLabelText('Permitir mais de uma opção'))
  send()
  expect(onSend.mock.calls).toEqual([
    [{ kind: 'poll', question: 'Quando?', options: ['Manhã', 'Tarde', 'Noite'], several: true }],
  ])
})

test('a poll without two different options is not sent, and it is said why', async () => {
  const { onSend, write, send, getByText } = await drawn()
  write('Pergunta', 'Quando?')
  write('Opção 1', 'Manhã')
  send()
  expect(getByText('Escreva a pergunta e pelo menos duas opções.')).toBeTruthy()
  write('Opção 2', 'Manhã')
  send()
  expect(getByText('Há duas opções iguais.')).toBeTruthy()
  expect(onSend).not.toHaveBeenCalled()
})
