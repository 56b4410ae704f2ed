import { createInstance, type i18n } from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { localeKey } from '../api/session.ts'
import { startI18n } from './i18n.ts'
import { registerPluginWords } from './plugin-words.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.removeItem(localeKey)
})

/** Language of the page after this choice, in a browser whose languages are unsupported. */
async function started(chosen: string | null): Promise<i18n> {
  if (chosen !== null) localStorage.setItem(localeKey, chosen)
  vi.stubGlobal('navigator', { languages: ['de-DE'] })
  const language = createInstance()
  await startI18n(language)
  return language
}

it('S1-056 is Portuguese where nobody chose and the browser speaks none of the four', async () => {
  const { t, language } = await started(null)
  expect([language, document.documentElement.lang, t('action.save')]).toEqual(['pt-BR', 'pt-BR', 'Salvar'])
})

it('S1-057 says in English what a language lacks, word by word', async () => {
  const words: Record<string, object> = {
    '/words/en.json': { title: 'Notes', hint: 'Only you see them' },
    '/words/ru.json': { title: 'Заметки' },
  }
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(words[path]))))
  registerPluginWords([{ namespace: 'plugin.fallback', locales: { en: '/words/en.json', ru: '/words/ru.json' } }])
  const said = async (chosen: string): Promise<string[]> => {
    const language = await started(chosen)
    await language.loadNamespaces('plugin.fallback')
    return ['title', 'hint'].map((word) => language.t(word, { ns: 'plugin.fallback' }))
  }
  expect([await said('ru'), await said('es')]).toEqual([
    ['Заметки', 'Only you see them'],
    ['Notes', 'Only you see them'],
  ])
})
