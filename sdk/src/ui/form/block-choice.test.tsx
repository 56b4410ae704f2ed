import type { AutomationBlock, BlockCall } from '@recado/contracts'
import { renderPanel } from '@recado/sdk/testing/ui'
import { BlockChoice } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

const plugin = { id: 'rules', version: '1.0.0', title: 'Rules' }
const words = {
  actions: { resolve: { title: 'Resolve' }, reply: { title: 'Reply', fields: { text: { label: 'Text' } } } },
}
const block = (name: string, fields: AutomationBlock['fields'] = []): AutomationBlock => ({
  plugin: 'rules',
  pluginTitle: { en: 'Rules' },
  name,
  namespace: 'plugin.rules',
  words: `actions.${name}`,
  icon: null,
  fields,
  about: 'ticket',
  ends: false,
})
const offered = [block('resolve'), block('reply', [{ name: 'text', type: 'text', required: true }])]
const chosen: BlockCall[] = []

function Choice({ first }: { first: BlockCall | null }) {
  const [call, setCall] = useState(first)
  return (
    <BlockChoice
      call={call}
      offered={offered}
      chooseLabel="Choose an action"
      goneLabel={(name) => `${name} is gone`}
      onChange={(next) => {
        chosen.push(next)
        setCall(next)
      }}
    />
  )
}

afterEach(() => {
  cleanup()
  chosen.length = 0
})

test('a block is chosen by its title, and filled in by its own form', async () => {
  renderPanel(<Choice first={null} />, { plugin, words })
  fireEvent.click(screen.getByRole('button', { name: 'Choose an action' }))
  fireEvent.click(await screen.findByRole('option', { name: /Reply/ }))
  expect(chosen.at(-1)).toMatchObject({ plugin: 'rules', name: 'reply' })
  fireEvent.change(await screen.findByLabelText(/Text/), { target: { value: 'Olá' } })
  expect(chosen.at(-1)).toMatchObject({ name: 'reply', input: { text: 'Olá' } })
  expect(screen.getByRole('button', { name: 'Reply' })).toBeTruthy()
})

test('one that is not offered any more is named', () => {
  renderPanel(<Choice first={{ plugin: 'old', name: 'sing', input: {} }} />, { plugin, words })
  expect(screen.getByRole('button', { name: 'sing is gone' })).toBeTruthy()
})
