import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import type { ContactReport } from '../contacts/contact-report.ts'
import type { TicketReport } from '../tickets/ticket-report.ts'
import BirthdaysPage from './contacts/birthdays-page.tsx'
import ListPage from './contacts/list-page.tsx'
import StatesPage from './contacts/states-page.tsx'
import TagsPage from './contacts/tags-page.tsx'
import IndexPage from './index-page.tsx'
import TicketsPage from './tickets-page.tsx'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const contact = (n: number, name: string): ContactReport['rows'][number] => ({
  id: id(n),
  name,
  number: '+5511981234567',
  email: null,
  state: 'SP',
  tags: ['Wholesale', 'New'],
  wallets: [],
  birthdayDate: null,
  celebratedOn: null,
  age: null,
  businessName: null,
  document: null,
  category: null,
  source: null,
  createdAt: '2026-11-28T01:30:00.000Z',
})
const first: ContactReport = { rows: [contact(1, 'Marina')], nextCursor: 'next', timeZone: 'America/Sao_Paulo' }
const second: ContactReport = { rows: [contact(2, 'Caetano')], nextCursor: null, timeZone: 'America/Sao_Paulo' }
const tickets: TicketReport = {
  period: { from: '2026-11-01', to: '2026-11-30' },
  rows: [],
  nextCursor: null,
  timeZone: 'America/Sao_Paulo',
}

const asked: URL[] = []
function open(
  panel: () => ReactElement,
  answer: (url: URL) => Response,
  permissions: readonly string[] = ['reports.read', 'contacts.export'],
): void {
  renderPage(panel, {
    plugin: { id: 'reports', version: '0.1.0', title: 'Reports' },
    words,
    permissions,
    fetch: async (path) => {
      const url = new URL(path, 'http://recado.test')
      asked.push(url)
      return answer(url)
    },
  })
}
afterEach(() => {
  cleanup()
  asked.length = 0
})
const reports = () => asked.filter(({ pathname }) => pathname.startsWith('/p/reports/'))

test('a list shows its first page, with days by the company’s clock, and the next one when it is asked for', async () => {
  open(ListPage, (url) => Response.json(url.searchParams.has('cursor') ? second : first))
  const row = await screen.findByRole('row', { name: /Marina/ })
  expect(within(row).getByText('Wholesale, New')).toBeTruthy()
  // By UTC it is a day later.
  expect(within(row).getByText(/27/)).toBeTruthy()
  expect(screen.queryByText('Caetano')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: words.report.more }))
  await screen.findByRole('row', { name: /Caetano/ })
  expect(screen.queryByRole('button', { name: words.report.more })).toBeNull()
})

test('one letter is not looked for, and a number of days that is none is said at its field', async () => {
  open(ListPage, () => Response.json(first))
  await screen.findByText('Marina')
  fireEvent.change(screen.getByLabelText(words.filters.searchParam.label), { target: { value: 'm' } })
  fireEvent.change(screen.getByLabelText(words.filters.newForDays.label), { target: { value: '0' } })
  await screen.findByText(words.needs.days)
  expect(
    reports().every(({ searchParams }) => !searchParams.has('searchParam') && !searchParams.has('newForDays')),
  ).toBe(true)
  fireEvent.change(screen.getByLabelText(words.filters.searchParam.label), { target: { value: 'ma' } })
  await waitFor(() => expect(reports().at(-1)!.searchParams.get('searchParam')).toBe('ma'))
})

test.each([
  ['tags', TagsPage, words.errors.ERR_REPORT_NEEDS_TAG],
  ['states', StatesPage, words.errors.ERR_REPORT_NEEDS_STATE],
] as const)('the report by %s asks nothing before something is chosen', async (_name, page, sentence) => {
  open(page, () => Response.json([]))
  await screen.findByText(sentence)
  expect(reports()).toEqual([])
})

test('birthdays are those of this month at first; without a month, or with half a period, nothing is asked', async () => {
  open(BirthdaysPage, () => Response.json(second))
  await screen.findByText('Caetano')
  expect(reports().at(-1)!.searchParams.get('month')).toBe(String(new Date().getMonth() + 1))
  const before = reports().length
  for (const chosen of ['', 'period']) {
    fireEvent.change(screen.getByLabelText(words.filters.month.label), { target: { value: chosen } })
    await screen.findByText(words.errors.ERR_REPORT_NEEDS_PERIOD)
  }
  fireEvent.change(screen.getByLabelText(words.filters.from.label), { target: { value: '20/12/2026' } })
  fireEvent.change(screen.getByLabelText(words.filters.to.label), { target: { value: '19/12/2026' } })
  await screen.findByText(words.errors.ERR_REPORT_PERIOD)
  expect(reports()).toHaveLength(before)
  fireEvent.change(screen.getByLabelText(words.filters.to.label), { target: { value: '10/01/2027' } })
  await waitFor(() => expect(reports().at(-1)!.searchParams.get('to')).toBe('2027-01-10'))
})

test('the report of conversations asks for no days at first and shows those that the server chose', async () => {
  open(TicketsPage, () => Response.json(tickets))
  await screen.findByText(words.report.none)
  expect(reports()[0]!.search).toBe('')
  expect((screen.getByLabelText(words.filters.from.label) as HTMLInputElement).value).toBe('01/11/2026')
  fireEvent.click(screen.getByRole('button', { name: words.report.clear }))
})

test('files are offered to who may take contacts out', async () => {
  open(ListPage, () => Response.json(first))
  await screen.findByRole('button', { name: words.report.csv })
  cleanup()
  open(ListPage, () => Response.json(first), ['reports.read'])
  await screen.findByText('Marina')
  expect(screen.queryByRole('button', { name: words.report.csv })).toBeNull()
  expect(screen.getByRole('button', { name: words.report.print })).toBeTruthy()
})

test.each([ListPage, BirthdaysPage, TicketsPage])(
  'a failure can be tried again, and who may not read it is told so',
  async (page) => {
    open(page, () => Response.json({ error: 'ERR_PLUGIN_FAILED' }, { status: 500 }))
    const alert = await screen.findByRole('alert')
    const before = reports().length
    fireEvent.click(within(alert).getByRole('button'))
    await waitFor(() => expect(reports().length).toBeGreaterThan(before))
    cleanup()
    asked.length = 0
    for (const guarded of [page, IndexPage]) {
      open(guarded, () => Response.json(first), [])
      await screen.findByText('You do not have access to this screen')
      cleanup()
    }
    expect(asked).toEqual([])
  },
)
