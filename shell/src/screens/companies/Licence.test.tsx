import { fireEvent, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { words } from '../../base/i18n/locales/pt-BR/administration.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { Licence } from './Licence.tsx'

it('S7-032 on a failure of GET /license-detail/ the licence is not known: an error with a way to try again, and nothing of a licence', async () => {
  const asked: string[] = []
  const { getByRole, queryByRole, container } = await draw(<Licence />, {
    fetch: async (path) => {
      asked.push(path)
      return new Response(JSON.stringify({ error: 'ERR_NO_PERMISSION' }), { status: 403 })
    },
    permissions: ['licence.manage'],
  })
  await waitFor(() => expect(queryByRole('alert')).not.toBeNull())
  for (const state of Object.values(words.companies.licence.state)) expect(container.textContent).not.toContain(state)
  expect(queryByRole('textbox')).toBeNull()
  fireEvent.click(getByRole('button'))
  await waitFor(() => expect(asked.filter((path) => path.includes('license-detail')).length).toBeGreaterThan(1))
})
