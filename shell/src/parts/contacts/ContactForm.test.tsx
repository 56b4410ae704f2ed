import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../../testing/draw.rig.tsx'
import { anyContact } from '../../testing/samples.ts'
import { EditContact } from './ContactForm.tsx'

afterEach(cleanup)

const contact = { ...anyContact(1, { name: 'Maria Souza' }), notes: [] }
const fetch = (path: string) => Promise.resolve(Response.json(path.startsWith('/contacts/') ? contact : []))

const fieldsOf = ({ getByLabelText }: Awaited<ReturnType<typeof draw>>) =>
  getByLabelText(/^Nome/, { selector: '[maxlength="200"]' }).closest('fieldset')!.disabled

it('S2-099 offers changes to whoever may change a contact, and reads to everybody else', async () => {
  const writing = await draw(<EditContact contactId={contact.id} onClose={() => undefined} />, {
    fetch,
    permissions: ['contacts.read', 'contacts.write'],
  })
  expect(await writing.findByRole('button', { name: 'Salvar' })).toBeTruthy()
  expect(fieldsOf(writing)).toBe(false)
  cleanup()
  const reading = await draw(<EditContact contactId={contact.id} onClose={() => undefined} />, {
    fetch,
    permissions: ['contacts.read'],
  })
  expect(await reading.findByRole('dialog', { name: 'Maria Souza' })).toBeTruthy()
  expect(fieldsOf(reading)).toBe(true)
  expect(reading.queryByRole('button', { name: 'Salvar' })).toBeNull()
  expect(reading.getAllByRole('button', { name: 'Fechar' }).length).toBeGreaterThan(0)
})

it('writes the number as people do until somebody types in it, and sends it as it is, or as it was typed', async () => {
  const sent: unknown[] = []
  const person = { ...contact, number: '+5511981234567' }
  const form = async () => {
    const drawn = await draw(<EditContact contactId={person.id} onClose={() => undefined} />, {
      fetch: (path, init) => {
        if (init?.method !== 'PUT') return Promise.resolve(Response.json(path.startsWith('/contacts/') ? person : []))
        sent.push(JSON.parse(init.body as string))
        return Promise.resolve(Response.json(person))
      },
      permissions: ['contacts.read', 'contacts.write'],
    })
    const number = (await drawn.findByLabelText(/^Telefone/)) as HTMLInputElement
    await waitFor(() => expect(number.value).toBe('+55 (11) 98123-4567'))
    return { ...drawn, number }
  }
  const first = await form()
  fireEvent.change(first.getByLabelText(/^Nome/, { selector: '[maxlength="200"]' }), { target: { value: 'Maria' } })
  fireEvent.click(first.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(sent).toEqual([{ name: 'Maria' }]))
  cleanup()
  const { number, getByRole } = await form()
  fireEvent.change(number, { target: { value: '+5511981234568' } })
  expect(number.value).toBe('+5511981234568')
  fireEvent.blur(number)
  expect(number.value).toBe('+55 (11) 98123-4568')
  fireEvent.click(getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ number: '+5511981234568' }))
})
