import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyContact, sampleId } from '../../../testing/samples.ts'
import { TagsInPanel } from './PanelSections.tsx'

afterEach(cleanup)

const tag = (place: number, name: string) => ({
  id: sampleId(place) as never,
  tag: name,
  color: '#0f766e',
  isActive: true,
})
const [vip, late, lost] = [tag(1, 'VIP'), tag(2, 'Atrasado'), tag(3, 'Perdido')]

it('S2-053 tells what was chosen beside a conversation and not all that was shown, one change after the other', async () => {
  const contact = anyContact(1, { tags: [vip, lost] })
  const asked: { body: unknown; answer: (response: Response) => void }[] = []
  const fetch = (_path: string, init: RequestInit) =>
    new Promise<Response>((answer) => {
      asked.push({ body: JSON.parse(String(init.body)), answer })
    })
  const { getByRole, findByRole } = await draw(<TagsInPanel contact={contact} />, {
    fetch,
    permissions: ['contacts.write'],
    queries: [[keys.tags, [vip, late, lost]]],
  })
  fireEvent.click(getByRole('button', { name: 'Etiqueta' }))
  fireEvent.click(await findByRole('button', { name: /Atrasado/ }))
  fireEvent.click(getByRole('button', { name: /VIP/, pressed: true }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]!.body).toEqual({ retag: { add: [late.id], remove: [] } })
  expect(getByRole('button', { name: /Atrasado/, pressed: true }), 'shown before it is answered').toBeTruthy()
  await act(async () => asked[0]!.answer(Response.json({ ...contact, tags: [vip, lost, late], notes: [] })))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]!.body).toEqual({ retag: { add: [], remove: [vip.id] } })
})
