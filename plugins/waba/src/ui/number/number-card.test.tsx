import type { Connection } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import NumberCard from './number-card.tsx'

afterEach(cleanup)
const connection = { id: '01a2003a-9b6b-764d-a03e-5e94c4992f9f', type: 'waba', isActive: true } as Connection
const facts = {
  phone: '+551140000000',
  name: 'Loja',
  quality: 'YELLOW',
  limit: 'TIER_1K',
  status: 'CONNECTED',
  throughput: 'STANDARD',
  canSend: null,
  trouble: null,
  history: null,
}
const draw = (answers: readonly (() => Response)[], shown = connection) => {
  let call = 0
  return renderPanel(<NumberCard connection={shown} />, {
    plugin: { id: 'waba', version: '0.1.0', title: 'WhatsApp' },
    words,
    fetch: async () => answers[Math.min(call++, answers.length - 1)]!(),
  })
}

test('shows what WhatsApp says of the number, in words', async () => {
  draw([() => Response.json(facts)])
  expect(await screen.findByText('+551140000000')).toBeTruthy()
  for (const text of ['Loja', 'Medium', '1,000', 'Connected', 'Up to 80 per second'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Sending')).toBeNull()
})

test('a value that is newer than the plugin is shown as it is', async () => {
  draw([() => Response.json({ ...facts, limit: 'TIER_5M' })])
  expect(await screen.findByText('TIER_5M')).toBeTruthy()
})

test('says why nothing can be told, and asks again', async () => {
  draw([
    () => Response.json({ ...facts, trouble: { code: '190', message: 'Session has expired' } }),
    () => Response.json(facts),
  ])
  expect((await screen.findByRole('alert')).textContent).toContain('Session has expired')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Loja')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says how far the import of the past is, and what can be done where it was declined', async () => {
  draw([() => Response.json({ ...facts, history: { state: 'running', progress: 55, reason: null } })])
  expect(await screen.findByText(/55%/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  draw([() => Response.json({ ...facts, history: { state: 'declined', progress: null, reason: 'turned off' } })])
  expect((await screen.findByRole('alert')).textContent).toContain('agree to share')
  expect(screen.getByText('Loja')).toBeTruthy()
  cleanup()
  draw([() => Response.json({ ...facts, history: { state: 'done', progress: 100, reason: null } })])
  await screen.findByText('Loja')
  expect(screen.queryByText(/100/)).toBeNull()
})

test('a channel that is switched off asks nothing', () => {
  draw([], { ...connection, isActive: false })
  expect(screen.queryByRole('region')).toBeNull()
})
