import {
  createApi,
  KitProvider,
  ShellProvider,
  Toaster,
  toastQueue,
  useErrorText,
  type ShellServices,
} from '@recado/sdk/ui'
import { act, cleanup, render } from '@testing-library/react'
import i18next from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Activity } from '../api/activity.ts'
import { SessionStore } from '../api/session.ts'
import { createSessionFetch } from '../api/signed-in-fetch.ts'
import { reportFailure } from '../ui/report-failure.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { startI18n } from './i18n.ts'
import { loadErrorWords, registerPluginWords } from './plugin-words.ts'

const sentences = (code: string, text: string) => ({ errors: { [code]: text, [`${code}_detail`]: 'Até {{limit}}.' } })
const words: Record<string, object> = {
  '/stock/pt-BR.json': sentences('ERR_STOCK_EMPTY', 'O estoque acabou'),
  '/orders/pt-BR.json': sentences('ERR_ORDER_CLOSED', 'O pedido foi encerrado'),
}

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['pt-BR'] })
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(words[path] ? Response.json(words[path]) : new Response('', { status: 404 })),
  )
  await startI18n()
  registerPluginWords(
    [
      ['stock', 'ERR_STOCK_EMPTY'],
      ['orders', 'ERR_ORDER_CLOSED'],
      ['lost', 'ERR_LOST'],
    ].map(([id, code]) => ({
      namespace: `plugin.${id!}`,
      locales: { 'pt-BR': `/${id!}/pt-BR.json` },
      errors: [code!],
    })),
  )
})
afterEach(cleanup)

it('has the sentence of a plugin’s code before a screen learns of the refusal, so that a toast can say it', async () => {
  const { fetch } = createSessionFetch({
    session: new SessionStore(new MemoryStorage()),
    activity: new Activity(),
    onSessionEnded: () => undefined,
    onAnnounced: () => undefined,
    loadErrorWords,
    onConsentMissing: () => undefined,
    onEnrolmentMissing: () => undefined,
    confirmIdentity: () => Promise.resolve(false),
    fetch: () => Promise.resolve(Response.json({ error: 'ERR_STOCK_EMPTY', limit: 3 }, { status: 409 })),
    locks: undefined,
  })
  const { getByRole } = render(
    <I18nextProvider i18n={i18next}>
      <KitProvider>
        <Toaster />
      </KitProvider>
    </I18nextProvider>,
  )
  const failure = await createApi(fetch)
    .post('/p/stock/take')
    .catch((error: unknown) => error)
  act(() => reportFailure(failure))
  expect(getByRole('alert').textContent).toContain('O estoque acabou')
  expect(getByRole('alert').textContent).toContain('Até 3.')
  act(() => toastQueue.clear())
})

it('says a code that stands in an answer once its words are there, and the bare code where there are none', async () => {
  const Said = ({ code }: { code: string }) => <p>{useErrorText()(code)}</p>
  const { findByText, container } = render(
    <I18nextProvider i18n={i18next}>
      <ShellProvider services={{ loadErrorWords } as unknown as ShellServices}>
        <Said code="ERR_ORDER_CLOSED" />
        <Said code="ERR_LOST" />
      </ShellProvider>
    </I18nextProvider>,
  )
  expect(container.textContent).toBe('')
  expect(await findByText('O pedido foi encerrado')).toBeTruthy()
  expect(await findByText(/ERR_LOST/)).toBeTruthy()
})
