import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { PromptDraft } from '../../prompts/prompt.ts'
import { PromptTrial } from './prompt-trial.tsx'

afterEach(cleanup)

test('a trial shows the tokens of each answer, and what it cost where that is known', async () => {
  const costs = [null, { amount: 0.00034, currency: 'USD', unpriced: 0 }]
  renderPanel(<PromptTrial draft={{} as PromptDraft} promptId={undefined} isIncomplete={false} />, {
    plugin: { id: 'ai', version: '0.1.0', title: 'Artificial intelligence' },
    words,
    errors: {},
    fetch: async () =>
      Response.json({
        text: 'Yes.',
        handOver: 'anger: absurd',
        calls: [{ name: 'cancel_order', arguments: { order: '4321' } }],
        sources: ['Bread › Kinds'],
        model: 'gpt-6-luna',
        tokens: { input: 30, output: 12 },
        cost: costs.shift(),
      }),
  })
  const say = (value: string) => {
    fireEvent.change(screen.getByLabelText('Message of the customer'), { target: { value } })
    fireEvent.click(screen.getByText('Send'))
  }
  say('Bread?')
  expect(await screen.findByText('42 tokens')).toBeTruthy()
  expect(screen.getByText('Would hand over to a person: the customer is angry: absurd')).toBeTruthy()
  expect(screen.getByText(/cancel_order/).textContent).toContain('order: 4321')
  expect(screen.getByText('Rests on: Bread › Kinds')).toBeTruthy()
  say('And cake?')
  expect(await screen.findByText('42 tokens · $0.00034')).toBeTruthy()
})
