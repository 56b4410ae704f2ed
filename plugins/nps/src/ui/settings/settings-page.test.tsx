import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import kit from '@recado/sdk/ui/locales/en.json' with { type: 'json' }
import words from '../../../locales/en.json' with { type: 'json' }
import type { Survey } from '../../surveys/survey.ts'
import SettingsPage from './settings-page.tsx'

const survey: Survey = {
  id: '018f0000-0000-7000-8000-000000000001',
  name: 'After sales',
  kind: 'csat',
  enabled: false,
  scale: 10,
  timeoutMinutes: 30,
  requestMessage: 'How was it?',
  thanksMessage: 'Thanks',
  invalidMessage: 'A number, please',
  timeoutMessage: 'Over',
  commentMessage: null,
  queueIds: [],
  connectionIds: [],
  restDays: 7,
  withoutPerson: false,
  asked: 3,
}

const sent: { method: string; path: string; body: Record<string, unknown> }[] = []
function open(surveys: readonly Survey[], { permissions = ['nps.manage'], answer = () => Response.json(survey) } = {}) {
  renderPage(SettingsPage, {
    plugin: { id: 'nps', version: '0.1.0', title: 'Surveys' },
    words,
    permissions,
    fetch: async (path, { method = 'GET', body }) => {
      if (method === 'GET') return Response.json(path.endsWith('/surveys') ? surveys : [])
      sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : {} })
      return answer()
    },
  })
}
afterEach(() => {
  cleanup()
  sent.length = 0
})

test('a first survey has its messages written, and what is missing is said at its field', async () => {
  open([])
  fireEvent.click(await screen.findByRole('button', { name: words.kind.csat.start }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText(/^Highest grade/)).toBeNull()
  const request = within(dialog).getByLabelText<HTMLTextAreaElement>(/^Request message/)
  expect(request.value).toBe(words.kind.csat.requestMessage)
  fireEvent.change(within(dialog).getByLabelText(/^What it asks/), { target: { value: 'nps' } })
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/^Request message/).value).toBe(
    words.kind.nps.requestMessage,
  )
  fireEvent.change(within(dialog).getByLabelText(/^Highest grade/), { target: { value: '11' } })
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await within(dialog).findByText('The maximum is 10')
  expect(sent).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/^Highest grade/), { target: { value: '5' } })
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([
    { method: 'POST', path: '/p/nps/surveys', body: { kind: 'nps', scale: 5, enabled: true } },
  ])
})

test('a refused name stands at its field, and leaving asks first', async () => {
  open([survey], { answer: () => Response.json({ error: 'ERR_SURVEY_EXISTS' }, { status: 409 }) })
  await screen.findByText(/Sent 3×/)
  fireEvent.click(screen.getByRole('button', { name: 'Edit After sales' }))
  const dialog = await screen.findByRole('dialog')
  const name = () => within(dialog).getByLabelText<HTMLInputElement>(/^Name/)
  fireEvent.change(name(), { target: { value: 'Other' } })
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'))
  expect([name().value, sent[0]?.method, sent[0]?.body['restDays']]).toEqual(['Other', 'PUT', 7])
  fireEvent.click(within(dialog).getByRole('button', { name: kit.cancel }))
  fireEvent.click(await screen.findByRole('button', { name: kit.discard.confirm }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a survey is deleted after a question', async () => {
  open([survey], { answer: () => Response.json({ message: 'x' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete After sales' }))
  expect(sent).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: words.delete.confirm }))
  await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: `/p/nps/surveys/${survey.id}` }]))
})

test('who may not manage them is told so', async () => {
  open([survey], { permissions: [] })
  await screen.findByText('You do not have access to this screen')
  expect(screen.queryByText(words.settings.title)).toBeNull()
})
