import { cleanup } from '@testing-library/react'
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
