import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { AnswerPage, Report } from '../../report/report.ts'
import ScoreCard from '../home/score-card.tsx'
import ReportPage from './report-page.tsx'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const survey = { id: id(1), name: 'Recommendation', kind: 'nps' } as const
const report: Report = {
  surveys: [survey],
  survey,
  asked: 4,
  outcomes: { waiting: 0, answered: 3, invalid: 0, timedOut: 1, undelivered: 0 },
  score: 33,
  classes: { good: 2, middle: 0, bad: 1 },
  comments: 1,
  distribution: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((grade) => ({ grade, count: grade === 3 ? 1 : 0 })),
  trend: [{ from: '2026-11-27', to: '2026-11-27', score: 33, answers: 3 }],
  queues: [{ id: null, name: null, score: -100, answers: 1 }],
  users: [{ id: id(3), name: 'Ana', score: 100, answers: 2 }],
  connections: [],
}
const nothing: Report = { ...report, surveys: [], survey: null, asked: 0, score: null }
const answers: AnswerPage = {
  answers: [
    {
      id: id(4),
      askedAt: '2026-11-27T12:00:00.000Z',
      outcome: 'answered',
      grade: 3,
      highest: 10,
      comment: 'Slow',
      ticketId: id(5),
      protocol: '7',
      contact: 'Maria',
      queue: null,
      user: 'Ana',
      connection: 'Site',
    },
  ],
  nextCursor: null,
}

const asked: URL[] = []
function open(page: Report | Response, { permissions = ['nps.read'], panel = ReportPage as () => ReactElement } = {}) {
  renderPage(panel, {
    plugin: { id: 'nps', version: '0.1.0', title: 'Surveys' },
    words,
    permissions,
    fetch: async (path) => {
      const url = new URL(path, 'http://recado.test')
      asked.push(url)
      if (url.pathname.endsWith('/answers')) return Response.json(answers)
      return page instanceof Response ? page.clone() : Response.json(page)
    },
  })
}
afterEach(() => {
  cleanup()
  asked.length = 0
})
const lastAnswers = () => asked.findLast(({ pathname }) => pathname.endsWith('/answers'))!.searchParams

test('a number opens its conversations, and all of them come back', async () => {
  open(report)
  await screen.findByText('Slow')
  fireEvent.click(screen.getByRole('button', { name: 'Detractors: 1, open conversations' }))
  await screen.findByRole('heading', { name: 'Conversations: Detractors' })
  await waitFor(() => expect(lastAnswers().get('class')).toBe('bad'))
  expect(document.activeElement?.textContent).toBe('Conversations: Detractors')
  fireEvent.click(screen.getByRole('button', { name: words.answers.all }))
  await waitFor(() => expect(lastAnswers().has('class')).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: /^No queue/ }))
  await waitFor(() => expect(lastAnswers().get('queueId')).toBe('none'))
  expect(screen.getByText(words.report.noAnswers)).toBeTruthy()
})

test('without surveys it says where they are made, to who may make them', async () => {
  open(nothing, { permissions: ['nps.read', 'nps.manage'] })
  await screen.findByText(words.report.none)
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.getByRole('link', { name: words.report.toSettings })).toBeTruthy()
  cleanup()
  open(nothing)
  await screen.findByText(words.report.none)
  expect(screen.queryByRole('link', { name: words.report.toSettings })).toBeNull()
})

test('days in the wrong order are said at their field and asked of nobody', async () => {
  open(report)
  await screen.findByText('Slow')
  const before = asked.length
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '01/01/2020' } })
  await screen.findByText(words.report.badDays)
  expect(asked).toHaveLength(before)
})

test('a failure can be tried again, and who may not read it is told so', async () => {
  open(Response.json({ error: 'ERR_PLUGIN_FAILED' }, { status: 500 }))
  expect(within(await screen.findByRole('alert')).getByRole('button')).toBeTruthy()
  cleanup()
  asked.length = 0
  open(report, { permissions: [] })
  await screen.findByText('You do not have access to this screen')
  expect(asked).toEqual([])
  expect(screen.queryByText(words.report.title)).toBeNull()
})

test('the home page has the score, or says that nothing was asked', async () => {
  open(report, { panel: ScoreCard })
  await screen.findByText('33')
  cleanup()
  open(nothing, { panel: ScoreCard })
  expect(await screen.findByText(words.home.none)).toBeTruthy()
})
