import { toastQueue } from '@recado/sdk/ui'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import en from '../i18n/locales/en/shell.json'
import es from '../i18n/locales/es/shell.json'
import ptBR from '../i18n/locales/pt-BR/shell.json'
import ru from '../i18n/locales/ru/shell.json'
import { anyLogin } from '../../testing/samples.ts'
import { api, session } from './services.ts'

const words = { 'pt-BR': ptBR, en, es, ru }
const upgrade = { 'pt-BR': /upgrade|plano/i, en: /upgrade|plan/i, es: /plan/i, ru: /тариф|план/i }

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    defaultNS: 'shell',
    resources: Object.fromEntries(Object.entries(words).map(([locale, shell]) => [locale, { shell }])),
    interpolation: { escapeValue: false },
  })
})
beforeEach(() => session.begin(anyLogin()))
afterEach(() => {
  session.end()
  vi.unstubAllGlobals()
})

describe('the limit of contacts', () => {
  it.each(Object.keys(words) as (keyof typeof words)[])(
    'S8-012 S8-013 S8-014 S8-015 S9-011 is told for ten seconds, with how many there are and a hint at the plan, in %s',
    async (locale) => {
      await i18next.changeLanguage(locale)
      vi.stubGlobal('fetch', () =>
        Promise.resolve(
          new Response(JSON.stringify({ error: 'ERR_CONTACT_LIMIT_REACHED:87:90' }), {
            status: 410,
            headers: { 'content-type': 'application/json' },
          }),
        ),
      )
      await expect(api.post('/contacts', {})).rejects.toMatchObject({ status: 410 })
      const [notice] = toastQueue.shown()
      expect(notice).toMatchObject({ tone: 'error', durationMs: 10_000 })
      expect(String(notice!.content)).toContain('87')
      expect(String(notice!.content)).toContain('90')
      expect(String(notice!.content)).toMatch(upgrade[locale])
    },
  )
})
