import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import type { Ticket } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket, sampleId } from '../../../testing/samples.ts'
import { TicketTagsInPanel } from './PanelSections.tsx'

afterEach(cleanup)

it('S1-017 a tag is taken away by itself, so that what a colleague tags in the same moment stays', async () => {
  const [vip, late] = ['VIP', 'Atrasado'].map((tag, n) => ({
    id: sampleId(40 + n) as Ticket['tags'][number]['id'],
    tag,
    color: '#0f766e',
  }))
  const ticket = anyTicket(1, { tags: [vip!, late!] })
  const sent: unknown[] = []
  const { getByRole } = await draw(<TicketTagsInPanel ticket={ticket} />, {
    permissions: ['tickets.write'],
    queries: [[keys.tags, []]],
    fetch: (_path, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return Promise.resolve(Response.json({ ...ticket, tags: [late] }))
    },
  })
  await act(async () => {
    fireEvent.click(getByRole('button', { name: /VIP/ }))
  })
  expect(sent).toEqual([{ retag: { add: [], remove: [vip!.id] } }])
})
