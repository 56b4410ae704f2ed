import type { PollPart } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import { PollDialog } from './poll-dialog.tsx'

afterEach(cleanup)

const drawn = (onSend = vi.fn<(poll: PollPart) => void>()) => {
  renderPanel(<PollDialog onSend={onSend} onClose={() => undefined} />, {
    plugin: { id: 'whatsapp', version: '0.1.0', title: 'WhatsApp' },
    words,
    errors: {},
    fetch: async () => Response.json({}),
  })
  const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return { onSend, write, send: () => fireEvent.click(screen.getByText('Send poll')) }
}

test('a poll is sent with its options; a further line comes when the last one is used', () => {
  const { onSend, write, send } = drawn()
  write('Question', ' When? ')
  write('Option 1', 'Morning')
  write('Option 2', 'Evening')
  write('Option 3', 'Night')
  fireEvent.click(screen.getByLabelText('Allow more than one option'))
  send()
  expect(onSend.mock.calls).toEqual([
    [{ kind: 'poll', question: 'When?', options: ['Morning', 'Evening', 'Night'], several: true }],
  ])
})

test('a poll without two different options is not sent, and it is said why', () => {
  const { onSend, write, send } = drawn()
  write('Question', 'When?')
  write('Option 1', 'Morning')
  send()
  expect(screen.getByText('Write the question and at least two options.')).toBeTruthy()
  write('Option 2', 'Morning')
  send()
  expect(screen.getByText('Two options are the same.')).toBeTruthy()
  expect(onSend).not.toHaveBeenCalled()
})
