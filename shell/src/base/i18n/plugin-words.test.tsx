import i18next, { type i18n } from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localeKey } from '../api/session.ts'
import { startI18n } from './i18n.ts'
import { registerPluginWords } from './plugin-words.ts'

const asked: string[] = []
let served: Record<string, object>
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(served[path] ? Response.json(served[path]) : new Response('', { status: 404 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.removeItem(localeKey)
})

async function page(locale: string): Promise<i18n> {
  localStorage.setItem(localeKey, locale)
  await startI18n(i18next)
  return i18next
}
const at = (id: string, locale: string) => `/plugins/${id}/locales/${locale}.json`
const plugin = (id: string, mark = id) => ({
  namespace: `plugin.${id}`,
  locales: { en: at(mark, 'en'), ru: at(mark, 'ru') },
})

it('reads the texts of all plugins by one request, with what the language lacks of them in English', async () => {
  served = {
    '/all/ru-1.json': {
      texts: { [at('notes', 'ru')]: { title: 'Заметки' }, [at('forms', 'ru')]: { title: 'Формы' } },
      fallback: { [at('notes', 'en')]: { hint: 'Only you see them' }, [at('forms', 'en')]: {} },
    },
  }
  registerPluginWords([plugin('notes'), plugin('forms')], { ru: '/all/ru-1.json', en: '/all/en-1.json' })
  const language = await page('ru')
  await language.loadNamespaces(['plugin.notes', 'plugin.forms'])
  expect([language.t('plugin.notes:title'), language.t('plugin.notes:hint'), language.t('plugin.forms:title')]).toEqual(
    ['Заметки', 'Only you see them', 'Формы'],
  )
  expect(asked).toEqual(['/all/ru-1.json'])
})

it('reads a plugin’s own file where that of all lacks it, and all of them where it cannot be had', async () => {
  served = {
    '/all/ru-2.json': { texts: { [at('one', 'ru')]: { title: 'Один' } }, fallback: { [at('one', 'en')]: {} } },
    [at('two', 'ru')]: { title: 'Два' },
    [at('one', 'en')]: { title: 'One' },
    [at('two', 'en')]: { title: 'Two' },
  }
  registerPluginWords([plugin('one'), plugin('two'), plugin('torn')], { ru: '/all/ru-2.json', en: '/all/en-2.json' })
  const russian = await page('ru')
  await russian.loadNamespaces(['plugin.one', 'plugin.two', 'plugin.torn'])
  expect([russian.t('plugin.one:title'), russian.t('plugin.two:title')]).toEqual(['Один', 'Два'])
  expect(asked).not.toContain(at('one', 'ru'))
  const english = await page('en')
  await english.loadNamespaces(['plugin.one', 'plugin.two'])
  expect([english.t('plugin.one:title'), english.t('plugin.two:title')]).toEqual(['One', 'Two'])
})

it('takes the texts of another build from nowhere but their own address', async () => {
  served = {
    '/all/ru-3.json': { texts: { [at('old', 'ru')]: { title: 'Прежняя' } }, fallback: { [at('old', 'en')]: {} } },
    [at('new', 'ru')]: { title: 'Новая' },
    [at('new', 'en')]: {},
  }
  registerPluginWords([plugin('built', 'old')], { ru: '/all/ru-3.json' })
  const language = await page('ru')
  await language.loadNamespaces('plugin.built')
  expect(language.t('plugin.built:title')).toBe('Прежняя')
  // The plugins page may learn of the update before the manifest does.
  registerPluginWords([plugin('built', 'new')])
  await expect.poll(() => language.t('plugin.built:title')).toBe('Новая')
})
